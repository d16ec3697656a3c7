/**
 * Where every tree looks at a single feature, the score is a sum over features, and its terms are the whole reason. Else a lead is shared out
 * by Shapley values of taking one row's values for the other's, and a score by those of taking them for missing ones; see treeShapley.ts.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { leafValue } from '../../numeric/compute/trees.ts'
import { type Explainer, itemExplanation, pairExplanation } from '../common/explanation.ts'
import { matchFeatures } from '../common/matchFeatures.ts'
import { featureNamesOf } from '../common/modelFacts.ts'
import { rowPlaces } from '../common/rowPlaces.ts'
import { preparedUsed } from './preparedTrees.ts'
import { singleFeatures } from './treeShapes.ts'
import { treeShapley } from './treeShapley.ts'
import type { TreesModel } from './trees.ts'
import { usedValues } from './usedValues.ts'

export function explainTrees(model: TreesModel, given: RankingLists): Explainer {
  const { lists } = matchFeatures(model, given)
  const names = featureNamesOf(model)
  const placeOf = rowPlaces(given)
  const { trees, used } = preparedUsed(model, plainCompute)
  const read = usedValues(used, lists)
  const single = singleFeatures(trees.trees)
  const how = single === undefined ? 'shapley-values' : 'exact'
  const nothing = new Float64Array(used.length).fill(Number.NaN)
  const terms = (values: Float64Array): Float64Array => {
    const sums = new Float64Array(used.length)
    for (const [tree, column] of single!.entries()) if (column >= 0) sums[column] += leafValue(trees, tree, values)
    return sums
  }
  const lone = single?.reduce((sum, column, tree) => (column < 0 ? sum + leafValue(trees, tree, nothing) : sum), model.base)
  const intercept = lone ?? scoreOf(model, (tree) => leafValue(trees, tree, nothing))
  return {
    how,
    intercept,
    item(row) {
      const place = placeOf(row)
      const values = read(place)
      const shares = single === undefined ? treeShapley(trees, values, nothing) : terms(values)
      const contributions = Array.from(shares, (contribution, at) => ({ feature: names[used[at]], value: values[at], contribution }))
      return itemExplanation({ row, item: given.itemIds?.[place], intercept, contributions })
    },
    pair(row, other) {
      const [one, two] = [read(placeOf(row)), read(placeOf(other))]
      const others = single === undefined ? undefined : terms(two)
      const shares = others === undefined ? treeShapley(trees, one, two) : terms(one).map((term, at) => term - others[at])
      const contributions = Array.from(shares, (contribution, at) => ({
        feature: names[used[at]],
        values: [one[at], two[at]] as const,
        contribution,
      }))
      return pairExplanation(how, row, other, contributions)
    },
  }
}

function scoreOf({ base, starts }: TreesModel, leafOf: (tree: number) => number): number {
  let score = base
  for (let tree = 0; tree + 1 < starts.length; tree++) score += leafOf(tree)
  return score
}
