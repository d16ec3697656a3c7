import type { FeatureFact } from '../models/common/modelFacts.ts'
import { isListModel, kindOf } from '../models/kinds.ts'
import type { Model } from '../models/model.ts'

/** What `show` prints about a model; what else there is depends on its kind. */
export interface ModelReport {
  readonly kind: Model['kind']
  readonly method: string
  readonly options: Readonly<Record<string, unknown>>
  readonly features: readonly FeatureFact[]
  readonly [part: string]: unknown
}

export function modelReport(model: Model): ModelReport {
  const { method, options, features, parts } = kindOf(model).facts(model)
  return {
    kind: model.kind,
    method,
    options,
    features,
    ...parts,
    ...('featureMap' in model && { featureMap: model.featureMap }),
    ...('training' in model && { training: model.training }),
    ...(isListModel(model) && model.calibration && { calibration: model.calibration }),
    ...(isListModel(model) && model.abstention && { abstention: model.abstention }),
  }
}
