/**
 * A threshold with a guarantee: the risk of a list is at most alpha on average over future lists, except with probability delta over the draw
 * of these lists. Fixed-sequence testing (Angelopoulos, Bates, Candès, Jordan & Lei 2021, "Learn then test", §4.2): the thresholds of
 * a grid that was fixed beforehand are tested from the most to the least cautious, each at level delta, up to the first that fails. A
 * wrong one passes only if the first wrong one in this order does, so delta is not divided among them.
 *
 * Lists are what is drawn independently, so each counts once.
 */
import { refutesMean } from '../theory/heldOutBetting.ts'

/** How the lists fare at one threshold, one number for each list. */
export interface ListRisks {
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
  /** Lists that have pairs to judge by; the guarantee is about such lists. */
  readonly lists: number
  /** Lists that were looked at. */
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
  /** `not tested`: a more cautious one failed. */
  readonly outcome: 'passed' | 'failed' | 'not tested'
}

export function guaranteedThreshold(
  given: readonly ListRisks[],
  { alpha, delta, of }: { readonly alpha: number; readonly delta: number; readonly of: number },
): GuaranteedThreshold {
  let stopped = false
  const tested = given
    .toSorted((a, b) => b.threshold - a.threshold)
    .map(({ threshold, coverage, risk }): TestedThreshold => {
      const passed = !stopped && risk.length > 0 && atMost(risk, alpha, delta)
      const outcome = stopped ? 'not tested' : passed ? 'passed' : 'failed'
      stopped = !passed
      return { threshold, listCoverage: mean(coverage), listRisk: mean(risk), silentLists: count(coverage, 0), outcome }
    })
  const best = tested.findLast(({ outcome, listCoverage }) => outcome === 'passed' && listCoverage > 0)
  return { alpha, delta, lists: given[0]?.risk.length ?? 0, of, tested, ...(best && { threshold: best.threshold }) }
}

/** Whether the mean of what the risks are drawn from is shown to be at most alpha. */
function atMost(risk: Float64Array, alpha: number, delta: number): boolean {
  const right = risk.map((share) => 1 - share)
  return refutesMean(right, 1 - alpha, delta)
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
