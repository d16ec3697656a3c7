import type { OptionTable } from '../../options/optionTable.ts'
import { namedOption } from '../../problems/namedOption.ts'
import { ruleNames, ruleNamesWhere, rules } from '../../rules/ruleTable.ts'
import { abstainOptions } from '../abstainOptions.ts'
import { listRiskNames } from './judgedLists.ts'

const ofPairs = { rule: ruleNamesWhere(({ leaves }) => leaves === 'pairs') }
const ofRows = { rule: ruleNamesWhere(({ looksAt }) => looksAt === 'rows') }
const ofLists = { rule: ruleNamesWhere(({ leaves }) => leaves === 'lists') }
const calibrated = { rule: ruleNamesWhere(({ needsCalibration }) => needsCalibration) }
const summaries = ruleNames.map((name) => rules[name].summary)

/** What `abstain` takes, whatever the rule. */
export const ruleOptions = {
  rule: {
    kind: 'choice',
    default: 'distance',
    of: ruleNames,
    doc: `What is left undecided: ${summaries.slice(0, -1).join(', ')}, or ${summaries.at(-1)}.`,
  },
  thresholds: {
    kind: 'numbers',
    placeholder: 'T,…',
    leftOut: 'radii for distances, the margins of usual probabilities for margins, else 0.5,0.55 … 0.95',
    doc: 'Thresholds of the rule to tabulate and to test.',
  },
  ...abstainOptions,
  radii: { ...abstainOptions.radii, with: ofRows, doc: `The same as ${namedOption('thresholds')}, for distances.` },
  norm: { ...abstainOptions.norm, with: ofRows },
  pairs: { ...abstainOptions.pairs, with: ofPairs },
  runs: { ...abstainOptions.runs, with: ofPairs },
  choose: { kind: 'flag', doc: `Find the threshold with the smallest loss for ${namedOption('cost')}.` },
  cost: { ...abstainOptions.cost, doc: 'Cost of an undecided pair, or of a list that is left as it came.' },
  guarantee: {
    kind: 'number',
    above: 0,
    below: 1,
    leftOut: 'no such threshold is looked for',
    doc: `Find the least cautious threshold at which the risk is at most this on future lists, except with probability delta. The risk of a list is the share of its answered pairs that are wrong, or what ${namedOption('risk')} says.`,
  },
  risk: {
    kind: 'choice',
    default: 'wrong-pairs',
    of: listRiskNames,
    with: ofLists,
    doc: 'What counts as wrong with a list that is answered: its share of wrong pairs, 1 − nDCG, a lower nDCG than in the order it came in, or a better item below the first places than among them.',
  },
  cutoff: {
    kind: 'integer',
    default: 10,
    atLeast: 1,
    with: ofLists,
    doc: `How many first places of a list the confidence, nDCG and ${namedOption({ risk: 'top' })} look at.`,
  },
  calibrate: { kind: 'flag', with: calibrated, doc: 'Calibrate P(A above B) on these lists, even if the model is calibrated.' },
} as const satisfies OptionTable
