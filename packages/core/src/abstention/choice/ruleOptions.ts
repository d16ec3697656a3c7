import type { OptionTable } from '../../options/optionTable.ts'
import { abstainOptions } from '../abstainOptions.ts'
import { listRiskNames } from './judgedLists.ts'

const ofPairs = { rule: ['distance', 'margin', 'probability'] } as const
const calibrated = { rule: ['probability', 'list'] } as const

/** What `abstain` takes, whatever the rule. */
export const ruleOptions = {
  rule: {
    kind: 'choice',
    default: 'distance',
    of: ['distance', 'margin', 'probability', 'list'],
    doc: 'What is left undecided: pairs that are close together, pairs with close scores, pairs with a low P(A above B), or whole lists of which the model is not sure.',
  },
  thresholds: {
    kind: 'numbers',
    placeholder: 'T,…',
    leftOut: 'radii for distances, the margins of usual probabilities for margins, else 0.5,0.55 … 0.95',
    doc: 'Thresholds of the rule to tabulate and to test.',
  },
  ...abstainOptions,
  radii: { ...abstainOptions.radii, with: { rule: 'distance' }, doc: 'The same as --thresholds, for distances.' },
  norm: { ...abstainOptions.norm, with: { rule: 'distance' } },
  pairs: { ...abstainOptions.pairs, with: ofPairs },
  runs: { ...abstainOptions.runs, with: ofPairs },
  choose: { kind: 'flag', doc: 'Find the threshold with the smallest loss for --cost.' },
  cost: { ...abstainOptions.cost, doc: 'Cost of an undecided pair, or of a list that is left as it came.' },
  guarantee: {
    kind: 'number',
    above: 0,
    below: 1,
    leftOut: 'no such threshold is looked for',
    doc: 'Find the least cautious threshold at which the risk is at most this on future lists, except with probability delta. The risk of a list is the share of its answered pairs that are wrong, or what --risk says.',
  },
  risk: {
    kind: 'choice',
    default: 'wrong-pairs',
    of: listRiskNames,
    with: { rule: 'list' },
    doc: 'What counts as wrong with a list that is answered: its share of wrong pairs, 1 − nDCG, a lower nDCG than in the order it came in, or a better item below the first places than among them.',
  },
  cutoff: {
    kind: 'integer',
    default: 10,
    atLeast: 1,
    with: { rule: 'list' },
    doc: 'How many first places of a list the confidence, nDCG and --risk top look at.',
  },
  calibrate: { kind: 'flag', with: calibrated, doc: 'Calibrate P(A above B) on these lists, even if the model is calibrated.' },
} as const satisfies OptionTable
