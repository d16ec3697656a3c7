/**
 * Why an item has its score, and why one item stands above another. A linear model's score is a sum over its features,
 * s(x) = b + Σ wⱼ φⱼ(x), so the terms of that sum are the whole reason; nothing is approximated.
 */
import { rowMapper } from '../data/features/featureMapApply.ts'
import { copyRow, fileOrder, type RankingLists, rowCount } from '../data/lists/rankingLists.ts'
import { matchFeatures } from '../models/common/matchFeatures.ts'
import type { Model } from '../models/model.ts'
import { RankwrightError } from '../problems/problem.ts'

/** What one feature adds to the score of one item. */
export interface Contribution {
  readonly feature: string
  /** As it stands in the data; NaN is missing. */
  readonly value: number
  /** What the feature map makes of it. */
  readonly mapped: number
  readonly weight: number
  /** weight · mapped */
  readonly contribution: number
}

export interface ItemExplanation {
  /** Where the row stood in the file, from 0. */
  readonly row: number
  readonly item?: string
  /** The sum of all contributions and the intercept. */
  readonly score: number
  readonly intercept: number
  /** The strongest first; features that add exactly 0 are left out. */
  readonly contributions: readonly Contribution[]
}

/** What one feature adds to the lead of one item over another. */
export interface PairContribution {
  readonly feature: string
  /** The values of the item above and of the item below, as they stand in the data. */
  readonly values: readonly [number, number]
  readonly mapped: readonly [number, number]
  readonly weight: number
  /** weight · (mapped of the one above − mapped of the one below); negative where the feature speaks for the other. */
  readonly contribution: number
}

export interface PairExplanation {
  /** Rows of the file, from 0: the one with the greater score first, or as asked when both have the same. */
  readonly above: number
  readonly below: number
  /** Score of the one less that of the other: the sum of all contributions. */
  readonly difference: number
  /** The strongest first; features that tell nothing between the two are left out. */
  readonly contributions: readonly PairContribution[]
}

/** Explains rows of the same lists again and again. Rows are those that `rank` names: places in the file, from 0. */
export interface Explainer {
  item(row: number): ItemExplanation
  pair(row: number, other: number): PairExplanation
}

export function explainer(model: Model, given: RankingLists): Explainer {
  if (model.kind !== 'linear') throw new RankwrightError({ area: 'model', code: 'not-a-sum-of-features', kind: model.kind })
  const { lists } = matchFeatures(model, given)
  const { weights, featureMap: map, intercept, features } = model
  const mapper = rowMapper(map, lists)
  const order = fileOrder(given)
  const nameOf = (column: number) => (typeof features === 'number' ? String(column + 1) : features[column])
  const placeOf = (row: number): number => {
    if (Number.isInteger(row) && row >= 0 && row < order.length) return order[row]
    const allowed = `rows of the data, 0 to ${rowCount(lists) - 1}`
    throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'row', found: row, allowed })
  }
  const look = (row: number) => {
    const place = placeOf(row)
    const values = new Float32Array(map.width)
    const mapped = new Float32Array(map.width)
    copyRow(lists, place, values)
    mapper.dense(place, place + 1, mapped)
    return { place, values, mapped }
  }
  return {
    item(row) {
      const { place, values, mapped } = look(row)
      const contributions: Contribution[] = []
      for (const [column, weight] of weights.entries()) {
        const contribution = weight * mapped[column]
        if (contribution === 0) continue
        contributions.push({ feature: nameOf(column), value: values[column], mapped: mapped[column], weight, contribution })
      }
      const item = given.itemIds?.[place]
      const score = contributions.reduce((sum, { contribution }) => sum + contribution, 0) + intercept
      return { row, ...(item !== undefined && { item }), score, intercept, contributions: contributions.sort(strongestFirst) }
    },
    pair(row, other) {
      const [one, two] = [look(row), look(other)]
      let lead = 0
      for (const [column, weight] of weights.entries()) lead += weight * (one.mapped[column] - two.mapped[column])
      const [above, below] = lead < 0 ? [two, one] : [one, two]
      const contributions: PairContribution[] = []
      for (const [column, weight] of weights.entries()) {
        const mapped: [number, number] = [above.mapped[column], below.mapped[column]]
        const contribution = weight * (mapped[0] - mapped[1])
        if (contribution === 0) continue
        contributions.push({
          feature: nameOf(column),
          values: [above.values[column], below.values[column]],
          mapped,
          weight,
          contribution,
        })
      }
      return {
        above: above === one ? row : other,
        below: above === one ? other : row,
        difference: Math.abs(lead),
        contributions: contributions.sort(strongestFirst),
      }
    },
  }
}

/** Why an item has its score. */
export function explainItem(model: Model, lists: RankingLists, row: number): ItemExplanation {
  return explainer(model, lists).item(row)
}

/** Why one of two items stands above the other; they need not be of the same list. */
export function explainPair(model: Model, lists: RankingLists, row: number, other: number): PairExplanation {
  return explainer(model, lists).pair(row, other)
}

function strongestFirst(a: { readonly contribution: number }, b: { readonly contribution: number }): number {
  return Math.abs(b.contribution) - Math.abs(a.contribution)
}
