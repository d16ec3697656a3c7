/** Pairs of rows of the same list of which one belongs above the other: by their labels, or because somebody said so. */
import type { Random } from '../../numeric/random.ts'
import type { RankingLists } from './rankingLists.ts'

type GradedRows = Pick<RankingLists, 'labels' | 'offsets' | 'listIds'>

/** Pairs of rows, by number: those of list q are at starts[q] .. starts[q + 1]. The second row belongs above the first. */
export interface DrawnPairs {
  readonly starts: Uint32Array
  readonly first: Uint32Array
  readonly second: Uint32Array
}

/** The pairs of one list after the other. The second row belongs above the first. */
export interface ListPairs {
  readonly lists: number
  /** How many there are in the list. */
  pairsIn(list: number): number
  /** Each of them once. */
  each(list: number, visit: (low: number, high: number) => void): void
  /** One of them, each as likely as any other. */
  draw(list: number, random: Random): readonly [number, number]
}

/** All pairs of rows with different labels. */
export function labelPairs(lists: GradedRows): ListPairs {
  const { labels } = lists
  const { cumulative, each, draw } = gradedLists(lists)
  return {
    lists: lists.listIds.length,
    pairsIn: (list) => (cumulative[list + 1] - cumulative[list]) / 2,
    each,
    draw(list, random) {
      const [one, other] = draw(list, random)
      return labels[one] < labels[other] ? [one, other] : [other, one]
    },
  }
}

/** All pairs of rows of the same list, also those of equal labels, which have no order. */
export function everyPair({ labels, offsets, listIds }: GradedRows): ListPairs {
  const byLabel = (one: number, other: number): readonly [number, number] => (labels[one] <= labels[other] ? [one, other] : [other, one])
  return {
    lists: listIds.length,
    pairsIn(list) {
      const rows = offsets[list + 1] - offsets[list]
      return (rows * (rows - 1)) / 2
    },
    each(list, visit) {
      for (let row = offsets[list]; row < offsets[list + 1]; row++) {
        for (let other = row + 1; other < offsets[list + 1]; other++) visit(...byLabel(row, other))
      }
    },
    draw(list, random) {
      const rows = offsets[list + 1] - offsets[list]
      const one = random.integer(rows)
      const other = random.integer(rows - 1)
      return byLabel(offsets[list] + one, offsets[list] + (other < one ? other : other + 1))
    },
  }
}

/** Pairs as they are given. */
export function givenPairs({ starts, first, second }: DrawnPairs): ListPairs {
  return {
    lists: starts.length - 1,
    pairsIn: (list) => starts[list + 1] - starts[list],
    each(list, visit) {
      for (let pair = starts[list]; pair < starts[list + 1]; pair++) visit(first[pair], second[pair])
    },
    draw(list, random) {
      const pair = starts[list] + random.integer(starts[list + 1] - starts[list])
      return [first[pair], second[pair]]
    },
  }
}

/** How many pairs there are in all lists. */
export function countPairs(pairs: ListPairs): number {
  let count = 0
  for (let list = 0; list < pairs.lists; list++) count += pairs.pairsIn(list)
  return count
}

/** This many pairs, each as likely as any other, with replacement. */
export function drawPairs(pairs: ListPairs, count: number, random: Random): DrawnPairs {
  const cumulative = new Float64Array(pairs.lists + 1)
  for (let list = 0; list < pairs.lists; list++) cumulative[list + 1] = cumulative[list] + pairs.pairsIn(list)
  const total = cumulative[pairs.lists]
  const perList = new Uint32Array(pairs.lists)
  if (total > 0) for (let pair = 0; pair < count; pair++) perList[placeOf(cumulative, random.uniform() * total)]++
  const drawn = emptyPairs(perList)
  const { starts, first, second } = drawn
  for (let list = 0; list < pairs.lists; list++) {
    for (let pair = starts[list]; pair < starts[list + 1]; pair++) [first[pair], second[pair]] = pairs.draw(list, random)
  }
  return drawn
}

/** All pairs of every list. */
export function allPairs(pairs: ListPairs): DrawnPairs {
  const all = emptyPairs(Uint32Array.from({ length: pairs.lists }, (_, list) => pairs.pairsIn(list)))
  let next = 0
  for (let list = 0; list < pairs.lists; list++) {
    pairs.each(list, (low, high) => {
      all.first[next] = low
      all.second[next++] = high
    })
  }
  return all
}

function emptyPairs(perList: Uint32Array): DrawnPairs {
  const starts = new Uint32Array(perList.length + 1)
  for (let list = 0; list < perList.length; list++) starts[list + 1] = starts[list] + perList[list]
  return { starts, first: new Uint32Array(starts[perList.length]), second: new Uint32Array(starts[perList.length]) }
}

interface GradedLists {
  /** Ordered pairs of different labels in all lists before each. */
  readonly cumulative: Float64Array
  readonly each: ListPairs['each']
  /** A pair of the list in either order, each as likely as any other. */
  draw(list: number, random: Random): readonly [number, number]
}

/** Draws pairs of different labels one by one, in either order, each as likely as any other. */
export interface PairDrawer {
  /** How many ordered pairs there are. */
  readonly pairs: number
  draw(random: Random): readonly [number, number]
}

export function pairDrawer(lists: GradedRows): PairDrawer {
  const { cumulative, draw } = gradedLists(lists)
  const pairs = cumulative[cumulative.length - 1]
  return { pairs, draw: (random) => draw(placeOf(cumulative, random.uniform() * pairs), random) }
}

function gradedLists({ labels, offsets, listIds }: GradedRows): GradedLists {
  const rows = labels.length
  const order = new Uint32Array(rows) // each list by ascending label
  const gradeStart = new Uint32Array(rows) // of the place
  const gradeEnd = new Uint32Array(rows)
  const partners = new Float64Array(rows + 1) // of all places before
  const cumulative = new Float64Array(listIds.length + 1)
  for (let row = 0; row < rows; row++) order[row] = row
  for (let list = 0; list < listIds.length; list++) {
    const [from, to] = [offsets[list], offsets[list + 1]]
    order.subarray(from, to).sort((a, b) => labels[a] - labels[b] || a - b)
    for (let start = from; start < to; ) {
      let end = start
      while (end < to && labels[order[end]] === labels[order[start]]) end++
      for (let place = start; place < end; place++) {
        gradeStart[place] = start
        gradeEnd[place] = end
        partners[place + 1] = partners[place] + (to - from) - (end - start)
      }
      start = end
    }
    cumulative[list + 1] = partners[to]
  }
  return {
    cumulative,
    each(list, visit) {
      const to = offsets[list + 1]
      for (let place = offsets[list]; place < to; place++) {
        for (let other = gradeEnd[place]; other < to; other++) visit(order[place], order[other])
      }
    },
    // The first with a probability in proportion to its partners, the second any of these.
    draw(list, random) {
      const [from, to] = [offsets[list], offsets[list + 1]]
      const place = placeOf(partners, partners[from] + random.uniform() * (partners[to] - partners[from]))
      const others = to - from - (gradeEnd[place] - gradeStart[place])
      let other = from + random.integer(others)
      if (other >= gradeStart[place]) other += gradeEnd[place] - gradeStart[place]
      return [order[place], order[other]]
    },
  }
}

/** The last i with cumulative[i] ≤ value and something to it. */
function placeOf(cumulative: Float64Array, value: number): number {
  let [low, high] = [0, cumulative.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (cumulative[middle] <= value) low = middle
    else high = middle
  }
  return low
}
