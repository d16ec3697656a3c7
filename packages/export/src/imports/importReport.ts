import type { TreesModel } from '@rankwright/core'
import { requireArguments, text } from '@rankwright/core/arguments'
import { featureCount, requireListModel } from '@rankwright/core/models'

/** What `import` did. */
export interface ImportReport {
  /** The software that the model comes from. */
  readonly from: string
  readonly kind: TreesModel['kind']
  readonly trees: number
  /** How many there are. */
  readonly features: number
  /** The file. */
  readonly model: string
}

export function importReport(model: TreesModel, out: string): ImportReport {
  requireListModel(model, 'model')
  requireArguments({ out }, { out: text })
  const { kind, method, starts } = model
  return { from: method.replace('imported-', ''), kind, trees: starts.length - 1, features: featureCount(model), model: out }
}
