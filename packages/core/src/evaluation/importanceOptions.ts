import { profileNames } from '../metrics/profiles.ts'
import type { OptionTable } from '../options/optionTable.ts'

export const importanceOptions = {
  metric: { kind: 'text', default: 'ndcg@10', placeholder: 'NAME', doc: 'The metric that features are missed by.' },
  profile: { kind: 'choice', default: 'rankwright', of: profileNames, doc: 'The conventions of the metric.' },
  shuffle: {
    kind: 'choice',
    default: 'data',
    of: ['data', 'list'],
    doc: 'Where the values of a feature change places: among all rows, or within each list. What is the same for all rows of a list only counts among all rows.',
  },
  repeats: { kind: 'integer', default: 5, atLeast: 1, atMost: 1000, doc: 'How many times the values of each feature are shuffled.' },
  confidence: { kind: 'number', default: 0.95, above: 0, below: 1, doc: 'The confidence of the intervals.' },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of the shuffles and of the bootstrap.' },
} as const satisfies OptionTable
