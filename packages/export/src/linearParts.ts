import { type LinearModel, RankwrightError } from '@rankwright/core'
import { affineColumns, type FeatureMap, featureNumbers } from '@rankwright/core/data'
import { featureNamesOf } from '@rankwright/core/models'
import type { ForeignFeature, ForeignFormat, ForeignLinearModel, Normaliser } from './foreignModel.ts'

export const spelled: Readonly<Record<ForeignFormat, string>> = { ranklib: 'RankLib', elasticsearch: 'Elasticsearch LTR', solr: 'Solr LTR' }

/**
 * A model for a target that only knows weighted sums of features. RankLib gets the feature map folded into weights and intercept, the
 * other two get it as their normalisers. Features without influence are left out.
 */
export function toForeign(model: LinearModel, format: ForeignFormat, name: string, store?: string): ForeignLinearModel {
  requireAffine(model.featureMap, format)
  const { features, intercept } = format === 'ranklib' ? folded(model) : normalised(model)
  const named = format === 'ranklib' ? {} : { name, ...(format === 'solr' && store !== undefined && { store }) }
  return { format, ...named, features, intercept }
}

/** What RankLib calls a model's features: their numbers, as in the LETOR file that `letorText` writes. */
export function ranklibNames({ features, featureMap }: LinearModel): readonly string[] {
  const numbers = typeof features === 'number' ? undefined : featureNumbers(features)
  return Array.from({ length: featureMap.width }, (_, column) => String(numbers?.[column] ?? column + 1))
}

function requireAffine({ scale, ball }: FeatureMap, format: ForeignFormat): void {
  const refuse = (what: string, targets: readonly string[]) => {
    throw new RankwrightError({ area: 'export', code: 'target-cannot-express', target: spelled[format], what, targets })
  }
  if (scale.kind === 'per-list') refuse('scales each list by itself (--scale per-list)', ['js'])
  if (scale.kind === 'quantile') refuse('scales features by their quantiles (--scale quantile)', ['js', 'onnx'])
  if (ball.norm !== 'none') refuse('draws every row into a ball (--feature-ball)', ['js', 'onnx'])
}

interface Parts {
  readonly features: readonly ForeignFeature[]
  readonly intercept: number
}

function folded(model: LinearModel): Parts {
  const { featureMap, weights, intercept } = model
  const names = ranklibNames(model)
  const { offset, factor } = affineColumns(featureMap)
  const features: ForeignFeature[] = []
  let constant = intercept
  for (const [column, weight] of weights.entries()) {
    const slope = weight * factor[column] * featureMap.shrink
    if (slope === 0) continue
    features.push({ name: names[column], weight: slope })
    constant -= slope * offset[column]
  }
  return { features, intercept: constant }
}

/** Neither Elasticsearch nor Solr knows an intercept: it goes into the normaliser of the feature with the greatest weight. */
function normalised(model: LinearModel): Parts {
  const { featureMap, weights, intercept } = model
  const { factor } = affineColumns(featureMap)
  const names = featureNamesOf(model)
  const used = Array.from(weights.keys()).filter((column) => weights[column] * factor[column] !== 0)
  // A model with equal scores everywhere must name a feature, too.
  if (used.length === 0) return { features: [{ name: names[0], weight: 0 }], intercept: 0 }
  const strongest = used.reduce((best, column) => (Math.abs(weights[column]) > Math.abs(weights[best]) ? column : best))
  const features = used.map((column): ForeignFeature => {
    const weight = weights[column] * featureMap.shrink
    const lift = column === strongest ? intercept / weight : 0
    const normaliser = lifted(normaliserOf(featureMap, column), lift)
    return { name: names[column], weight, ...(normaliser && { normaliser }) }
  })
  return { features, intercept: 0 }
}

function normaliserOf({ scale, zero }: FeatureMap, column: number): Normaliser | undefined {
  if (scale.kind === 'standard') {
    return { kind: 'standard', mean: zero === 'moved' ? scale.mean[column] : 0, deviation: scale.deviation[column] }
  }
  if (scale.kind !== 'min-max') return undefined
  const [low, high] = [scale.low[column], scale.high[column]]
  return zero === 'moved' ? { kind: 'min-max', low, high } : { kind: 'standard', mean: 0, deviation: high - low }
}

/** The normaliser that adds a constant to every value. */
function lifted(normaliser: Normaliser | undefined, lift: number): Normaliser | undefined {
  if (lift === 0) return normaliser
  if (normaliser === undefined) return { kind: 'standard', mean: -lift, deviation: 1 }
  if (normaliser.kind === 'standard') return { ...normaliser, mean: normaliser.mean - lift * normaliser.deviation }
  const down = lift * (normaliser.high - normaliser.low)
  return { kind: 'min-max', low: normaliser.low - down, high: normaliser.high - down }
}
