import type { Features } from '../data/features.ts'
import type { RankingLists } from '../data/rankingLists.ts'
import { RankwrightError } from '../problems/problem.ts'
import { featureCount, type ModelCommon } from './modelCommon.ts'

export interface MatchedLists {
  /** The same rows with exactly the model's features, in its order. */
  readonly lists: RankingLists
  /** What the reader of the result should know: features that were ignored or taken as 0. */
  readonly notes: readonly string[]
}

/**
 * Brings data into the form a model was trained on.
 *
 * Both named: by name. A feature the data lacks is an error, one the model does not know is ignored with a note.
 * One or none named: by position. Fewer features than the model has are filled up with 0, since sparse files leave out
 * trailing zeros. More are an error, since the data is probably another data set, unless the data is sparse: a feature
 * that never came up in training is then ordinary, and is ignored with a note.
 */
export function matchFeatures(model: Pick<ModelCommon, 'features'>, lists: RankingLists): MatchedLists {
  const known = model.features
  const expected = featureCount(model)
  if (typeof known !== 'number' && lists.featureNames !== undefined) return matchByName(known, lists, lists.featureNames)
  if (lists.width === expected) return { lists, notes: [] }
  const onlyOneNamed = typeof known !== 'number' || lists.featureNames !== undefined
  if (onlyOneNamed || (lists.width > expected && lists.features.kind === 'dense')) {
    throw new RankwrightError({ area: 'model', code: 'feature-count', found: lists.width, expected })
  }
  const from = Int32Array.from({ length: expected }, (_, column) => (column < lists.width ? column : -1))
  const notes =
    lists.width < expected
      ? [`the data has ${lists.width} features, the model ${expected}: features ${lists.width + 1} to ${expected} count as 0`]
      : [`the data has ${lists.width} features, the model ${expected}: features ${expected + 1} to ${lists.width} are ignored`]
  return { lists: selectColumns(lists, from), notes }
}

function matchByName(known: readonly string[], lists: RankingLists, names: readonly string[]): MatchedLists {
  if (known.length === names.length && known.every((name, column) => name === names[column])) return { lists, notes: [] }
  const place = new Map(names.map((name, column) => [name, column]))
  const missing = known.filter((name) => !place.has(name))
  if (missing.length > 0) throw new RankwrightError({ area: 'model', code: 'missing-features', missing, known: names })
  const wanted = new Set(known)
  const extra = names.filter((name) => !wanted.has(name))
  const from = Int32Array.from(known, (name) => place.get(name)!)
  const notes = extra.length === 0 ? [] : [`the model does not know ${listed(extra)}: ignored`]
  return { lists: { ...selectColumns(lists, from), featureNames: known }, notes }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ')
  return names.length > 5
    ? `${shown} and ${names.length - 5} more features`
    : names.length > 1
      ? `the features ${shown}`
      : `the feature ${shown}`
}

/** Column j of the result is column from[j] of the lists, or 0 where that is −1. */
function selectColumns(lists: RankingLists, from: Int32Array): RankingLists {
  return { ...lists, width: from.length, features: selectedFeatures(lists, from) }
}

function selectedFeatures({ features, width, labels }: RankingLists, from: Int32Array): Features {
  const rows = labels.length
  if (features.kind === 'dense') {
    const values = new Float32Array(rows * from.length)
    for (let row = 0; row < rows; row++) {
      for (let j = 0; j < from.length; j++) if (from[j] >= 0) values[row * from.length + j] = features.values[row * width + from[j]]
    }
    return { kind: 'dense', values }
  }
  const to = new Int32Array(width).fill(-1)
  for (const [column, source] of from.entries()) if (source >= 0) to[source] = column
  const rowStarts = new Uint32Array(rows + 1)
  for (let row = 0; row < rows; row++) {
    let kept = 0
    for (let k = features.rowStarts[row]; k < features.rowStarts[row + 1]; k++) if (to[features.columns[k]] >= 0) kept++
    rowStarts[row + 1] = rowStarts[row] + kept
  }
  const columns = new Uint32Array(rowStarts[rows])
  const values = new Float32Array(rowStarts[rows])
  const position = new Map<number, number>()
  for (let row = 0; row < rows; row++) {
    position.clear()
    let next = rowStarts[row]
    for (let k = features.rowStarts[row]; k < features.rowStarts[row + 1]; k++) {
      const column = to[features.columns[k]]
      if (column < 0) continue
      position.set(column, k)
      columns[next++] = column
    }
    columns.subarray(rowStarts[row], next).sort()
    for (let k = rowStarts[row]; k < next; k++) values[k] = features.values[position.get(columns[k])!]
  }
  return { kind: 'sparse', rowStarts, columns, values }
}
