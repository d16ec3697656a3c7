/**
 * A linear model's score is a sum over its features, s(x) = b + Σ wⱼ φⱼ(x), so the terms of that sum are the whole reason; nothing is
 * approximated.
 */
import { rowMapper } from '../../data/features/featureMapApply.ts'
import { patchedRows } from '../../data/images/patchedLists.ts'
import { copyRow, fileOrder, type RankingLists, rowCount } from '../../data/lists/rankingLists.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Contribution, Explainer, PairContribution } from '../common/explanation.ts'
import { matchFeatures } from '../common/matchFeatures.ts'
import { mappedNamesOf } from '../common/modelFacts.ts'
import type { LinearModel } from './linear.ts'

export function explainLinear(model: LinearModel, given: RankingLists): Explainer {
  const { lists } = matchFeatures(model, given)
  const { weights, featureMap: map, intercept } = model
  const names = mappedNamesOf(model)
  const mapper = rowMapper(map, lists)
  const order = fileOrder(given)
  const placeOf = (row: number): number => {
    if (Number.isInteger(row) && row >= 0 && row < order.length) return order[row]
    const allowed = `rows of the data, 0 to ${rowCount(lists) - 1}`
    throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'row', found: row, allowed })
  }
  const look = (row: number) => {
    const place = placeOf(row)
    const values = new Float32Array(map.width)
    const mapped = new Float32Array(map.width)
    if (map.patches === undefined) copyRow(lists, place, values)
    else patchedRows(map.patches, lists, place, place + 1, plainCompute, values)
    mapper.dense(place, place + 1, mapped)
    return { place, values, mapped }
  }
  return {
    intercept,
    item(row) {
      const { place, values, mapped } = look(row)
      const contributions: Contribution[] = []
      for (const [column, weight] of weights.entries()) {
        const contribution = weight * mapped[column]
        if (contribution === 0) continue
        contributions.push({ feature: names[column], value: values[column], mapped: mapped[column], weight, contribution })
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
          feature: names[column],
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

function strongestFirst(a: { readonly contribution: number }, b: { readonly contribution: number }): number {
  return Math.abs(b.contribution) - Math.abs(a.contribution)
}
