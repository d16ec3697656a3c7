import type { AbstentionRule } from '../../models/common/abstentionRule.ts'
import type { PairOrigins } from '../resampledPairs.ts'
import { bestThreshold, cautiousThreshold, type ThresholdChoice } from '../riskCoverage.ts'
import { type Answers, type JudgedUnits, reaches, ruleCell } from './ruleCell.ts'

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
  const best = bestThreshold(confidence, wrong, cost)
  const careful = cautiousThreshold(units, confidence, cost, best, resamples, seed)
  const asRule = (choice: ThresholdChoice): ThresholdChoice => {
    if (isAnswered !== reaches) return choice
    const threshold = leastAbove(confidence, choice.threshold)
    const { loss, misranked, abstained } = ruleCell([units], { rule, threshold, isAnswered }, cost)
    return { threshold, loss, misranked, abstained }
  }
  const lossWithout = wrong.reduce((sum, each) => sum + each, 0) / wrong.length
  return { rule, cost, ...asRule(best), lossWithout, cautious: asRule(careful) }
}

/** The sweep leaves out what does not exceed a confidence; these rules answer what reaches one: the next greater. 1 if there is none. */
function leastAbove(confidence: Float64Array, bound: number): number {
  let least = 1
  for (const each of confidence) if (each > bound && each < least) least = each
  return bound < 0.5 ? 0.5 : least
}
