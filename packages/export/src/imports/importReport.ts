import { arrayOf, fields, object, requireArguments, text } from '@rankwright/core/arguments'
import { featureCount, requireListModel } from '@rankwright/core/models'
import type { Imported } from './imported.ts'

/** What `import` did. */
export interface ImportReport {
  /** The software that the model comes from. */
  readonly from: string
  readonly kind: Imported['model']['kind']
  /** How many there are, if it is a model of trees. */
  readonly trees?: number
  /** How many there are. */
  readonly features: number
  /** The file. */
  readonly model: string
  /** What to know about the scores, in sentences. */
  readonly notes: readonly string[]
}

const shapes = {
  imported: fields({ from: text, model: object('a model'), notes: arrayOf(text) }, 'what importModel gives'),
  out: text,
}

export function importReport(imported: Imported, out: string): ImportReport {
  requireArguments({ imported, out }, shapes)
  const { from, model, notes } = imported
  requireListModel(model, 'imported.model')
  const { kind } = model
  return { from, kind, ...(kind === 'trees' && { trees: model.starts.length - 1 }), features: featureCount(model), model: out, notes }
}
