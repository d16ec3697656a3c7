import type { OptionTable } from '../options/optionTable.ts'
import { marginOf } from './calibration.ts'
import { usualProbabilities } from './probability.ts'
import { exceeds, type ScoreRow } from './ruleRow.ts'
import { scoreRule } from './scoreRule.ts'

/** Pairs whose scores differ by at most the threshold. */
export interface MarginAbstention {
  readonly rule: 'margin'
  readonly threshold: number
}

const options = {
  abstainMargin: {
    kind: 'number',
    atLeast: 0,
    leftOut: 'the rule of the model holds, if it has one',
    doc: 'Leave pairs of items undecided whose scores differ by at most this much.',
  },
} as const satisfies OptionTable

export const margin = {
  leaves: 'pairs',
  looksAt: 'scores',
  summary: 'pairs with close scores',
  needsCalibration: false,
  atLeast: 0,
  atMost: Infinity,
  /** Margins have no usual size: they are those at which a calibrated model has the usual probabilities. */
  usualThresholds(calibration) {
    if (calibration === undefined) return undefined
    return [...new Set(usualProbabilities.map((each) => marginOf(calibration, each)).filter(Number.isFinite))]
  },
  confidenceAt: (margin) => margin,
  isAnswered: exceeds,
  options,
  asked({ abstainMargin }: { readonly abstainMargin?: number }) {
    return abstainMargin === undefined ? undefined : { rule: 'margin', threshold: abstainMargin }
  },
  pairsOf:
    ({ threshold }, { scoresOf }) =>
    (list) =>
      scoreRule(scoresOf(list), (margin) => margin <= threshold),
  words: { threshold: 'margin', undecided: 'undecided up to a margin of', reach: 'up to' },
  leftText: ({ threshold }, number) => `pairs undecided whose scores differ by at most ${number(threshold)}`,
  ownKeys: [],
  fromDocument: (threshold) => ({ rule: 'margin', threshold }),
  javascript: ({ threshold }, number) => ({ undecided: `Math.abs(scores[i] - scores[k]) <= ${number(threshold)}` }),
} as const satisfies ScoreRow<MarginAbstention>
