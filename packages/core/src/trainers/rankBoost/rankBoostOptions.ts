import type { OptionTable } from '../../options/optionTable.ts'
import { earlyStopOptions, seedOptions } from '../../options/sharedOptions.ts'

export const rankBoostOptions = {
  iterations: { kind: 'integer', default: 300, atLeast: 1, doc: 'Most rounds; each adds one threshold on one feature.' },
  thresholds: {
    kind: 'integer',
    default: 64,
    atLeast: 1,
    atMost: 65_536,
    doc: 'Most thresholds tried on each feature, about equally many values between any two of them. Features with fewer different values have all of theirs tried.',
  },
  learningRate: {
    kind: 'number',
    default: 0.1,
    above: 0,
    atMost: 1,
    doc: 'Share of its weight that each threshold is added with; a smaller one needs more rounds.',
  },
  weight: {
    kind: 'choice',
    default: 'exact',
    of: ['exact', 'bound'],
    doc: "The weight of a threshold: the one with the least loss, or the paper's ½ ln((1 + r)/(1 − r)), which minimises a bound of the loss.",
  },
  pairs: {
    kind: 'choice',
    default: 'sum',
    of: ['sum', 'mean'],
    doc: 'Whether each list counts with the sum over its pairs, as in the paper, or with their mean.',
  },
  ...earlyStopOptions,
  ...seedOptions,
} as const satisfies OptionTable
