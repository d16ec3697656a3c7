/**
 * Scores of rows as if each had changed alone, for feature maps that scale a feature by the range it has in a list: a list in which all rows had
 * the same value would have no range left. So the changed rows are scored among the rows of their list as it was.
 */
import type { DenseFeatures, Features, SparseFeatures } from '../../data/lists/features.ts'
import { type RankingLists, selectRows } from '../../data/lists/rankingLists.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import type { MappedCommon } from './modelCommon.ts'

type Score<Kind> = (model: Kind, lists: RankingLists, compute: Compute) => Float64Array

/** What a kind with a feature map gives for `scoreChanged`. */
export function changedAlone<Kind extends MappedCommon>(score: Score<Kind>) {
  return (model: Kind, lists: RankingLists, compute: Compute): ((changed: RankingLists) => Float64Array) =>
    model.featureMap.scale.kind === 'per-list'
      ? amongOriginals(lists, (rows) => score(model, rows, compute))
      : (changed) => score(model, changed, compute)
}

function amongOriginals(lists: RankingLists, score: (lists: RankingLists) => Float64Array): (changed: RankingLists) => Float64Array {
  const { offsets, labels, width, listIds } = lists
  const rows = labels.length
  const places = new Uint32Array(rows) // of changed rows
  const order = new Uint32Array(2 * rows)
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [first, last] = [offsets[list], offsets[list + 1]]
    for (let row = first; row < last; row++) {
      places[row] = first + row
      order[first + row] = row
      order[last + row] = rows + row
    }
  }
  const both = { width, listIds, offsets: offsets.map((offset) => 2 * offset), labels: new Float64Array(2 * rows) }
  return (changed) => {
    const scores = score({ ...both, features: selectRows(stacked(changed.features, lists.features), width, order) })
    return Float64Array.from(places, (place) => scores[place])
  }
}

/** The rows of both, one after the other. */
function stacked(one: Features, other: Features): Features {
  if (one.kind === 'dense') return { kind: 'dense', values: joinedNumbers(Float32Array, one.values, (other as DenseFeatures).values) }
  const { rowStarts, columns, values } = other as SparseFeatures
  const shift = one.rowStarts[one.rowStarts.length - 1]
  return {
    kind: 'sparse',
    rowStarts: joinedNumbers(
      Uint32Array,
      one.rowStarts,
      rowStarts.slice(1).map((start) => start + shift),
    ),
    columns: joinedNumbers(Uint32Array, one.columns, columns),
    values: joinedNumbers(Float32Array, one.values, values),
  }
}

function joinedNumbers<Kind extends Float32Array | Uint32Array>(kind: new (length: number) => Kind, one: Kind, other: Kind): Kind {
  const joined = new kind(one.length + other.length)
  joined.set(one)
  joined.set(other, one.length)
  return joined
}
