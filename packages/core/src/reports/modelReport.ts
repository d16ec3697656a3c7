import type { SeenLists } from '../data/lists/seenLists.ts'
import type { FeatureShapes } from '../evaluation/featureShapes.ts'
import type { PermutationImportance } from '../evaluation/permutationImportance.ts'
import { toldRule } from '../models/common/abstentionRule.ts'
import type { TrainingRecord } from '../models/common/modelCommon.ts'
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

/** What the model keeps of single lists is told by how many they are. */
function trainingReport({ seen, ...record }: TrainingRecord): Record<string, unknown> {
  const kept = ({ lists, share }: SeenLists) => ({ lists, share })
  return { ...record, ...(seen && { seen: { train: kept(seen.train), ...(seen.valid && { valid: kept(seen.valid) }) } }) }
}

/** What is measured of a model on data. */
export interface MeasuredFeatures {
  readonly importance?: PermutationImportance
  readonly shapes?: FeatureShapes
}

export function modelReport(model: Model, measured: MeasuredFeatures = {}): ModelReport {
  const { method, options, features, parts } = kindOf(model).facts(model)
  return {
    kind: model.kind,
    method,
    options,
    features,
    ...parts,
    ...('featureMap' in model && { featureMap: model.featureMap }),
    ...('training' in model && { training: trainingReport(model.training) }),
    ...(isListModel(model) && model.calibration && { calibration: model.calibration }),
    ...(isListModel(model) && model.abstention && { abstention: toldRule(model.abstention) }),
    ...measured,
  }
}
