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

/** All pairs of every list, or this many drawn from each list that has more. */
export function pairsOfLists(lists: GradedRows, mostPerList: number, random: Random): DrawnPairs {
  const graded = gradedLists(lists)
  const { cumulative, order } = graded
  const perList = new Uint32Array(lists.listIds.length)
  const unordered = (list: number) => (cumulative[list + 1] - cumulative[list]) / 2
  for (let list = 0; list < perList.length; list++) perList[list] = Math.min(unordered(list), mostPerList)
  let [next, at, other] = [-1, 0, 0]
  return fill(perList, (list) => {
    if (unordered(list) > mostPerList) return graded.draw(list, random)
    if (next !== list) {
      next = list
      at = lists.offsets[list]
      other = at
    }
    do {
      other++
      while (other >= lists.offsets[list + 1]) other = ++at + 1
    } while (lists.labels[order[at]] === lists.labels[order[other]])
    return [order[at], order[other]]
  })
}

function fill(perList: Uint32Array, pairOf: (list: number) => readonly [number, number]): DrawnPairs {
  const starts = new Uint32Array(perList.length + 1)
  for (let list = 0; list < perList.length; list++) starts[list + 1] = starts[list] + perList[list]
  const first = new Uint32Array(starts[perList.length])
  const second = new Uint32Array(starts[perList.length])
  for (let list = 0; list < perList.length; list++) {
    for (let pair = starts[list]; pair < starts[list + 1]; pair++) [first[pair], second[pair]] = pairOf(list)
  }
  return { starts, first, second }
}

interface GradedLists {
  /** Ordered pairs of different labels in all lists before each. */
  readonly cumulative: Float64Array
  /** Rows, each list by ascending label. */
  readonly order: Uint32Array
  /** A pair of the list: the first with a probability in proportion to its partners, the second any of these. */
  draw(list: number, random: Random): readonly [number, number]
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
  const order = new Uint32Array(rows)
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
    order,
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
