/**
 * Integrated gradients: the gradient of the score, averaged along the straight line between two mapped rows, times the way of each feature.
 * Sundararajan, Taly & Yan 2017, "Axiomatic attribution for deep networks". They add up to the difference of the two scores (completeness),
 * which is checked for every explanation. They are not Shapley values.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { type Explainer, itemExplanation, pairExplanation } from './explanation.ts'
import { mappedRows } from './mappedRow.ts'
import { matchFeatures } from './matchFeatures.ts'
import type { MappedCommon } from './modelCommon.ts'
import { mappedNamesOf } from './modelFacts.ts'
import { rowPlaces } from './rowPlaces.ts'

/** Integrated gradients of a score between two mapped rows: one number for each feature goes into `into`. */
export type PathGradients = (from: Float32Array, to: Float32Array, into: Float64Array) => PathEnds

export interface PathEnds {
  /** The scores of the two rows. */
  readonly start: number
  readonly end: number
  /** The sum of the absolute values of all terms of the two scores: rounding is relative to it. */
  readonly magnitude: number
}

/** Contributions add up to the difference of the scores but for this share of the magnitude of their terms. */
export const COMPLETE_TO = 1e-10

/** Items are compared with the row whose mapped features are all 0, as they are in a linear model; of pairs, one item with the other. */
export function explainByGradients(model: MappedCommon, given: RankingLists, gradients: PathGradients): Explainer {
  const names = mappedNamesOf(model)
  const placeOf = rowPlaces(given)
  const look = mappedRows(model, matchFeatures(model, given).lists)
  const { width } = model.featureMap
  const nothing = new Float32Array(width)
  const intercept = gradients(nothing, nothing, new Float64Array(width)).start
  const along = (from: Float32Array, to: Float32Array) => {
    const into = new Float64Array(width)
    const { start, end, magnitude } = gradients(from, to, into)
    requireComplete(into, start, end, magnitude)
    return into
  }
  return {
    how: 'integrated-gradients',
    intercept,
    item(row) {
      const place = placeOf(row)
      const { values, mapped } = look(place)
      const contributions = Array.from(along(nothing, mapped), (contribution, column) => ({
        feature: names[column],
        value: values[column],
        mapped: mapped[column],
        contribution,
      }))
      return itemExplanation({ row, item: given.itemIds?.[place], intercept, contributions })
    },
    pair(row, other) {
      const [one, two] = [look(placeOf(row)), look(placeOf(other))]
      const contributions = Array.from(along(two.mapped, one.mapped), (contribution, column) => ({
        feature: names[column],
        values: [one.values[column], two.values[column]] as const,
        mapped: [one.mapped[column], two.mapped[column]] as const,
        contribution,
      }))
      return pairExplanation('integrated-gradients', row, other, contributions)
    },
  }
}

/** Throws unless the contributions add up to the difference of the scores. */
export function requireComplete(contributions: Float64Array, start: number, end: number, magnitude: number): void {
  const missing = contributions.reduce((sum, contribution) => sum + contribution, 0) - (end - start)
  if (Math.abs(missing) <= COMPLETE_TO * magnitude) return
  throw new RankwrightError({ area: 'model', code: 'explanation-not-complete', missing, difference: end - start })
}
