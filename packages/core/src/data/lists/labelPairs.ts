/** Pairs of rows with different labels in the same list. */
import type { Random } from '../../numeric/random.ts'
import type { RankingLists } from './rankingLists.ts'

type GradedRows = Pick<RankingLists, 'labels' | 'offsets' | 'listIds'>

/** Pairs of rows, by number: those of list q are at starts[q] .. starts[q + 1]. */
export interface DrawnPairs {
  readonly starts: Uint32Array
  readonly first: Uint32Array
  readonly second: Uint32Array
}

/** This many ordered pairs of rows with different labels in the same list, each as likely as any other, with replacement. */
export function drawPairs(lists: GradedRows, count: number, random: Random): DrawnPairs {
  const graded = gradedLists(lists)
  const { cumulative } = graded
  const total = cumulative[cumulative.length - 1]
  const perList = new Uint32Array(lists.listIds.length)
  if (total > 0) for (let pair = 0; pair < count; pair++) perList[placeOf(cumulative, random.uniform() * total)]++
  return fill(perList, (list) => graded.draw(list, random))
}

/** All pairs of every list, the lower label first. */
export function allPairs(lists: GradedRows): DrawnPairs {
  const graded = gradedLists(lists)
  const perList = Uint32Array.from(lists.listIds, (_, list) => graded.pairsIn(list))
  const pairs = emptyPairs(perList)
  let next = 0
  for (let list = 0; list < perList.length; list++) {
    graded.each(list, (low, high) => {
      pairs.first[next] = low
      pairs.second[next++] = high
    })
  }
  return pairs
}

function fill(perList: Uint32Array, pairOf: (list: number) => readonly [number, number]): DrawnPairs {
  const pairs = emptyPairs(perList)
  const { starts, first, second } = pairs
  for (let list = 0; list < perList.length; list++) {
    for (let pair = starts[list]; pair < starts[list + 1]; pair++) [first[pair], second[pair]] = pairOf(list)
  }
  return pairs
}

function emptyPairs(perList: Uint32Array): DrawnPairs {
  const starts = new Uint32Array(perList.length + 1)
  for (let list = 0; list < perList.length; list++) starts[list + 1] = starts[list] + perList[list]
  return { starts, first: new Uint32Array(starts[perList.length]), second: new Uint32Array(starts[perList.length]) }
}

/** The pairs of one list after the other. */
export interface ListPairs {
  /** How many there are in the list, each counted once. */
  pairsIn(list: number): number
  /** Each of them once, the lower label first. */
  each(list: number, visit: (low: number, high: number) => void): void
  /** A pair of the list in either order, each as likely as any other. */
  draw(list: number, random: Random): readonly [number, number]
}

export function listPairs(lists: GradedRows): ListPairs {
  return gradedLists(lists)
}

interface GradedLists extends ListPairs {
  /** Ordered pairs of different labels in all lists before each. */
  readonly cumulative: Float64Array
}

/** Draws pairs one by one, each as likely as any other. */
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
    pairsIn: (list) => (cumulative[list + 1] - cumulative[list]) / 2,
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
