/**
 * A stream learner scores an item within its series, by its features and by what it knows of the item itself. Its features are taken away, which is
 * to say made missing, and given back one by one in several orders: each has the mean of what it adds when it comes back. For all orders these
 * are the Shapley values of the features; here the orders are a sample (Castro, Gómez & Tejada 2009, "Polynomial calculation of the Shapley value
 * based on sampling"). They add up to the score exactly, whatever the learner is.
 */
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { seededRandom } from '../../numeric/random.ts'
import { RankingStream } from '../../streaming/rankingStream.ts'
import type { Series } from '../../streaming/series.ts'
import { SeriesColumns, seriesOfList } from '../../streaming/seriesOfList.ts'
import { type Explainer, itemExplanation, pairExplanation } from '../common/explanation.ts'
import { featureNamesOf } from '../common/modelFacts.ts'
import { rowPlaces } from '../common/rowPlaces.ts'
import { matchSeries } from './matchSeries.ts'
import type { StreamModel } from './streamModel.ts'

/** Drawn orders; each is also taken backwards. */
const ORDERS = 8

export function explainStream(model: StreamModel, given: RankingLists): Explainer {
  const { lists } = matchSeries(model, given)
  const stream = RankingStream.resumed(model.state)
  const names = featureNamesOf(model)
  const placeOf = rowPlaces(given)
  const seriesOf = (list: number) => seriesOfList(selectLists(lists, [list]), 'utility', new SeriesColumns(names))
  const look = (row: number): Looked => {
    const place = placeOf(row)
    const list = lists.offsets.findIndex((_, index) => place < lists.offsets[index + 1])
    return { place, item: place - lists.offsets[list], series: seriesOf(list) }
  }
  const scoresOf = (series: Series) => stream.rank(series)
  return {
    how: 'sampled-shapley-values',
    intercept: 0,
    item(row) {
      const own = look(row)
      const { intercept, shares } = sharesOf([own], names.length, ([series]) => scoresOf(series)?.[own.item] ?? 0)
      const contributions = Array.from(shares, (contribution, column) => ({
        feature: names[column],
        value: valueAt(own, column),
        contribution,
      }))
      return itemExplanation({ row, item: given.itemIds?.[own.place], intercept, contributions })
    },
    pair(row, other) {
      const [one, two] = [look(row), look(other)]
      const lead = ([first, second]: readonly Series[]) => (scoresOf(first)?.[one.item] ?? 0) - (scoresOf(second)?.[two.item] ?? 0)
      const { intercept: itself, shares } = sharesOf([one, two], names.length, lead)
      const contributions = Array.from(shares, (contribution, column) => ({
        feature: names[column],
        values: [valueAt(one, column), valueAt(two, column)] as const,
        contribution,
      }))
      return pairExplanation('sampled-shapley-values', row, other, contributions, itself)
    },
  }
}

/** An item, and the series that it stands in. */
interface Looked {
  readonly place: number
  readonly item: number
  readonly series: Series
}

function valueAt({ item, series }: Looked, column: number): number {
  return column < series.width ? series.features[item * series.width + column] : Number.NaN
}

/** What is left without any feature of the items, and what each feature adds to that. Two items of the same series lose and regain their features together. */
function sharesOf(
  items: readonly Looked[],
  width: number,
  value: (series: readonly Series[]) => number,
): { readonly intercept: number; readonly shares: Float64Array } {
  const features = items.map(({ series }) => series.features.slice())
  if (items.length > 1 && items[0].place - items[0].item === items[1].place - items[1].item) features[1] = features[0]
  const set = (column: number, present: boolean) => {
    for (const [index, looked] of items.entries()) {
      const { item, series } = looked
      if (column < series.width) features[index][item * series.width + column] = present ? valueAt(looked, column) : Number.NaN
    }
  }
  // Learners may remember a series that they have ranked, so each question is a series of its own.
  const now = () => value(items.map(({ series }, index) => ({ ...series, features: features[index].slice() })))
  const shares = new Float64Array(width)
  const columns = Array.from({ length: width }, (_, column) => column)
  const random = seededRandom(1)
  const drawn = Array.from({ length: width < 2 ? 1 : ORDERS }, () => random.shuffle(columns.slice()))
  const orders = width < 2 ? drawn : drawn.flatMap((order) => [order, order.toReversed()])
  let intercept = 0
  for (const order of orders) {
    for (const column of order) set(column, false)
    intercept = now()
    let before = intercept
    for (const column of order) {
      set(column, true)
      const after = now()
      shares[column] += (after - before) / orders.length
      before = after
    }
  }
  return { intercept, shares }
}
