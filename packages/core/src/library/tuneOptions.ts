import { profileNames } from '../metrics/profiles.ts'
import type { OptionTable } from '../options/optionTable.ts'

/** How options are tuned, whatever the method. */
export const tuneOptions = {
  folds: {
    kind: 'integer',
    atLeast: 2,
    leftOut: 'every list is left out in turn where that has a closed form, as with elmrank and rankrls; else 5',
    doc: 'Parts that the lists are divided into; each is measured by models trained on the others.',
  },
  halving: {
    kind: 'choice',
    of: ['on', 'off'],
    leftOut: 'on for lambdamart with more than four fits, else off',
    doc: 'Whether all trials are measured on the first folds, and only the best third of the fits on the next ones, and so on.',
  },
  metric: { kind: 'text', default: 'ndcg@10', placeholder: 'METRIC', doc: 'Metric to choose by; of errors the least is taken.' },
  profile: { kind: 'choice', of: profileNames, default: 'rankwright', doc: 'Conventions of the metric: those of one tool.' },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of the folds.' },
} as const satisfies OptionTable
