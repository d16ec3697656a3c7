import type { OptionTable } from '@rankwright/core/options'

/** What theorems about a model need. */
export const trainedOnOption = {
  train: {
    kind: 'texts',
    whole: true,
    placeholder: 'DATA',
    leftOut: 'no theorem is told, only the held-out bound',
    doc: 'The lists that the model was trained on.',
  },
} as const satisfies OptionTable
