/**
 * A threshold with a guarantee: the risk of a list is at most alpha on average over future lists, except with probability delta over the draw
 * of these lists. Fixed-sequence testing (Angelopoulos, Bates, Candès, Jordan & Lei 2021, "Learn then test", §4.2): the thresholds of
 * a grid that was fixed beforehand are tested from the most to the least cautious, each at level delta, up to the first that fails. A
 * wrong one passes only if the first wrong one in this order does, so delta is not divided among them.
 *
 * Lists are what is drawn independently, so each counts once.
 */
import { groupsAmong, onceEach, riskIsAtMost } from './riskIsAtMost.ts'

/** How the lists fare at one threshold, one number for each list. */
export interface ListRisks {
  /** Which lists they are: those with pairs to judge by. */
  readonly lists: Uint32Array
  /** A pair is answered if it exceeds this: the greater, the more cautious. */
  readonly threshold: number
  /** Share of the list that is answered. */
  readonly coverage: Float64Array
  /** Share of the answered that is wrong; 0 where nothing is answered. */
  readonly risk: Float64Array
}

export interface GuaranteedThreshold {
  readonly alpha: number
  readonly delta: number
  /** Lists that have pairs to judge by, those that repeat another left out; the guarantee is about such lists. */
  readonly lists: number
  /** Lists that were looked at, those that repeat another left out. */
  readonly of: number
  /** From the most to the least cautious. */
  readonly tested: readonly TestedThreshold[]
  /** The least cautious threshold that passed and answers anything; absent if there is none. */
  readonly threshold?: number
}

export interface TestedThreshold {
  readonly threshold: number
  /** The mean over lists of the share that is answered. */
  readonly listCoverage: number
  /** The mean over lists of the share of the answered that is wrong; a list that answers nothing counts as 0. */
  readonly listRisk: number
  /** How many lists answer nothing. */
  readonly silentLists: number
  /** `not tested`: a more cautious one failed. `answers nothing`: it passed, but there is nothing that it guarantees. */
  readonly outcome: 'passed' | 'answers nothing' | 'failed' | 'not tested'
}

export interface GuaranteeAsked {
  readonly alpha: number
  readonly delta: number
  /** For every list the place of the first that is equal to it; left out if no list repeats another. */
  readonly first?: Uint32Array | undefined
  /** How many lists there are, those that repeat another left out. */
  readonly of: number
}

export function guaranteedThreshold(given: readonly ListRisks[], { alpha, delta, first, of }: GuaranteeAsked): GuaranteedThreshold {
  const lists = given[0]?.lists ?? new Uint32Array(0)
  const groups = groupsAmong(lists, first)
  let stopped = false
  const tested = given
    .toSorted((a, b) => b.threshold - a.threshold)
    .map(({ threshold, coverage, risk }): TestedThreshold => {
      const own = onceEach(coverage, groups)
      const silentLists = count(own, 0)
      const wasStopped = stopped
      stopped ||= !riskIsAtMost(risk, groups, alpha, delta)
      const passed = silentLists === own.length ? 'answers nothing' : 'passed'
      return {
        threshold,
        listCoverage: mean(own),
        listRisk: mean(onceEach(risk, groups)),
        silentLists,
        outcome: wasStopped ? 'not tested' : stopped ? 'failed' : passed,
      }
    })
  const best = tested.findLast(({ outcome }) => outcome === 'passed')
  return {
    alpha,
    delta,
    lists: groups === undefined ? lists.length : new Set(groups).size,
    of,
    tested,
    ...(best && { threshold: best.threshold }),
  }
}

function mean(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

function count(values: Float64Array, wanted: number): number {
  let found = 0
  for (const value of values) if (value === wanted) found++
  return found
}
