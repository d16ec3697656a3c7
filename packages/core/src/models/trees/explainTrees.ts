/**
 * Where every tree looks at a single feature, the score is a sum over features, and its terms are the whole reason. Else scores and leads are shared out
 * by Shapley values. `against` says what the values of a row are compared with; see pathShapley.ts, backgroundShapley.ts and treeShapley.ts.
 */

import { codedFeatures } from '../../data/encoders/codedFeatures.ts'
import { codeText } from '../../data/encoders/codeEncoder.ts'
import { listNumbers, type RankingLists } from '../../data/lists/rankingLists.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { leafValue } from '../../numeric/compute/trees.ts'
import { RankwrightError } from '../../problems/problem.ts'
import {
  type Attribution,
  type Explainer,
  type ExplainOptions,
  itemExplanation,
  pairExplanation,
  type Reference,
} from '../common/explanation.ts'
import { matchFeatures } from '../common/matchFeatures.ts'
import { featureNamesOf } from '../common/modelFacts.ts'
import { rowPlaces } from '../common/rowPlaces.ts'
import { backgroundShapley } from './backgroundShapley.ts'
import { pathShapley } from './pathShapley.ts'
import { preparedUsed, type UsedTrees } from './preparedTrees.ts'
import { singleFeatures } from './treeShapes.ts'
import { treeShapley } from './treeShapley.ts'
import type { TreesModel } from './trees.ts'
import { usedValues } from './usedValues.ts'

type Values = Float64Array

/** How scores are shared out among the features that trees look at. Places are those of rows in the lists. */
interface Sharing {
  readonly how: Attribution
  readonly against?: Reference
  readonly intercept: number
  item(values: Values, place: number): { readonly shares: Float64Array; readonly intercept: number }
  pair(values: Values, others: Values, places: readonly [number, number]): Float64Array
  readonly pairsAgainst?: Reference
}

export function explainTrees(model: TreesModel, given: RankingLists, { against }: ExplainOptions = {}): Explainer {
  const { lists } = matchFeatures(model, given)
  const names = featureNamesOf(model)
  const placeOf = rowPlaces(given)
  const used = preparedUsed(model, plainCompute)
  const read = usedValues(used.used, lists)
  const sharing = sharingOf(model, used, lists, against)
  const { how, pairsAgainst } = sharing
  const nameOf = (at: number) => names[used.used[at]]
  const coded = codedFeatures(model.encoders)
  const encoders = Array.from(used.used, (_, at) => coded.get(nameOf(at)))
  return {
    how,
    ...(sharing.against && { against: sharing.against }),
    intercept: sharing.intercept,
    item(row) {
      const place = placeOf(row)
      const values = read(place)
      const { shares, intercept } = sharing.item(values, place)
      const contributions = Array.from(shares, (contribution, at) => {
        const [value, encoder] = [values[at], encoders[at]]
        return { feature: nameOf(at), value, ...(encoder && { category: codeText(encoder, value) }), contribution }
      })
      return itemExplanation({ row, item: given.itemIds?.[place], intercept, contributions })
    },
    pair(row, other) {
      const places = [placeOf(row), placeOf(other)] as const
      const [one, two] = [read(places[0]), read(places[1])]
      const contributions = Array.from(sharing.pair(one, two, places), (contribution, at) => {
        const [values, encoder] = [[one[at], two[at]] as const, encoders[at]]
        const categories = encoder && ([codeText(encoder, values[0]), codeText(encoder, values[1])] as const)
        return { feature: nameOf(at), values, ...(categories && { categories }), contribution }
      })
      const { how: attribution, ...found } = pairExplanation(how, row, other, contributions)
      return { how: attribution, ...(pairsAgainst && { against: pairsAgainst }), ...found }
    },
  }
}

function sharingOf(model: TreesModel, used: UsedTrees, lists: RankingLists, against: ExplainOptions['against']): Sharing {
  const single = singleFeatures(used.trees.trees)
  if (against === undefined && single !== undefined) return terms(model, used, single)
  const shapley = 'shapley-values' as const
  const reference = against ?? (model.covers === undefined ? 'missing' : 'training')
  const listOf = listNumbers(lists)
  const shared = reference === 'list' ? againstLists(model, used, lists, listOf) : againstOne(model, used, reference)
  if (against === undefined) {
    return { how: shapley, ...shared, pair: (one, two) => treeShapley(used.trees, one, two), pairsAgainst: 'other' }
  }
  return {
    how: shapley,
    ...shared,
    pair(one, two, [place, other]) {
      if (reference === 'list' && listOf[place] !== listOf[other]) refuseTwoLists(lists, place, other)
      const others = shared.item(two, other).shares
      return shared.item(one, place).shares.map((share, at) => share - others[at])
    },
    pairsAgainst: shared.against,
  }
}

