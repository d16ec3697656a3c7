/**
 * A linear model's score is a sum over its features, s(x) = b + Σ wⱼ φⱼ(x), so the terms of that sum are the whole reason; nothing is
 * approximated.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { type Explainer, itemExplanation, pairExplanation } from '../common/explanation.ts'
import { mappedRows } from '../common/mappedRow.ts'
import { matchFeatures } from '../common/matchFeatures.ts'
import { mappedNamesOf } from '../common/modelFacts.ts'
import { rowPlaces } from '../common/rowPlaces.ts'
import type { LinearModel } from './linear.ts'

export function explainLinear(model: LinearModel, given: RankingLists): Explainer {
  const { weights, intercept } = model
  const names = mappedNamesOf(model)
  const placeOf = rowPlaces(given)
  const look = mappedRows(model, matchFeatures(model, given).lists)
  return {
    how: 'exact',
    intercept,
    item(row) {
      const place = placeOf(row)
      const { values, mapped } = look(place)
      const contributions = Array.from(weights, (weight, column) => ({
        feature: names[column],
        value: values[column],
        mapped: mapped[column],
        weight,
        contribution: weight * mapped[column],
      }))
      return itemExplanation({ row, item: given.itemIds?.[place], intercept, contributions })
    },
    pair(row, other) {
      const [one, two] = [look(placeOf(row)), look(placeOf(other))]
      const contributions = Array.from(weights, (weight, column) => ({
        feature: names[column],
        values: [one.values[column], two.values[column]] as const,
        mapped: [one.mapped[column], two.mapped[column]] as const,
        weight,
        contribution: weight * (one.mapped[column] - two.mapped[column]),
      }))
      return pairExplanation('exact', row, other, contributions)
    },
  }
}
