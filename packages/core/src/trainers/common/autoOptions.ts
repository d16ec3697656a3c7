import { profileNames } from '../../metrics/profiles.ts'
import type { OptionTable } from '../../options/optionTable.ts'

/** How `auto` chooses a method. */
export const autoOptions = {
  budget: {
    kind: 'number',
    default: 180,
    above: 0,
    doc: 'Seconds of a reference machine, turned into an allowance of work by a fixed table of costs: no clock decides, so the same data gives the same model everywhere.',
  },
  single: { kind: 'flag', doc: 'Take the best single method, and look for no ensemble.' },
  folds: {
    kind: 'integer',
    default: 5,
    atLeast: 2,
    atMost: 100,
    doc: 'Parts that the lists are divided into where there is no validation data; each is measured by models trained on the others. Fewer lists make fewer parts.',
  },
  metric: { kind: 'text', default: 'ndcg@10', placeholder: 'METRIC', doc: 'Metric to choose by; of errors the least is taken.' },
  profile: { kind: 'choice', of: profileNames, default: 'rankwright', doc: 'Conventions of the metric: those of one tool.' },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of the folds, and of what methods draw.' },
} as const satisfies OptionTable
