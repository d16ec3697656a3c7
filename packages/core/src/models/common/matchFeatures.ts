import { featureNumbers, numberedFeature } from '../../data/lists/featureNumbers.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { requireLists } from '../../data/lists/requireLists.ts'
import { selectColumns } from '../../data/lists/selectColumns.ts'
import type { SideColumns } from '../../data/lists/sideColumns.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { featureCount, type ListCommon, withFeatures } from './modelCommon.ts'

export interface MatchedLists {
  /** The same rows with exactly the model's features, in its order. */
  readonly lists: RankingLists
  /** What the reader of the result should know: features that were ignored or taken as 0. */
  readonly notes: readonly string[]
}

/** Where the features of a model are found in some data. */
export interface MatchedColumns {
  /** Column j of the model is column from[j] of the data, or 0 where that is −1; undefined where the data is as the model wants it. */
  readonly from?: Int32Array
  readonly featureNames?: readonly string[]
  readonly notes: readonly string[]
}

/** What has to be known of data to match its features with those of a model. */
export interface DataColumns {
  readonly width: number
  readonly featureNames?: readonly string[]
  readonly othersAreZero?: true | undefined
  readonly layout: 'dense' | 'sparse'
}

/** Brings data into the form a model was trained on; see `matchColumns`. */
export function matchFeatures(model: Pick<ListCommon, 'features' | 'sideColumns'>, lists: RankingLists): MatchedLists {
  withFeatures('model', model)
  requireLists('lists', lists)
  const { from, featureNames, notes } = matchColumns(model, { ...lists, layout: lists.features.kind })
  return { lists: from === undefined ? lists : { ...selectColumns(lists, from), ...(featureNames && { featureNames }) }, notes }
}

/**
 * Both named: by name. A feature the data lacks is an error, one the model does not know is ignored, with a note unless it held
 * weights or places when the model was trained.
 * One named by nothing but numbers (`f3`, `f7`), as when features were chosen by number, the other not named: by number.
 * Else, one or none named: by position. Fewer features than the model has are filled up with 0, since sparse files leave out
 * trailing zeros. More are an error, since the data is probably another data set, unless the data is sparse: a feature
 * that never came up in training is then ordinary, and is ignored with a note.
 * Data in which only features that occur have a column: by number, and what does not occur is 0.
 */
export function matchColumns(model: Pick<ListCommon, 'features' | 'sideColumns'>, data: DataColumns): MatchedColumns {
  const { width, featureNames, layout } = data
  if (data.othersAreZero && featureNames !== undefined) return matchOccurring(model, featureNames)
  const known = model.features
  const expected = featureCount(model)
  if (typeof known !== 'number' && featureNames !== undefined) return matchByName(known, featureNames, model.sideColumns)
  if (typeof known !== 'number') {
    const numbers = featureNumbers(known)
    if (numbers !== undefined) return matchByNumber(known, numbers, width)
  } else if (featureNames !== undefined && featureNumbers(featureNames) !== undefined) {
    const wanted = Array.from({ length: known }, (_, column) => numberedFeature(column + 1))
    return matchByName(wanted, featureNames)
  }
  if (width === expected) return { notes: [] }
  const onlyOneNamed = typeof known !== 'number' || featureNames !== undefined
  if (onlyOneNamed || (width > expected && layout === 'dense')) {
    throw new RankwrightError({ area: 'model', code: 'feature-count', found: width, expected })
  }
  const from = Int32Array.from({ length: expected }, (_, column) => (column < width ? column : -1))
  const notes =
    width < expected
      ? [`the data has ${width} features, the model ${expected}: features ${width + 1} to ${expected} count as 0`]
      : [`the data has ${width} features, the model ${expected}: features ${expected + 1} to ${width} are ignored`]
  return { from, notes }
}

/** Features that the model does not use need no note: the file always had them. */
function matchByNumber(known: readonly string[], numbers: Uint32Array, width: number): MatchedColumns {
  if (numbers.length === width && numbers.every((number, column) => number === column + 1)) return { notes: [] }
  const from = Int32Array.from(numbers, (number) => (number <= width ? number - 1 : -1))
  const beyond = known.filter((_, column) => from[column] < 0)
  const notes = beyond.length === 0 ? [] : [`the data has ${width} features and lacks ${listed(beyond)}, which the model uses: 0`]
  return { from, featureNames: known, notes }
}

/** Data whose columns are the features that occur, called by their numbers. The names of a model stand for the numbers from 1. */
function matchOccurring(model: Pick<ListCommon, 'features'>, names: readonly string[]): MatchedColumns {
  const known = model.features
  const expected = featureCount(model)
  const found = featureNumbers(names)
  if (found === undefined) throw new Error('features of which only those that occur have a column must be called by their numbers')
  const wanted = typeof known === 'number' ? undefined : featureNumbers(known)
  const greatest = found.length === 0 ? 0 : found[found.length - 1]
  if (typeof known !== 'number' && wanted === undefined && greatest > expected)
    throw new RankwrightError({ area: 'model', code: 'feature-count', found: greatest, expected })
  const from = new Int32Array(expected).fill(-1)
  const extra: string[] = []
  let column = 0 // both go up
  for (const [place, number] of found.entries()) {
    while (column < expected && (wanted?.[column] ?? column + 1) < number) column++
    if (column < expected && (wanted?.[column] ?? column + 1) === number) from[column] = place
    else extra.push(names[place])
  }
  const lacking = expected - (found.length - extra.length)
  const notes = [
    ...(lacking > 0 ? [`${lacking} of the ${expected} features of the model occur in no row of the data: 0`] : []),
    ...(extra.length > 0 ? [`the model does not know ${listed(extra)}: ignored`] : []),
  ]
  return { from, ...(typeof known !== 'number' && { featureNames: known }), notes }
}

function matchByName(known: readonly string[], names: readonly string[], side: SideColumns = {}): MatchedColumns {
  if (known.length === names.length && known.every((name, column) => name === names[column])) return { notes: [] }
  const place = new Map(names.map((name, column) => [name, column]))
  const missing = known.filter((name) => !place.has(name))
  if (missing.length > 0) throw new RankwrightError({ area: 'model', code: 'missing-features', missing, known: names })
  const wanted = new Set(known)
  const extra = names.filter((name) => !wanted.has(name) && name !== side.weight && name !== side.position)
  const from = Int32Array.from(known, (name) => place.get(name)!)
  const notes = extra.length === 0 ? [] : [`the model does not know ${listed(extra)}: ignored`]
  return { from, featureNames: known, notes }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ')
  return names.length > 5
    ? `${shown} and ${names.length - 5} more features`
    : names.length > 1
      ? `the features ${shown}`
      : `the feature ${shown}`
}
