import { compareOptions } from '../evaluation/compareOptions.ts'
import type { OptionTable } from '../options/optionTable.ts'

export const retrainOptions = {
  share: {
    kind: 'number',
    default: 0.2,
    above: 0,
    below: 1,
    doc: 'Share of the lists that are kept out of training, to compare the two models on.',
  },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of the draw of these lists, and of the bootstrap behind the interval.' },
  metric: { ...compareOptions.metric, doc: 'What the models are compared by.' },
  profile: compareOptions.profile,
  confidence: { ...compareOptions.confidence, doc: 'Confidence of the interval that says whether the new model is worse.' },
  refit: {
    kind: 'flag',
    doc: 'Train once more on all lists, those of the comparison included. What was compared is then not what is given.',
  },
} as const satisfies OptionTable
