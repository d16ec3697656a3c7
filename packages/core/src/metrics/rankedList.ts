/**
 * One list in the order of its scores: everything a metric needs. Places count from 0. NaN scores come last and are tied with each
 * other; −0 ties with 0.
 */
import type { Numbers } from '../data/lists/numbers.ts'
import { leadingItems } from '../numeric/order/leadingItems.ts'
import { compareCodePoints } from './codePointOrder.ts'
import { countsLength, greatestLabels } from './greatestLabels.ts'
import type { Ties } from './ties.ts'

/** Pairs of items by how scores and labels order them: see pairCounts.ts. */
export interface PairCounts {
  readonly pairs: number
  readonly tiedScores: number
  readonly tiedLabels: number
  readonly tiedBoth: number
  /** Ordered one way by the scores and the other way by the labels. */
  readonly discordant: number
}

export interface RankedList {
  /** How many items the list has. */
  readonly size: number
  /** How many leading places are known: at least the depth asked for (or all), and whole runs of tied items only. */
  readonly depth: number
  /** The label of the item at each place. */
  readonly labels: Float64Array
  /** The score of the item at each place; those of a run are tied. */
  readonly scores: Float64Array
  /** For each place, the first place after the run of tied items that it belongs to. */
  readonly runEnds: Uint32Array
  /** The labels of all judged items, judged[judgedStart] .. judged[judgedEnd], in no order; the list's own unless some were not retrieved. */
  readonly judged: Float64Array
  readonly judgedStart: number
  readonly judgedEnd: number
  /** The greatest judged labels, descending; found when first asked for. */
  readonly ideal: Float64Array
  readonly idealDepth: number
  /** What is known of the item at each place; undefined if all were judged. */
  readonly standings: Uint8Array | undefined
  /** What `pairCounts` found, so that several metrics count once. */
  counted: PairCounts | undefined
  /** Room to sort labels in, twice as much as there are places. */
  readonly room: Float64Array
}

/** Whether an item was judged, was in the pool of those to judge but is not judged, or was never looked at. */
export const standing = { judged: 0, pooled: 1, unknown: 2 } as const

export function isJudged({ standings }: RankedList, place: number): boolean {
  return standings === undefined || standings[place] === standing.judged
}

export function isPooled({ standings }: RankedList, place: number): boolean {
  return standings === undefined || standings[place] !== standing.unknown
}

/** How the items of a run are placed. `input` also serves metrics that average over the run. */
export type RunOrder = 'input' | 'worst' | 'by-id-descending'

export function runOrderOf(ties: Ties | 'together'): RunOrder {
  return ties === 'expected' || ties === 'together' ? 'input' : ties
}

export interface RankedListOptions {
  /** How many leading places are needed. */
  readonly cutoff?: number
  readonly ties?: Ties | 'together'
  /** One id per item; needed for ties `by-id-descending`. */
  readonly itemIds?: readonly string[]
  /** Labels of all judged items, if the list lacks some of them. */
  readonly judged?: Numbers
}

/** A single list. */
export function rankList(
  scores: Numbers,
  labels: Numbers,
  { cutoff = Infinity, ties = 'expected', itemIds, judged }: RankedListOptions = {},
): RankedList {
  const rank = listRanker(Math.max(scores.length, judged?.length ?? 0), cutoff, runOrderOf(ties))
  const labelValues = float64(labels)
  return judged === undefined
    ? rank(float64(scores), labelValues, 0, scores.length, itemIds)
    : rank(float64(scores), labelValues, 0, scores.length, itemIds, float64(judged), 0, judged.length)
}

/** Ranks rows start .. end of flat arrays. The result is valid until the next call. */
export type ListRanker = (
  scores: Float64Array,
  labels: Float64Array,
  start: number,
  end: number,
  itemIds?: readonly string[],
  judged?: Float64Array,
  judgedStart?: number,
  judgedEnd?: number,
  /** One `standing` per item, if some were not judged. */
  standings?: Uint8Array,
) => RankedList

/** Up to this depth, inserting into the leading places is faster than sorting the list. */
const insertionDepth = 40

