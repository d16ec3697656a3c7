/**
 * A linear model of RankLib, Elasticsearch LTR or Solr LTR, as their files hold it: the common ground of our writers, of our readers
 * and of the emulation that an export is checked in.
 */
import type { LinearModel } from '@rankwright/core'
import { arrayOf, callback, fields, number, oneOf, optional, requireArguments, type Shape, text } from '@rankwright/core/arguments'
import { identityMap, isSpread, numberedFeature } from '@rankwright/core/data'
import { importedMethod } from '@rankwright/core/models'
import { trainedElsewhere } from './trainedElsewhere.ts'

/** Where the targets that know weighted sums of features differ. */
interface FormatRow {
  /** What messages call it. */
  readonly title: string
  /** Whether its features have numbers from 1 instead of names. */
  readonly numbered: boolean
  /** Whether a model has a name in it. */
  readonly named: boolean
  /** Whether it scales features itself; otherwise the feature map is folded into weights and intercept. */
  readonly normalises: boolean
  /** In which precision it adds up. Features are float32 everywhere. */
  readonly arithmetic: 'float32' | 'float64'
}

export const foreignFormats = {
  ranklib: { title: 'RankLib', numbered: true, named: false, normalises: false, arithmetic: 'float64' },
  elasticsearch: { title: 'Elasticsearch LTR', numbered: false, named: true, normalises: true, arithmetic: 'float32' },
  solr: { title: 'Solr LTR', numbered: false, named: true, normalises: true, arithmetic: 'float32' },
} as const satisfies Readonly<Record<string, FormatRow>>

export type ForeignFormat = keyof typeof foreignFormats

export interface ForeignLinearModel {
  readonly format: ForeignFormat
  /** Where models have one. */
  readonly name?: string
  /** Solr: the feature store that the model reads from. */
  readonly store?: string
  /** Each with a name of its own, or a number from 1. */
  readonly features: readonly ForeignFeature[]
  /** Always 0 where the target normalises: those that do have none. */
  readonly intercept: number
}

export interface ForeignFeature {
  readonly name: string
  readonly weight: number
  readonly normaliser?: Normaliser
}

/** min-max: (x − low) / (high − low); standard: (x − mean) / deviation. Neither clips. */
export type Normaliser =
  | { readonly kind: 'min-max'; readonly low: number; readonly high: number }
  | { readonly kind: 'standard'; readonly mean: number; readonly deviation: number }

const kinds: Readonly<Record<Normaliser['kind'], Shape>> = {
  'min-max': fields({ low: number(), high: number() }),
  standard: fields({ mean: number(), deviation: number({ above: 0 }) }),
}
const normaliserShape: Shape = (argument, value) => {
  fields({ kind: oneOf(...Object.keys(kinds)) })(argument, value)
  kinds[(value as Normaliser).kind](argument, value)
}

/** A model of other software as an argument. */
const foreignModelShape = fields(
  {
    format: oneOf(...Object.keys(foreignFormats)),
    name: optional(text),
    store: optional(text),
    features: arrayOf(fields({ name: text, weight: number(), normaliser: optional(normaliserShape) })),
    intercept: number(),
  },
  'what readForeignModel gives',
)

/**
 * The score as the target works it out, in its own precision on float32 features. `value` gives a feature by its name; what is missing
 * counts as 0.
 */
export function scoreForeign(model: ForeignLinearModel, value: (name: string) => number): number {
  requireArguments({ model, value }, { model: foreignModelShape, value: callback })
  const round = foreignFormats[model.format].arithmetic === 'float64' ? (x: number) => x : Math.fround
  let score = round(model.intercept)
  for (const { name, weight, normaliser } of model.features) {
    const given = Math.fround(value(name))
    const x = Number.isNaN(given) ? 0 : given
    score = round(score + round(round(weight) * normalised(normaliser, x, round)))
  }
  return score
}

function normalised(normaliser: Normaliser | undefined, x: number, round: (x: number) => number): number {
  if (normaliser === undefined) return x
  if (normaliser.kind === 'standard') return round(round(x - round(normaliser.mean)) / round(normaliser.deviation))
  const low = round(normaliser.low)
  return round(round(x - low) / round(round(normaliser.high) - low))
}

/** The same ranking function as a rankwright model; normalisers are folded into weights and intercept. */
export function fromForeign(model: ForeignLinearModel): LinearModel {
  requireArguments({ model }, { model: foreignModelShape })
  const numbered = foreignFormats[model.format].numbered && inNumberOrder(model.features)
  const features = numbered || model.features
  const greatest = numbered ? Number(numbered.at(-1)?.name ?? 0) : 0
  // A weight for each number up to the greatest, unless most of them have none.
  const byNumber = numbered && !isSpread(greatest, numbered.length)
  const width = byNumber ? greatest : features.length
  const weights = new Float64Array(width)
  let intercept = model.intercept
  for (const [index, { name, weight, normaliser }] of features.entries()) {
    const { offset, spread } = affine(normaliser)
    weights[byNumber ? Number(name) - 1 : index] = weight / spread
    intercept -= (weight * offset) / spread
  }
  return {
    kind: 'linear',
    method: importedMethod(model.format),
    options: {},
    features: byNumber ? width : features.map(({ name }) => (numbered ? numberedFeature(Number(name)) : name)),
    featureMap: identityMap(width),
    weights,
    intercept,
    training: trainedElsewhere,
  }
}

function inNumberOrder(features: readonly ForeignFeature[]): readonly ForeignFeature[] {
  return features.toSorted((a, b) => Number(a.name) - Number(b.name))
}

function affine(normaliser: Normaliser | undefined): { offset: number; spread: number } {
  if (normaliser === undefined) return { offset: 0, spread: 1 }
  if (normaliser.kind === 'standard') return { offset: normaliser.mean, spread: normaliser.deviation }
  return { offset: normaliser.low, spread: normaliser.high - normaliser.low }
}
