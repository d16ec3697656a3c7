/**
 * A whole list from a ranker that may abstain: the order of the scores, which pairs in it are undecided because their items are
 * within the radius of each other, and the longest runs of places in which each item is undecided with the next. A policy decides
 * how a run is ordered.
 */
import type { DistanceNorm } from '../numeric/compute/closePoints.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import type { Random } from '../numeric/random.ts'
import { neighbourIndex } from './neighbourIndex.ts'

/** `keep`: the order in which the items came. `random`: a seeded draw. `review`: by score, for a person to look at. */
export type TiePolicy = 'keep' | 'random' | 'review'
export const tiePolicies: readonly TiePolicy[] = ['keep', 'random', 'review']

export interface UndecidedList {
  /** Items of the list, best first. */
  readonly order: Uint32Array
  /** Undecided pairs, the higher item first, sorted by the places of the first and the second. */
  readonly pairs: readonly (readonly [number, number])[]
  /** Runs of two or more places in `order` in which each item is undecided with the next: [first, after the last]. */
  readonly runs: readonly (readonly [number, number])[]
}

export interface UndecidedOptions {
  readonly radius: number
  readonly norm: DistanceNorm
  readonly ties: TiePolicy
}

/** `order` holds the items by descending score; `points` are their features, row-major. */
export function undecidedList(
  points: Float32Array,
  width: number,
  order: Uint32Array,
  { radius, norm, ties }: UndecidedOptions,
  /** For ties that are drawn. */
  random: Random | undefined,
  compute: Compute,
): UndecidedList {
  const index = neighbourIndex(points, width, norm, compute)
  const { starts, indices } = index.neighbours(radius)
  index.close()
  const neighboursOf = (item: number) => indices.subarray(starts[item], starts[item + 1])
  const answer = Uint32Array.from(order)
  const places = new Uint32Array(order.length)
  for (let place = 0; place < order.length; place++) places[order[place]] = place
  const runs = runsOf(order, places, neighboursOf)
  if (ties !== 'review') {
    const rank = new Float64Array(order.length)
    for (let item = 0; item < order.length; item++) rank[item] = random === undefined ? item : random.uniform()
    for (const [from, to] of runs) arrange(answer, from, to, places, neighboursOf, rank)
    for (let place = 0; place < answer.length; place++) places[answer[place]] = place
  }
  const pairs: (readonly [number, number])[] = []
  for (const item of answer) {
    const below = Array.from(neighboursOf(item)).filter((other) => places[other] > places[item])
    for (const other of below.sort((a, b) => places[a] - places[b])) pairs.push([item, other])
  }
  return { order: answer, pairs, runs }
}

function runsOf(order: Uint32Array, places: Uint32Array, neighboursOf: (item: number) => Uint32Array): [number, number][] {
  const runs: [number, number][] = []
  let from = 0
  for (let place = 1; place <= order.length; place++) {
    if (place < order.length && neighboursOf(order[place - 1]).some((other) => places[other] === place)) continue
    if (place - from > 1) runs.push([from, place])
    from = place
  }
  return runs
}

/**
 * Reorders a run by `rank` as far as the decided pairs in it allow: those are never reversed. Of the items without an unplaced decided item
 * above them, the one of least rank comes next.
 */
function arrange(
  order: Uint32Array,
  from: number,
  to: number,
  places: Uint32Array,
  neighboursOf: (item: number) => Uint32Array,
  rank: Float64Array,
): void {
  const run = order.slice(from, to)
  const waitingFor = new Uint32Array(run.length) // decided items above, not yet placed
  const undecidedWith = run.map(() => 0)
  for (let i = 0; i < run.length; i++) {
    let above = 0
    for (const other of neighboursOf(run[i])) if (places[other] >= from && places[other] < from + i) above++
    waitingFor[i] = i - above
  }
  const placed = new Uint8Array(run.length)
  for (let place = from; place < to; place++) {
    let next = -1
    for (let i = 0; i < run.length; i++) {
      if (placed[i] === 0 && waitingFor[i] === 0 && (next < 0 || rank[run[i]] < rank[run[next]])) next = i
    }
    placed[next] = 1
    order[place] = run[next]
    undecidedWith.fill(0)
    for (const other of neighboursOf(run[next])) if (places[other] >= from && places[other] < to) undecidedWith[places[other] - from] = 1
    for (let i = next + 1; i < run.length; i++) if (undecidedWith[i] === 0) waitingFor[i]--
  }
}