/** A ranker with its own buffers, for lists (and judged items) of up to `capacity`. */
export function listRanker(capacity: number, depth: number, runOrder: RunOrder): ListRanker {
  const order = new Uint32Array(capacity)
  const spare = new Uint32Array(capacity)
  const counts = new Uint32Array(countsLength)
  const guess = Float64Array.of(Number.NaN)
  const labelsByPlace = new Float64Array(capacity)
  const scoresByPlace = new Float64Array(capacity)
  const standingsByPlace = new Uint8Array(capacity)
  const runEnds = new Uint32Array(capacity)
  const idealLabels = new Float64Array(capacity)
  let idealDepth = -1
  const findIdeal = () => greatestLabels(ranked.judged, ranked.judgedStart, ranked.judgedEnd, depth, counts, idealLabels)
  const ranked = {
    size: 0,
    depth: 0,
    labels: labelsByPlace,
    scores: scoresByPlace,
    runEnds,
    judged: labelsByPlace as Float64Array,
    judgedStart: 0,
    judgedEnd: 0,
    get ideal() {
      if (idealDepth < 0) idealDepth = findIdeal()
      return idealLabels
    },
    get idealDepth() {
      if (idealDepth < 0) idealDepth = findIdeal()
      return idealDepth
    },
    standings: undefined as Uint8Array | undefined,
    counted: undefined,
    room: new Float64Array(2 * capacity),
  }
  return (scores, labels, start, end, itemIds, judged = labels, judgedStart = start, judgedEnd = end, standings) => {
    const size = end - start
    const filled =
      depth <= insertionDepth && depth < size
        ? leadingItems(scores, start, end, depth, guess, order)
        : all(scores, start, end, order, spare)
    markRuns(scores, order, filled, runEnds)
    if (runOrder === 'by-id-descending' && itemIds !== undefined) orderRunsById(order, runEnds, filled, itemIds)
    if (runOrder === 'worst') orderRunsByLabel(order, runEnds, filled, labels)
    for (let place = 0; place < filled; place++) {
      labelsByPlace[place] = labels[order[place]]
      scoresByPlace[place] = scores[order[place]]
    }
    if (standings !== undefined) for (let place = 0; place < filled; place++) standingsByPlace[place] = standings[order[place]]
    ranked.size = size
    ranked.depth = filled
    ranked.judged = judged
    ranked.judgedStart = judgedStart
    ranked.judgedEnd = judgedEnd
    ranked.standings = standings === undefined ? undefined : standingsByPlace
    ranked.counted = undefined
    idealDepth = -1
    return ranked
  }
}

/** How many judged items are relevant. */
export function relevantCount(ranked: RankedList, relevantFrom: number): number {
  let count = 0
  for (let item = ranked.judgedStart; item < ranked.judgedEnd; item++) if (ranked.judged[item] >= relevantFrom) count++
  return count
}

/** Relevant items at the places start .. end. */
export function relevantAmong({ labels }: RankedList, start: number, end: number, relevantFrom: number): number {
  let count = 0
  for (let place = start; place < end; place++) if (labels[place] >= relevantFrom) count++
  return count
}

/** The end of the run that starts at this place; one place if the metric does not average over runs. */
export function runEndAt(ranked: RankedList, place: number, ties: Ties | 'together'): number {
  return ties === 'expected' || ties === 'together' ? ranked.runEnds[place] : place + 1
}

function float64(values: Numbers): Float64Array {
  return values instanceof Float64Array ? values : Float64Array.from(values)
}

function tied(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b))
}

function markRuns(scores: Float64Array, order: Uint32Array, filled: number, runEnds: Uint32Array): void {
  let runEnd = filled
  for (let place = filled - 1; place > 0; place--) {
    runEnds[place] = runEnd
    if (!tied(scores[order[place - 1]], scores[order[place]])) runEnd = place
  }
  if (filled > 0) runEnds[0] = runEnd
}

/** Fills every place: a stable merge sort on runs of 8, NaN last. */
function all(scores: Float64Array, start: number, end: number, order: Uint32Array, spare: Uint32Array): number {
  const size = end - start
  let numbers = 0
  for (let item = start; item < end; item++) if (!Number.isNaN(scores[item])) order[numbers++] = item
  for (let from = 0; from < numbers; from += 8) {
    const to = Math.min(from + 8, numbers)
    for (let next = from + 1; next < to; next++) {
      const item = order[next]
      const score = scores[item]
      let place = next
      while (place > from && scores[order[place - 1]] < score) {
        order[place] = order[place - 1]
        place--
      }
      order[place] = item
    }
  }
  let source = order
  let target = spare
  for (let width = 8; width < numbers; width *= 2) {
    for (let from = 0; from < numbers; from += 2 * width) {
      const middle = Math.min(from + width, numbers)
      const to = Math.min(middle + width, numbers)
      let left = from
      let right = middle
      for (let place = from; place < to; place++) {
        const takeLeft = left < middle && (right >= to || scores[source[left]] >= scores[source[right]])
        target[place] = takeLeft ? source[left++] : source[right++]
      }
    }
    const swap = source
    source = target
    target = swap
  }
  if (source !== order) for (let place = 0; place < numbers; place++) order[place] = source[place]
  let filled = numbers
  if (numbers < size) for (let item = start; item < end; item++) if (Number.isNaN(scores[item])) order[filled++] = item
  return size
}

function orderRunsById(order: Uint32Array, runEnds: Uint32Array, filled: number, itemIds: readonly string[]): void {
  for (let place = 0; place < filled; place = runEnds[place]) {
    if (runEnds[place] === place + 1) continue
    order.subarray(place, runEnds[place]).sort((a, b) => compareCodePoints(itemIds[b], itemIds[a]))
  }
}

function orderRunsByLabel(order: Uint32Array, runEnds: Uint32Array, filled: number, labels: Float64Array): void {
  for (let place = 0; place < filled; place = runEnds[place]) {
    if (runEnds[place] > place + 1) order.subarray(place, runEnds[place]).sort((a, b) => labels[a] - labels[b])
  }
}
