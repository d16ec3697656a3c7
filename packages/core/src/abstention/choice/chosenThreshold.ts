import { argsortDescending } from '../../numeric/compute/argsort.ts'
import { reaches } from '../../rules/ruleRow.ts'
import type { AbstentionRule } from '../../rules/ruleTable.ts'
import type { PairOrigins } from '../resampledPairs.ts'
import { bestThreshold, cautiousThreshold, type ThresholdChoice } from '../riskCoverage.ts'
import { type Answers, type JudgedUnits, ruleCell } from './ruleCell.ts'

/** The threshold of a rule with the smallest loss for a cost. */
export interface ChosenThreshold extends ThresholdChoice {
  readonly rule: AbstentionRule['rule']
  readonly cost: number
  /** The loss if everything is answered. */
  readonly lossWithout: number
  /** The least cautious threshold whose loss is within a standard error of the least: use it if there are few lists. */
  readonly cautious: ThresholdChoice
}

/** By one sweep over the sorted confidences; `resamples` of the lists tell how sure the least loss is. */
export function chosenThreshold(
  rule: AbstentionRule['rule'],
  units: JudgedUnits & PairOrigins,
  cost: number,
  { resamples, seed }: { readonly resamples: number; readonly seed: number },
  isAnswered: Answers,
): ChosenThreshold {
  const { confidence, wrong } = units
  const lossWithout = wrong.reduce((sum, each) => sum + each, 0) / wrong.length
  const cautious = (best: ThresholdChoice) => cautiousThreshold(units, confidence, cost, best, resamples, seed)
  if (isAnswered !== reaches) {
    const best = bestThreshold(confidence, wrong, cost)
    return { rule, cost, ...best, lossWithout, cautious: cautious(best) }
  }
  const cellAt = (threshold: number): ThresholdChoice => {
    const { loss, misranked, abstained } = ruleCell([units], { rule, threshold, isAnswered }, cost)
    return { threshold, loss, misranked, abstained }
  }
  const best = cellAt(bestReached(confidence, wrong, cost))
  const careful = cautious({ ...best, threshold: greatestBelow(confidence, best.threshold) })
  return { rule, cost, ...best, lossWithout, cautious: cellAt(leastAbove(confidence, careful.threshold)) }
}

/**
 * The threshold from 0.5 to 1 with the least loss, of equals the least cautious, where what reaches it is answered. Nothing is answered only
 * if no confidence is 1.
 */
function bestReached(confidence: Float64Array, wrong: Float64Array, cost: number): number {
  const order = new Uint32Array(confidence.length)
  argsortDescending(Uint32Array.of(0, confidence.length), confidence, order)
  let [best, least] = confidence[order[0]] < 1 ? [1, cost * confidence.length] : [1, Infinity]
  let misses = 0
  for (let place = 0; place < order.length; ) {
    const threshold = confidence[order[place]]
    while (place < order.length && confidence[order[place]] === threshold) misses += wrong[order[place++]]
    const loss = misses + cost * (order.length - place)
    if (loss > least) continue
    best = place === order.length ? 0.5 : threshold
    least = loss
  }
  return best
}

/** `bestThreshold` and its kin leave out what does not exceed a confidence, these rules what does not reach the next greater one. */
function greatestBelow(confidence: Float64Array, bound: number): number {
  let greatest = 0
  for (const each of confidence) if (each < bound && each > greatest) greatest = each
  return greatest
}

function leastAbove(confidence: Float64Array, bound: number): number {
  if (bound < 0.5) return 0.5
  let least = 1
  for (const each of confidence) if (each > bound && each < least) least = each
  return least
}
