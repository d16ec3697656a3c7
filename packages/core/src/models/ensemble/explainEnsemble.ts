/**
 * The score of an ensemble is a weighted sum of its members' scores, so what a feature adds to it is the weighted sum of what it adds to theirs.
 * Mean and deviation of each list are taken as they are.
 */
import { copyRow, listNumbers, type RankingLists } from '../../data/lists/rankingLists.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { RankwrightError } from '../../problems/problem.ts'
import {
  type Attribution,
  type Contribution,
  type Explainer,
  type ExplainOptions,
  type ItemExplanation,
  itemExplanation,
  type PairContribution,
  pairExplanation,
} from '../common/explanation.ts'
import { matchFeatures } from '../common/matchFeatures.ts'
import { featureNamesOf } from '../common/modelFacts.ts'
import { rowPlaces } from '../common/rowPlaces.ts'
import { type EnsembleModel, type MemberKinds, memberKind } from './ensemble.ts'
import { type ListScale, listScale } from './standardScores.ts'

/** A member that counts, with its explainer and its scale in each list. */
interface Explained {
  readonly weight: number
  readonly explainer: Explainer
  scaleOf(list: number): ListScale
}

export function explainEnsemble(
  kinds: MemberKinds,
  title: string,
  model: EnsembleModel,
  given: RankingLists,
  options: ExplainOptions = {},
): Explainer {
  const takes = (member: EnsembleModel['members'][number]) => memberKind(kinds, member).references !== undefined
  if (options.against !== undefined && !model.members.some(takes))
    throw new RankwrightError({ area: 'model', code: 'no-reference', title: `${title} without trees` })
  const { lists } = matchFeatures(model, given)
  const members = model.members.flatMap((member, index): Explained[] => {
    if (model.weights[index] === 0) return []
    const kind = memberKind(kinds, member)
    const scores = kind.score(member, lists, plainCompute)
    return [
      {
        weight: model.weights[index],
        explainer: kind.explain(member, given, takes(member) ? options : {}),
        scaleOf: (list) => listScale(scores, lists.offsets[list], lists.offsets[list + 1]),
      },
    ]
  })
  const how = attributionOf(members)
  const against = members.find(({ explainer }) => explainer.against !== undefined)?.explainer.against
  const placeOf = rowPlaces(given)
  const listOf = listNumbers(lists)
  const columns = new Map(featureNamesOf(model).map((name, column) => [name, column]))
  const values = new Float64Array(lists.width)
  const valueAt = (feature: string, row: number) => {
    copyRow(lists, placeOf(row), values)
    return values[columns.get(feature) ?? -1] ?? Number.NaN // a feature that a member makes itself has no value in the data
  }
  const item = (row: number) => {
    const place = placeOf(row)
    const { intercept, contributions } = itemTerms(members, row, listOf[place])
    return itemExplanation({ row, item: given.itemIds?.[place], intercept, contributions })
  }
  return {
    how,
    ...(against && { against }),
    intercept: 0, // that of an item depends on its list
    item,
    pair(row, other) {
      const [list, otherList] = [listOf[placeOf(row)], listOf[placeOf(other)]]
      if (list === otherList) return pairExplanation(how, row, other, pairTerms(members, row, other, list))
      const both = [item(row), item(other)] as const
      return pairExplanation(how, row, other, differences(both, valueAt), both[0].intercept - both[1].intercept)
    },
  }
}

/** The word that all members have for theirs. */
function attributionOf(members: readonly Explained[]): Attribution {
  const words = new Set(members.map(({ explainer }) => explainer.how))
  return words.size === 1 ? members[0].explainer.how : 'weighted-members'
}

function itemTerms(
  members: readonly Explained[],
  row: number,
  list: number,
): { readonly intercept: number; readonly contributions: Contribution[] } {
  const terms = new Map<string, Contribution>()
  let intercept = 0
  for (const { weight, explainer, scaleOf } of members) {
    const { unit, mean, deviation } = scaleOf(list)
    if (deviation === 0) continue
    const own = explainer.item(row)
    intercept += (weight * (own.intercept / unit - mean)) / deviation
    for (const { feature, value, contribution } of own.contributions) {
      const before = terms.get(feature)?.contribution ?? 0
      terms.set(feature, { feature, value, contribution: before + (weight * (contribution / unit)) / deviation })
    }
  }
  return { intercept, contributions: [...terms.values()] }
}

/** What each feature adds to the lead of `row`. */
function pairTerms(members: readonly Explained[], row: number, other: number, list: number): PairContribution[] {
  const terms = new Map<string, PairContribution>()
  for (const { weight, explainer, scaleOf } of members) {
    const { unit, deviation } = scaleOf(list)
    if (deviation === 0) continue
    const own = explainer.pair(row, other)
    const turned = own.above !== row
    for (const { feature, values, contribution } of own.contributions) {
      const before = terms.get(feature)?.contribution ?? 0
      const ahead = turned ? -contribution : contribution
      terms.set(feature, {
        feature,
        values: turned ? [values[1], values[0]] : values,
        contribution: before + (weight * (ahead / unit)) / deviation,
      })
    }
  }
  return [...terms.values()]
}

/** Of items of two lists, whose scales differ. `valueAt` gives the values of features that add nothing. */
function differences(
  [one, two]: readonly [ItemExplanation, ItemExplanation],
  valueAt: (feature: string, row: number) => number,
): PairContribution[] {
  const of = ({ contributions }: ItemExplanation) => new Map(contributions.map(({ feature, contribution }) => [feature, contribution]))
  const [ahead, behind] = [of(one), of(two)]
  return [...new Set([...ahead.keys(), ...behind.keys()])].map((feature) => ({
    feature,
    values: [valueAt(feature, one.row), valueAt(feature, two.row)],
    contribution: (ahead.get(feature) ?? 0) - (behind.get(feature) ?? 0),
  }))
}
