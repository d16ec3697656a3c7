import { PATCH_SIDE, patchFeatureCount, patchFeatureNames } from '../../data/images/imagePatches.ts'
import type { ListCommon, MappedCommon } from './modelCommon.ts'
import { withFeatures } from './modelCommon.ts'

/** What `show` prints about a model, as plain values; the caller chooses words and layout. */
export interface ModelFacts {
  readonly method: string
  readonly options: Readonly<Record<string, unknown>>
  /** The strongest first, if they have weights. */
  readonly features: readonly FeatureFact[]
  /** Further facts of this kind, by name; JSON shows all of them. */
  readonly parts: Readonly<Record<string, unknown>>
  /** What the model is made of: 256 sigmoid nodes. */
  readonly sizes: readonly [Size, ...Size[]]
  /** Single numbers and words worth a line: lambda 0.1. */
  readonly figures?: Readonly<Record<string, number | string>>
  readonly table?: FactTable
}

export interface FeatureFact {
  readonly feature: string
  readonly weight?: number
  /** Of trees: how many splits look at it, and by how much all of them lowered the objective. */
  readonly splits?: number
  readonly gain?: number
}

export interface Size {
  readonly count: number
  /** What is counted, in the singular: `term`. */
  readonly of: string
  /** The plural, if it is not made with an s: `branches`. */
  readonly plural?: string
}

export interface FactTable {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly (number | string)[])[]
  /** What a row is, for those that are not printed: `branch`. */
  readonly of: Omit<Size, 'count'>
}

/** The names of the features; their numbers, from 1, where they have none. */
export function featureNamesOf(model: Pick<ListCommon, 'features'>): readonly string[] {
  withFeatures('model', model)
  const { features } = model
  return typeof features === 'number' ? Array.from({ length: features }, (_, column) => String(column + 1)) : features
}

/** The names of the mapped features: those of the model, or those that the patches give. */
export function mappedNamesOf({ features, featureMap }: Pick<MappedCommon, 'features' | 'featureMap'>): readonly string[] {
  return featureMap.patches === undefined ? featureNamesOf({ features }) : patchFeatureNames(featureMap.patches)
}

/** The patches of a model of images, and what it makes of them. */
export function patchFacts({
  featureMap: { patches },
}: Pick<MappedCommon, 'featureMap'>): Pick<ModelFacts, 'parts'> & { readonly sizes: readonly Size[] } {
  if (patches === undefined) return { parts: {}, sizes: [] }
  const { shape, count } = patches
  const { channels, height, width } = shape
  return {
    parts: { patches: { count, side: PATCH_SIDE, image: `${channels}x${height}x${width}`, features: patchFeatureCount(patches) } },
    sizes: [{ count, of: 'patch', plural: 'patches' }],
  }
}

/** The features of a model without a weight for each. */
export function featureFacts(model: Pick<ListCommon, 'features'>): FeatureFact[] {
  return featureNamesOf(model).map((feature) => ({ feature }))
}
