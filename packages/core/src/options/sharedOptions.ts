/**
 * Options that mean the same wherever they appear. A method spreads the groups it honours into its table and leaves the
 * others out, so that no option is accepted and ignored.
 */
import type { OptionTable } from './optionTable.ts'

/** The bounded feature map. */
export const featureMapOptions = {
  scale: {
    kind: 'choice',
    default: 'min-max',
    of: ['none', 'min-max', 'standard', 'quantile', 'per-list'],
    doc: 'How features are scaled. The scale is fitted on the training lists; per-list scales each list by itself, as LETOR does.',
  },
  missing: {
    kind: 'choice',
    default: 'mean',
    of: ['zero', 'mean'],
    doc: 'Replaces a missing value: 0, or the mean of the feature in training.',
  },
  featureBall: {
    kind: 'choice',
    default: 'none',
    of: ['l1', 'l2', 'inf', 'none'],
    doc: 'Norm of the feature ball: every mapped row is brought into it, also when serving.',
  },
  featureRadius: {
    kind: 'number',
    default: 1,
    above: 0,
    with: { featureBall: ['l1', 'l2', 'inf'] },
    doc: 'Feature radius: the radius of that ball.',
  },
} as const satisfies OptionTable

export const earlyStopOptions = {
  earlyStop: { kind: 'text', default: 'ndcg@10', placeholder: 'METRIC', doc: 'Metric that decides on the validation lists.' },
} as const satisfies OptionTable

export const iterationOptions = {
  iterations: { kind: 'integer', default: 1000, atLeast: 1, doc: 'Most iterations.' },
  tolerance: { kind: 'number', default: 1e-10, above: 0, below: 1, doc: 'Relative accuracy at which the iterations end.' },
} as const satisfies OptionTable

export const seedOptions = {
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of everything random; the same seed gives the same result.' },
} as const satisfies OptionTable

/** Where the work runs: changes the time and, with a `compute` other than portable, the last digits of the result. */
export const runtimeOptions = {
  threads: { kind: 'integer', atLeast: 1, atMost: 256, leftOut: 'one per core', doc: 'Most threads to work on; little work takes fewer.' },
  compute: {
    kind: 'choice',
    default: 'portable',
    of: ['portable', 'relaxed', 'native'],
    doc: 'Dense algebra: portable gives the same model bytes everywhere; relaxed fuses products and sums (Node 22 or later); native uses OpenBLAS, MKL or Accelerate of this machine. The model records it.',
  },
} as const satisfies OptionTable

/** Which columns of the data are features. */
export const columnOptions = {
  features: {
    kind: 'texts',
    placeholder: 'A,B,…',
    leftOut: 'all are used',
    doc: 'Features to use: columns of a table by name; features of LETOR files by number, as in 1,5-20.',
  },
  ignore: {
    kind: 'texts',
    placeholder: 'A,B,…',
    leftOut: 'none is ignored',
    doc: 'Columns or features not to use, given in the same way.',
  },
} as const satisfies OptionTable
