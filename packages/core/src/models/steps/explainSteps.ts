/** The score is a sum over features, so its terms are the whole reason; nothing is approximated. */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { type Explainer, itemExplanation, pairExplanation } from '../common/explanation.ts'
import { matchFeatures } from '../common/matchFeatures.ts'
import { featureNamesOf } from '../common/modelFacts.ts'
import { rowPlaces } from '../common/rowPlaces.ts'
import { columnReader, type StepsModel, stepValue } from './steps.ts'

export function explainSteps(model: StepsModel, given: RankingLists): Explainer {
  const { lists } = matchFeatures(model, given)
  const names = featureNamesOf(model)
  const placeOf = rowPlaces(given)
  const read = columnReader(model.columns, lists)
  const look = (row: number) => {
    const place = placeOf(row)
    const values = new Float64Array(model.columns.length)
    read(place, values)
    return { place, values, levels: values.map((value, column) => stepValue(model, column, value)) }
  }
  return {
    how: 'exact',
    intercept: 0,
    item(row) {
      const { place, values, levels } = look(row)
      const contributions = Array.from(levels, (contribution, column) => ({
        feature: names[model.columns[column]],
        value: values[column],
        contribution,
      }))
      return itemExplanation({ row, item: given.itemIds?.[place], intercept: 0, contributions })
    },
    pair(row, other) {
      const [one, two] = [look(row), look(other)]
      const contributions = Array.from(one.levels, (level, column) => ({
        feature: names[model.columns[column]],
        values: [one.values[column], two.values[column]] as const,
        contribution: level - two.levels[column],
      }))
      return pairExplanation('exact', row, other, contributions)
    },
  }
}
