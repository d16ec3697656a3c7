import { type EncodedColumn, encodedColumns, summedByColumn } from '../data/encoders/encodedColumns.ts'
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

/** A column of a table, what becomes of it, and what its features count for together: the sum of their absolute weights, or of the losses when they are shuffled. */
export interface ColumnFact {
  readonly column: string
  readonly role: EncodedColumn['role']
  readonly becomes: string
  readonly features: number
  readonly weight?: number
  readonly loss?: number
}

/** The columns of the table that a model was trained on, where some were not plain numbers. */
export function columnFacts(model: Model, { importance }: MeasuredFeatures = {}): readonly ColumnFact[] {
  if (!isListModel(model) || model.encoders === undefined) return []
  const columns = encodedColumns(model.encoders)
  const { features } = kindOf(model).facts(model)
  const known = features.flatMap(({ feature, weight }) => (weight === undefined ? [] : [[feature, Math.abs(weight)] as const]))
  const weights = known.length === 0 ? undefined : summedByColumn(columns, new Map(known))
  const losses = importance && summedByColumn(columns, new Map(importance.features.map(({ feature, loss }) => [feature, loss])))
  return columns.map(({ column, role, becomes, features: own }, place) => ({
    column,
    role,
    becomes,
    features: own.length,
    ...(weights && { weight: weights[place] }),
    ...(losses && { loss: losses[place] }),
  }))
}

/** What is measured of a model on data. */
export interface MeasuredFeatures {
  readonly importance?: PermutationImportance
  readonly shapes?: FeatureShapes
}

export function modelReport(model: Model, measured: MeasuredFeatures = {}): ModelReport {
  const { method, options, features, parts } = kindOf(model).facts(model)
  const columns = columnFacts(model, measured)
  return {
    kind: model.kind,
    method,
    options,
    features,
    ...parts,
    ...(columns.length > 0 && { columns }),
    ...('featureMap' in model && { featureMap: model.featureMap }),
    ...('training' in model && { training: trainingReport(model.training) }),
    ...(isListModel(model) && model.calibration && { calibration: model.calibration }),
    ...(isListModel(model) && model.abstention && { abstention: toldRule(model.abstention) }),
    ...measured,
  }
}
