import { shownValue } from '../../arguments/refuseArgument.ts'
import { requireParts } from '../../arguments/requireKind.ts'
import { requireArrayLike } from '../../arguments/requireNumbers.ts'
import { either, entriesOf, number, options as optionsShape, recordOf, type Shape, texts } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Numbers } from './numbers.ts'
import type { RankingLists } from './rankingLists.ts'
import { RowStore } from './rowStore.ts'

export interface PlainRows {
  /** One row of numbers per item, all of the same length; NaN is missing. */
  readonly features: readonly Numbers[]
  readonly labels: Numbers
  /** The list of each row; rows of one list need not be next to each other. */
  readonly lists: readonly (string | number)[]
  readonly items?: readonly (string | number)[]
  readonly featureNames?: readonly string[]
  /** A weight for each list by its id; a list without one weighs 1. */
  readonly weights?: Readonly<Record<string, number>>
}

const perRow: Shape = (argument, value) => void requireArrayLike(argument, value, 'an array with an entry for each row')
const ids = entriesOf(
  either('a text or a number', (id) => typeof id === 'string' || Number.isFinite(id)),
  'an array with an id for each row',
)
const takesRows = optionsShape({
  features: perRow,
  labels: perRow,
  lists: ids,
  items: ids,
  featureNames: texts,
  weights: recordOf(number({ atLeast: 0 }), 'a weight for each list by its id'),
})

/** Lists from plain arrays, one entry per row. */
export function rankingLists(given: PlainRows): RankingLists {
  requireParts('rows', given, 'an object with features, labels and lists', ['features', 'labels', 'lists'])
  takesRows('rows', given)
  const { features, labels, lists, items, featureNames, weights } = given
  const rows = features.length
  const width = featureNames?.length ?? features[0]?.length ?? 0
  const check = (holds: boolean, reason: string) => {
    if (!holds) throw new RankwrightError({ area: 'data', code: 'rows-do-not-fit', reason })
  }
  check(labels.length === rows, `there are ${rows} rows of features and ${labels.length} labels`)
  check(lists.length === rows, `there are ${rows} rows of features and ${lists.length} list ids`)
  check(items === undefined || items.length === rows, `there are ${rows} rows of features and ${items?.length} item ids`)
  const store = new RowStore()
  store.expectedRows = () => rows
  for (let row = 0; row < rows; row++) {
    const values = features[row]
    requireArrayLike(`rows.features[${row}]`, values, 'an array of numbers')
    check(values.length === width, `row ${row} has ${values.length} features, not ${width}`)
    check(Number.isFinite(labels[row]), `the label of row ${row} is ${shownValue(labels[row])}`)
    for (let i = 0; i < width; i++) {
      const value = values[i]
      const fits = typeof value === 'number' && (Number.isNaN(value) || Number.isFinite(Math.fround(value)))
      if (!fits) check(false, `feature ${i + 1} of row ${row} is ${shownValue(value)}`)
    }
    store.addDense(store.listNumber(String(lists[row])), labels[row], values, items && String(items[row]))
  }
  const known = new Set(weights && store.listIds)
  for (const [list, weight] of Object.entries(weights ?? {})) {
    check(known.has(list), `there is a weight for the list "${list}" but no row of it`)
    check(Number.isFinite(weight) && weight >= 0, `the weight of the list "${list}" is ${weight}`)
  }
  return store.finish({
    width,
    ...(featureNames && { featureNames }),
    ...(weights && { listWeights: new Map(Object.entries(weights)) }),
  })
}
