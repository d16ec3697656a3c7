import { profileNames } from '../metrics/profiles.ts'
import type { OptionTable } from '../options/optionTable.ts'

/** How an experiment measures, whatever its data and methods. */
export const measuringOptions = {
  metrics: {
    kind: 'texts',
    default: ['ndcg@10', 'map'],
    placeholder: 'NAMES',
    doc: 'What to measure; the first one chooses settings and orders the leaderboard.',
  },
  profile: { kind: 'choice', of: profileNames, default: 'rankwright', doc: 'Conventions of the metrics: those of one tool.' },
  seeds: {
    kind: 'numbers',
    default: [1],
    atLeast: 0,
    atMost: Number.MAX_SAFE_INTEGER,
    placeholder: 'A,B,…',
    doc: 'Seeds: every method is trained once for each, and each list counts with its mean. The first one also draws the folds.',
  },
  shares: {
    kind: 'numbers',
    default: [1],
    above: 0,
    atMost: 1,
    placeholder: 'A,B,…',
    doc: 'Shares of the training lists to train on, for learning curves; the greatest one makes the leaderboard.',
  },
  confidence: {
    kind: 'number',
    default: 0.95,
    above: 0.5,
    below: 1,
    doc: 'Confidence of the intervals; rankers are told apart at the level 1 − confidence.',
  },
} as const satisfies OptionTable

/** How the settings of a method are searched. */
export const searchOptions = {
  search: {
    kind: 'choice',
    of: ['none', 'grid', 'random'],
    default: 'none',
    doc: 'Settings that are tried of each method: one, all combinations of the values that tune would try, or some of them.',
  },
  trials: {
    kind: 'integer',
    default: 20,
    atLeast: 1,
    atMost: 10_000,
    with: { search: 'random' },
    doc: 'Settings that a random search draws.',
  },
  halving: {
    kind: 'choice',
    of: ['on', 'off'],
    with: { search: ['grid', 'random'] },
    leftOut: 'as for tune; off where there are validation lists',
    doc: 'Successive halving: all settings on the first inner folds, the best third on the next ones, and so on. Settings are then chosen by inner folds, with validation lists too.',
  },
  innerFolds: {
    kind: 'integer',
    atLeast: 2,
    atMost: 10_000,
    with: { search: ['grid', 'random'] },
    leftOut: 'as the folds of tune',
    doc: 'Parts of the training lists by which settings are chosen, where there are no validation lists.',
  },
} as const satisfies OptionTable

/** How the lists of a data set are divided. */
export const splittingOptions = {
  folds: {
    kind: 'integer',
    default: 5,
    atLeast: 2,
    atMost: 10_000,
    doc: 'Query-aware folds of the data: each is tested on once by models trained on the others.',
  },
} as const satisfies OptionTable
