import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import type { TreeArrays } from '../../numeric/compute/trees.ts'
import { commonKeys, commonParts, trainingDocument } from '../common/commonParts.ts'
import { featureCount } from '../common/modelCommon.ts'
import type { DocumentParts } from '../common/modelKind.ts'
import type { TreeStatistics } from './treeStatistics.ts'
import type { TreesModel } from './trees.ts'

const ownKeys = [
  'base',
  'sums',
  'starts',
  'columns',
  'thresholds',
  'left',
  'right',
  'missingLeft',
  'leaves',
  'categorical',
  'setStarts',
  'sets',
  'covers?',
  'leafCovers?',
  'gains?',
] as const

export function treesToDocument({ method, options, features, training, ...own }: TreesModel): DocumentParts {
  return {
    method,
    options,
    features,
    base: own.base,
    sums: own.sums ?? 'float64',
    starts: encodeArray('i32', own.starts),
    columns: encodeArray('i32', own.columns),
    thresholds: encodeArray('f32', own.thresholds),
    left: encodeArray('i32', own.left),
    right: encodeArray('i32', own.right),
    missingLeft: encodeArray('i32', own.missingLeft),
    leaves: encodeArray('f64', own.leaves),
    categorical: encodeArray('i32', own.categorical),
    setStarts: encodeArray('i32', own.setStarts),
    sets: encodeArray('i32', own.sets),
    ...(own.covers && { covers: encodeArray('f64', own.covers) }),
    ...(own.leafCovers && { leafCovers: encodeArray('f64', own.leafCovers) }),
    ...(own.gains && { gains: encodeArray('f64', own.gains) }),
    training: trainingDocument(training),
  }
}

export function treesFromDocument(document: DocumentParts, read: DocumentReader): TreesModel {
  const parts = read.object(document, 'the top', [...commonKeys, ...ownKeys])
  const common = commonParts(parts, read)
  const trees = treesFrom(parts, featureCount(common), read)
  return { kind: 'trees', ...common, ...trees, ...statisticsFrom(parts, trees, read) }
}

/** Checks every number: trees that pass can be walked without a look at what they hold, and every walk ends. */
function treesFrom(parts: DocumentParts, width: number, read: DocumentReader): TreeArrays {
  const columns = counts(parts, 'columns', read)
  const wrong = columns.find((column) => column >= width)
  if (wrong !== undefined) read.fail('columns', `there is no feature ${wrong + 1} among ${width}`)
  const starts = ascending(parts, 'starts', read, { to: columns.length, of: 'splits' })
  const splits = columns.length
  const [left, right] = [read.int32(parts['left'], 'left', splits), read.int32(parts['right'], 'right', splits)]
  for (let tree = 0; tree + 1 < starts.length; tree++) requireTree(tree, starts, left, right, read)
  const missingLeft = counts(parts, 'missingLeft', read, splits)
  if (missingLeft.some((side) => side > 1)) read.fail('missingLeft', 'a number is neither 0 nor 1')
  const categorical = counts(parts, 'categorical', read)
  for (const [place, split] of categorical.entries()) {
    if (split >= splits) read.fail('categorical', `there is no split ${split} among ${splits}`)
    if (place > 0 && split <= categorical[place - 1]) read.fail('categorical', `they do not go up after number ${place}`)
  }
  const sets = read.int32(parts['sets'], 'sets')
  const setStarts = ascending(parts, 'setStarts', read, { to: sets.length, of: 'words of sets' })
  if (setStarts.length !== categorical.length + 1)
    read.fail('setStarts', `there are ${setStarts.length} of them, expected ${categorical.length + 1}`)
  return {
    base: read.number(parts['base'], 'base'),
    ...(read.choice(parts['sums'], 'sums', ['float64', 'float32']) === 'float32' && { sums: 'float32' as const }),
    starts,
    columns,
    thresholds: read.float32(parts['thresholds'], 'thresholds', splits),
    left,
    right,
    missingLeft: Uint8Array.from(missingLeft),
    leaves: read.float64(parts['leaves'], 'leaves', splits + starts.length - 1),
    categorical,
    setStarts,
    sets,
  }
}

function statisticsFrom(parts: DocumentParts, { columns, leaves }: TreeArrays, read: DocumentReader): TreeStatistics {
  const covers = found(parts, 'covers', columns.length, read)
  const leafCovers = found(parts, 'leafCovers', leaves.length, read)
  if ((covers === undefined) !== (leafCovers === undefined)) read.fail('covers', 'covers and leafCovers come together, and one is absent')
  for (const [key, values] of Object.entries({ covers, leafCovers })) {
    const negative = values?.find((value) => value < 0)
    if (negative !== undefined) read.fail(key, `${negative} is below 0`)
  }
  const gains = found(parts, 'gains', columns.length, read)
  return { ...(covers && { covers }), ...(leafCovers && { leafCovers }), ...(gains && { gains }) }
}

function found(parts: DocumentParts, key: string, length: number, read: DocumentReader): Float64Array | undefined {
  return parts[key] === undefined ? undefined : read.float64(parts[key], key, length)
}

/** Every split but the root follows one earlier split, and so does every leaf: then it is a tree. */
function requireTree(tree: number, starts: Uint32Array, left: Int32Array, right: Int32Array, read: DocumentReader): void {
  const first = starts[tree]
  const splits = starts[tree + 1] - first
  const met = new Uint8Array(2 * splits + 1) // splits, then leaves
  for (let split = 0; split < splits; split++) {
    for (const [side, of] of [
      ['left', left],
      ['right', right],
    ] as const) {
      const child = of[first + split]
      const place = `in tree ${tree + 1}, split ${split + 1} leads to`
      if (child >= splits || child < -splits - 1) read.fail(side, `${place} ${child}, which is not there`)
      if (child >= 0 && child <= split) read.fail(side, `${place} split ${child + 1}, which does not come after it`)
      const at = child >= 0 ? child : splits + ~child
      if (met[at] === 1) read.fail(side, `${place} ${child >= 0 ? `split ${child + 1}` : `leaf ${-child}`}, to which another leads already`)
      met[at] = 1
    }
  }
}

function counts(parts: DocumentParts, key: string, read: DocumentReader, length?: number): Uint32Array {
  const found = read.int32(parts[key], key, length)
  const negative = found.find((count) => count < 0)
  return negative === undefined ? Uint32Array.from(found) : read.fail(key, `${negative} is below 0`)
}

/** From 0 to how many there are, never down. */
function ascending(
  parts: DocumentParts,
  key: string,
  read: DocumentReader,
  end: { readonly to: number; readonly of: string },
): Uint32Array {
  const found = counts(parts, key, read)
  if (found.length === 0 || found[0] !== 0 || found[found.length - 1] !== end.to)
    read.fail(key, `they do not cover the ${end.to} ${end.of}`)
  const drop = found.findIndex((start, place) => place > 0 && start < found[place - 1])
  return drop < 0 ? found : read.fail(key, `they go down after number ${drop}`)
}
