import { profileNames } from '../metrics/profiles.ts'
import type { OptionTable } from '../options/optionTable.ts'

export const compareOptions = {
  metric: { kind: 'text', default: 'ndcg@10', placeholder: 'NAME', doc: 'The metric to compare by.' },
  profile: { kind: 'choice', default: 'rankwright', of: profileNames, doc: 'The conventions of the metric.' },
  confidence: { kind: 'number', default: 0.95, above: 0, below: 1, doc: 'The confidence of the intervals.' },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of the randomisation test and of the bootstrap.' },
  randomisations: {
    kind: 'integer',
    default: 100_000,
    atLeast: 100,
    atMost: 10_000_000,
    doc: 'Sign patterns to draw if there are too many to try all.',
  },
  perList: { kind: 'flag', doc: 'Also report the metric of each list that counts, and an interval of each mean.' },
  resamples: {
    kind: 'integer',
    default: 2000,
    atLeast: 100,
    atMost: 1_000_000,
    doc: 'Bootstrap samples behind an interval.',
  },
} as const satisfies OptionTable
