import { defaultMetrics } from '../metrics/chooseMetrics.ts'
import { profileNames } from '../metrics/profiles.ts'
import type { OptionTable } from '../options/optionTable.ts'

/** What a report of an evaluation says beside the means. */
export const reportOptions = {
  perList: { kind: 'flag', doc: 'Also report the metrics of each list.' },
  confidence: { kind: 'number', default: 0.95, atLeast: 0, below: 1, doc: 'Confidence of the intervals; 0 leaves them out.' },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of the bootstrap behind the intervals.' },
} as const satisfies OptionTable

/** What is measured, and how it is reported. */
export const evaluateOptions = {
  metrics: {
    kind: 'texts',
    default: defaultMetrics,
    placeholder: 'NAMES',
    doc: 'What to measure, with commas between: ndcg, ndcg@k, dcg@k, err@k, map, mrr, p@k, r@k, auc, pairwise-accuracy, kendall-tau, spearman, mean-ndcg.',
  },
  profile: {
    kind: 'choice',
    of: profileNames,
    default: 'rankwright',
    doc: 'Conventions for gain, ties and lists without relevant items: those of one tool.',
  },
  relevantFrom: {
    kind: 'number',
    leftOut: 'that of the profile',
    doc: 'Smallest label that counts as relevant, for metrics of yes or no.',
  },
  ...reportOptions,
} as const satisfies OptionTable
