/**
 * The shape of a model in one feature: its mean score when that feature has some value in all rows, and the others stay as they are. Friedman 2001,
 * "Greedy function approximation: a gradient boosting machine", §8.2, partial dependence. It works for every kind of model; what scores take
 * from the rest of their list, in an ensemble or where features are scaled within lists, stays as it is.
 */

import { requireObject } from '../arguments/requireKind.ts'
import { callback, optional } from '../arguments/shapes.ts'
import { codedFeatures } from '../data/encoders/codedFeatures.ts'
import { codeText } from '../data/encoders/codeEncoder.ts'
import { featureColumns } from '../data/features/featureColumns.ts'
import { drawLists } from '../data/lists/drawLists.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import { featureNamesOf } from '../models/common/modelFacts.ts'
import { kindOf } from '../models/kinds.ts'
import type { Model } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import type { WorkListener } from '../numeric/partOfWork.ts'
import type { OptionsOf } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { nearestName } from '../problems/nearestName.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import { obeyStop } from '../runtime/training.ts'
import { shapeOptions } from './shapeOptions.ts'

export interface ShapeOptions extends OptionsOf<typeof shapeOptions> {
  /** Called after each feature. */
  readonly onProgress?: WorkListener
}

export interface FeatureShape {
  readonly feature: string
  /** By ascending values, of categories the most frequent first; that of missing values, if the lists have some, comes last. */
  readonly points: readonly ShapePoint[]
}

export interface ShapePoint {
  /** NaN is missing. */
  readonly value: number
  /** The category that the value is the number of, for features of categories. */
  readonly category?: string
  /** The mean score of all rows with this value. */
  readonly score: number
  /** How many rows of the lists have this value, or one after the point before and up to here. */
  readonly rows: number
}

export interface FeatureShapes {
  /** How many rows the means are over. */
  readonly rows: number
  /** In the order asked for, or that of the model. */
  readonly features: readonly FeatureShape[]
}

export function featureShapes(model: Model, lists: RankingLists, asked: ShapeOptions = {}, runtime: Runtime = plainRuntime): FeatureShapes {
  requireObject('options', asked, 'an object with options')
  const { onProgress, ...given } = asked
  optional(callback)('options.onProgress', onProgress)
  const { shapes: wanted, points, rows, seed } = resolveOptions(shapeOptions, given)
  requireLists('lists', lists)
  requireRuntime(runtime)
  const known = requireListModel(model)
  const kind = kindOf(known)
  const names = featureNamesOf(known)
  const chosen = wanted === undefined ? names.map((_, column) => column) : wanted.map((name) => columnOf(name, names))
  const { lists: all } = kind.match(known, lists)
  const drawn = drawLists(all, rows, seed)
  const allColumns = featureColumns(all.features, all.width)
  const columns = featureColumns(drawn.features, drawn.width)
  const coded = codedFeatures(known.encoders)
  const scored =
    kind.scoreChanged?.(known, drawn, runtime.compute) ?? ((changed: RankingLists) => kind.score(known, changed, runtime.compute))
  const shapes = chosen.map((column, done): FeatureShape => {
    obeyStop(runtime)
    const encoder = coded.get(names[column])
    const values = allColumns.read(column)
    const shape = (encoder ? categoriesOf(values, points) : pointsOf(values, points)).map(({ value, rows: count }) => {
      const filled = new Float32Array(drawn.labels.length).fill(value)
      const scores = scored({ ...drawn, features: columns.replaced(column, filled) })
      const category = encoder && { category: codeText(encoder, value) }
      return { value, ...category, score: scores.reduce((sum, each) => sum + each, 0) / scores.length, rows: count }
    })
    onProgress?.(done + 1, chosen.length)
    return { feature: names[column], points: shape }
  })
  return { rows: drawn.labels.length, features: shapes }
}

/** Features without names have numbers for names. */
function columnOf(name: string, names: readonly string[]): number {
  const column = names.indexOf(name)
  if (column >= 0) return column
  const nearest = nearestName(name, names)
  const allowed = nearest === undefined ? 'names of features' : `names of features; did you mean "${nearest}"?`
  throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'shapes', found: `"${name}"`, allowed })
}

/** Quantiles of the values that are there, each once, and missing. */
function pointsOf(values: Float32Array, most: number): { readonly value: number; readonly rows: number }[] {
  const present = values.filter((value) => !Number.isNaN(value)).sort()
  const places = Math.min(most, present.length)
  const ends = Array.from({ length: places }, (_, place) => (places === 1 ? 0 : Math.round((place * (present.length - 1)) / (places - 1))))
  const points: { value: number; rows: number }[] = []
  let counted = 0
  for (const end of ends) {
    const value = present[end]
    if (points.length > 0 && points[points.length - 1].value === value) continue
    const next = lastOf(present, end) + 1
    points.push({ value, rows: next - counted })
    counted = next
  }
  const missing = values.length - present.length
  return missing > 0 ? [...points, { value: Number.NaN, rows: missing }] : points
}

/** The most frequent categories, and missing. */
function categoriesOf(values: Float32Array, most: number): { readonly value: number; readonly rows: number }[] {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const missing = counts.get(Number.NaN) ?? 0
  counts.delete(Number.NaN)
  const points = Array.from(counts, ([value, rows]) => ({ value, rows })).sort((a, b) => b.rows - a.rows || a.value - b.value)
  return [...points.slice(0, most), ...(missing > 0 ? [{ value: Number.NaN, rows: missing }] : [])]
}

/** The last place of the value that stands at a place. */
function lastOf(sorted: Float32Array, place: number): number {
  let last = place
  while (last + 1 < sorted.length && sorted[last + 1] === sorted[place]) last++
  return last
}