type AgainstOne = Exclude<NonNullable<ExplainOptions['against']>, 'list'>
type Shared = Pick<Sharing, 'intercept' | 'item'> & { readonly against: Reference }

/** All items start from the same score. */
function againstOne(model: TreesModel, { trees, used }: UsedTrees, reference: AgainstOne): Shared {
  const width = used.length
  if (reference === 'training') {
    const { covers, leafCovers } = model
    if (covers === undefined || leafCovers === undefined) throw new RankwrightError({ area: 'model', code: 'no-covers' })
    const { expected, shares } = pathShapley(trees, { covers, leafCovers }, width)
    return { against: 'training', intercept: expected, item: (values) => ({ shares: shares(values), intercept: expected }) }
  }
  if (reference === 'missing') {
    const nothing = new Float64Array(width).fill(Number.NaN)
    const intercept = scoreOf(model, (tree) => leafValue(trees, tree, nothing))
    return { against: 'missing', intercept, item: (values) => ({ shares: treeShapley(trees, values, nothing), intercept }) }
  }
  const { lists } = matchFeatures(model, reference)
  const read = usedValues(used, lists)
  const rows = Array.from(lists.labels, (_, row) => read(row))
  const intercept = meanScore(model, { trees, used }, rows)
  const shares = backgroundShapley(trees, width)(rows)
  return { against: 'background', intercept, item: (values) => ({ shares: shares(values), intercept }) }
}

/** Items start from the mean score of their list. What one list needs is kept until another one is asked about. */
function againstLists(model: TreesModel, used: UsedTrees, lists: RankingLists, listOf: Uint32Array): Shared {
  const { offsets } = lists
  const read = usedValues(used.used, lists)
  const shapley = backgroundShapley(used.trees, used.used.length)
  const prepare = (list: number) => {
    const rows = Array.from({ length: offsets[list + 1] - offsets[list] }, (_, row) => read(offsets[list] + row))
    return { list, intercept: meanScore(model, used, rows), shares: shapley(rows) }
  }
  let known: ReturnType<typeof prepare> | undefined
  return {
    against: 'list',
    intercept: 0,
    item(values, place) {
      const list = listOf[place]
      if (known?.list !== list) known = prepare(list)
      return { shares: known.shares(values), intercept: known.intercept }
    },
  }
}

/** Trees that look at one feature each: what a feature adds is the sum of the leaves of its trees. */
function terms(model: TreesModel, { trees, used }: UsedTrees, single: Int32Array): Sharing {
  const nothing = new Float64Array(used.length).fill(Number.NaN)
  const intercept = single.reduce((sum, column, tree) => (column < 0 ? sum + leafValue(trees, tree, nothing) : sum), model.base)
  const termsOf = (values: Values): Float64Array => {
    const sums = new Float64Array(used.length)
    for (const [tree, column] of single.entries()) if (column >= 0) sums[column] += leafValue(trees, tree, values)
    return sums
  }
  return {
    how: 'exact',
    intercept,
    item: (values) => ({ shares: termsOf(values), intercept }),
    pair(one, two) {
      const others = termsOf(two)
      return termsOf(one).map((term, at) => term - others[at])
    },
  }
}

/** Items of different lists start from different scores, so that their shares do not add up to the lead. */
function refuseTwoLists({ sourceRows }: RankingLists, place: number, other: number): never {
  const fileRow = (at: number) => sourceRows?.[at] ?? at
  throw new RankwrightError({ area: 'model', code: 'not-one-list', rows: [fileRow(place), fileRow(other)] })
}

function meanScore(model: TreesModel, { trees }: UsedTrees, rows: readonly Values[]): number {
  const sum = rows.reduce((total, row) => total + scoreOf(model, (tree) => leafValue(trees, tree, row)), 0)
  return sum / rows.length
}

function scoreOf({ base, starts }: TreesModel, leafOf: (tree: number) => number): number {
  let score = base
  for (let tree = 0; tree + 1 < starts.length; tree++) score += leafOf(tree)
  return score
}
