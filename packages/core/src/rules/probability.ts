import type { OptionTable } from '../options/optionTable.ts'
import { probabilityAbove } from './calibration.ts'
import { reaches, type ScoreRow } from './ruleRow.ts'
import { scoreRule } from './scoreRule.ts'

/** Pairs for which P of the order is below the threshold. */
export interface ProbabilityAbstention {
  readonly rule: 'probability'
  readonly threshold: number
}

/** 0.5, 0.55 … 0.95. */
export const usualProbabilities: readonly number[] = Array.from({ length: 10 }, (_, step) => (50 + 5 * step) / 100)

const options = {
  abstainProbability: {
    kind: 'number',
    atLeast: 0.5,
    atMost: 1,
    leftOut: 'the rule of the model holds, if it has one',
    doc: 'Leave pairs of items undecided if the better score belongs to the better item with a probability below this; for calibrated models.',
  },
} as const satisfies OptionTable

export const probability = {
  leaves: 'pairs',
  looksAt: 'scores',
  summary: 'pairs with a low P(A above B)',
  needsCalibration: true,
  atLeast: 0.5,
  atMost: 1,
  usualThresholds: () => usualProbabilities,
  confidenceAt: (margin, calibration) => probabilityAbove(calibration(), margin),
  isAnswered: reaches,
  options,
  asked({ abstainProbability }: { readonly abstainProbability?: number }) {
    return abstainProbability === undefined ? undefined : { rule: 'probability', threshold: abstainProbability }
  },
  pairsOf({ threshold }, { scoresOf, calibration: own }) {
    const calibration = own()
    return (list) => scoreRule(scoresOf(list), (margin) => probabilityAbove(calibration, margin) < threshold)
  },
  words: { threshold: 'P', undecided: 'undecided below P', reach: 'below' },
  leftText: ({ threshold }, number) => `pairs undecided with P below ${number(threshold)}`,
  ownKeys: [],
  fromDocument: (threshold) => ({ rule: 'probability', threshold }),
  javascript: ({ threshold }, number) => ({ undecided: `probability(Math.abs(scores[i] - scores[k])) < ${number(threshold)}` }),
} as const satisfies ScoreRow<ProbabilityAbstention>
