import { type LinearModel, type ListModel, RankwrightError } from '@rankwright/core'
import { affineColumns, type FeatureMap, featureNumbers } from '@rankwright/core/data'
import { featureNamesOf } from '@rankwright/core/models'
import { namedOption } from '@rankwright/core/problems'
import { type ForeignFeature, type ForeignFormat, type ForeignLinearModel, foreignFormats, type Normaliser } from './foreignModel.ts'

/**
 * A model for a target that only knows weighted sums of features. Targets with normalisers get the feature map as these, the others get
 * it folded into weights and intercept. Features without influence are left out.
 */
export function toForeign(model: LinearModel, format: ForeignFormat, name: string, store?: string): ForeignLinearModel {
  requireAffine(model.featureMap, format)
  const { named, normalises } = foreignFormats[format]
  const { features, intercept } = normalises ? normalised(model) : folded(model, namesIn(format, model))
  return { format, ...(named && { name }), ...(format === 'solr' && store !== undefined && { store }), features, intercept }
}

/** What the target calls the features of a model. Numbers are those of the LETOR file that `letorText` writes. */
export function namesIn(format: ForeignFormat, model: Pick<ListModel, 'features'>): readonly string[] {
  const names = featureNamesOf(model)
  if (!foreignFormats[format].numbered) return names
  const numbers = typeof model.features === 'number' ? undefined : featureNumbers(model.features)
  return names.map((_, column) => String(numbers?.[column] ?? column + 1))
}

function requireAffine({ scale, ball }: FeatureMap, format: ForeignFormat): void {
  const refuse = (what: string, targets: readonly string[]) => {
    throw new RankwrightError({ area: 'export', code: 'target-cannot-express', target: foreignFormats[format].title, what, targets })
  }
  if (scale.kind === 'per-list') refuse(`scales each list by itself (${namedOption({ scale: 'per-list' }, 'train')})`, ['js'])
  if (scale.kind === 'quantile')
    refuse(`scales features by their quantiles (${namedOption({ scale: 'quantile' }, 'train')})`, ['js', 'onnx'])
  if (ball.norm !== 'none') refuse(`draws every row into a ball (${namedOption('featureBall', 'train')})`, ['js', 'onnx'])
}

interface Parts {
  readonly features: readonly ForeignFeature[]
  readonly intercept: number
}

function folded(model: LinearModel, names: readonly string[]): Parts {
  const { featureMap, weights, intercept } = model
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
