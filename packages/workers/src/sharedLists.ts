import type { RankingLists } from '@rankwright/core'
import { requireLists } from '@rankwright/core/arguments'
import type { Features } from '@rankwright/core/data'

type TypedArray = Float32Array | Float64Array | Uint8Array | Uint32Array

/**
 * The same lists with their numbers in shared memory, so that any number of workers read them without a copy. Arrays that are shared
 * already are taken as they are; the others are copied once. Where memory cannot be shared, the lists are given back as they are.
 */
export function sharedLists(lists: RankingLists): RankingLists {
  requireLists('lists', lists)
  if (typeof SharedArrayBuffer === 'undefined') return lists
  return {
    ...lists,
    features: sharedFeatures(lists.features),
    labels: shared(lists.labels),
    offsets: shared(lists.offsets),
    ...(lists.sourceRows && { sourceRows: shared(lists.sourceRows) }),
    ...(lists.listWeights && { listWeights: shared(lists.listWeights) }),
    ...(lists.cells && { cells: sharedCells(lists.cells) }),
  }
}

function sharedCells(cells: NonNullable<RankingLists['cells']>): NonNullable<RankingLists['cells']> {
  const texts = cells.texts.map((column) => ({
    ...column,
    codes: shared(column.codes),
    ...(column.isNumber && { isNumber: shared(column.isNumber) }),
  }))
  return { ...cells, texts, features: sharedFeatures(cells.features) }
}

/** The memory of lists that are handed over for good: the sender's arrays are empty afterwards. */
export function movableMemory(lists: RankingLists): ArrayBuffer[] {
  const { features, labels, offsets, sourceRows, listWeights } = lists
  const arrays: (TypedArray | undefined)[] = [labels, offsets, sourceRows, listWeights, features.values]
  if (features.kind === 'sparse') arrays.push(features.rowStarts, features.columns)
  return [...new Set(arrays.map((array) => array?.buffer))].filter((buffer) => buffer instanceof ArrayBuffer)
}

function sharedFeatures(features: Features): Features {
  if (features.kind === 'dense') return { kind: 'dense', values: shared(features.values) }
  return { kind: 'sparse', rowStarts: shared(features.rowStarts), columns: shared(features.columns), values: shared(features.values) }
}

function shared<Array extends TypedArray>(array: Array): Array {
  if (array.buffer instanceof SharedArrayBuffer) return array
  const Kind = array.constructor as new (memory: SharedArrayBuffer) => Array
  const copy = new Kind(new SharedArrayBuffer(array.byteLength))
  copy.set(array)
  return copy
}
