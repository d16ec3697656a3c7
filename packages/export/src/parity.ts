import {
  type LinearModel,
  type ListModel,
  type RankedItems,
  type RankingLists,
  rankObjects,
  score,
  type TreesModel,
} from '@rankwright/core'
import { copyRow, type RowObject, rowCount } from '@rankwright/core/data'
import { featureNamesOf } from '@rankwright/core/models'
import type { CHeader } from './c/cHeader.ts'
import { runCHeader } from './c/runCHeader.ts'
import { type ForeignLinearModel, scoreForeign } from './foreignModel.ts'
import { type JavascriptModule, loadJavascript } from './javascript.ts'
import { namesIn } from './linearParts.ts'
import { readOnnx } from './onnx/onnxFile.ts'
import { runOnnx } from './onnx/runOnnx.ts'
import type { TableInputs } from './onnx/tableInputs.ts'
import { categoryText } from './probeObjects.ts'
import { missingValues, rangeOf } from './probeRows.ts'
import type { SqlExpression } from './sql/sqlExpression.ts'
import { type ForeignTrees, scoreForeignTrees } from './trees/foreignTrees.ts'

/** How an export compares with its model, row by row. */
export interface Parity {
  /** Rows that both scored; missing values are among them. */
  readonly rows: number
  readonly maxDifference: number
  /** Greatest minus least score of the model on these rows, to judge the difference by. */
  readonly spread: number
  /** What scored the export: `emulation`, or the name and version of the target's own software. */
  readonly checkedIn: string
}

/**
 * ONNX Runtime, or something that works the same way: scores float32 rows by the bytes of a model, the input `features`. `texts` are further inputs
 * by their names, a text for each row; with a width of 0 there is no `features`.
 */
export interface OnnxRunner {
  readonly name: string
  run(
    bytes: Uint8Array,
    values: Float32Array,
    rows: number,
    width: number,
    texts: Readonly<Record<string, readonly string[]>>,
  ): Promise<ArrayLike<number>>
}

/** DuckDB, or something that works the same way: works an expression out for rows of float32 values, in which NaN stands for what is missing. */
export interface SqlRunner {
  readonly name: string
  run(expression: string, columns: readonly string[], values: Float32Array): Promise<ArrayLike<number>>
}

/** A compiler of C, or something that works the same way: compiles a header and scores rows with `<prefix>_score`. */
export interface CRunner {
  readonly name: string
  run(header: string, prefix: string, values: Float32Array, width: number): Promise<ArrayLike<number>>
}

const emulatedOnnx: OnnxRunner = {
  name: 'emulation',
  async run(bytes, values, rows, width, texts) {
    const columns = Object.entries(texts).map(([name, own]) => [name, { type: 'string', dims: [rows, 1], texts: own }] as const)
    const features = { type: 'float', dims: [rows, width], values: Float64Array.from(values) } as const
    return runOnnx(readOnnx(bytes), { ...Object.fromEntries(columns), features }).values
  },
}

/** The lists without rows that hold a value outside the range known from training, which targets without clipping score differently. */
function rowsInRange(model: LinearModel, lists: RankingLists): Uint32Array {
  const { featureMap: map } = model
  const ranges = Array.from({ length: map.width }, (_, column) => rangeOf(map, column))
  const values = new Float32Array(map.width)
  return Uint32Array.from({ length: rowCount(lists) }, (_, row) => row).filter((row) => {
    copyRow(lists, row, values)
    return values.every((value, column) => {
      const { low, high, known } = ranges[column]
      return Number.isNaN(value) || (known ? value >= low && value <= high : Number.isFinite(value))
    })
  })
}

/** What the target gets for a missing value is what the model takes for it: the export says which values those are. */
export function foreignParity(model: LinearModel, foreign: ForeignLinearModel, lists: RankingLists): Parity {
  const columns = new Map(namesIn(foreign.format, model).map((name, column) => [name, column]))
  const fill = missingValues(model.featureMap)
  const values = new Float32Array(lists.width)
  const scores = score(model, lists)
  const theirs = Array.from(rowsInRange(model, lists), (row): [number, number] => {
    copyRow(lists, row, values)
    return [
      row,
      scoreForeign(foreign, (name) => {
        const column = columns.get(name)!
        return Number.isNaN(values[column]) ? fill[column] : values[column]
      }),
    ]
  })
  return parity(scores, theirs, 'emulation')
}

/** Rows that the target scores differently: values beyond the training range are not clipped, and missing ones are 0. */
export interface RowsThatDiffer {
  readonly rows: number
  readonly of: number
  readonly maxDifference: number
}

/** The scores of the target if nothing is clipped or filled in for it; `tolerance` is the share of the spread that counts. */
export function foreignDifference(
  model: LinearModel,
  foreign: ForeignLinearModel,
  lists: RankingLists,
  tolerance: number,
): RowsThatDiffer & { readonly spread: number } {
  const columns = new Map(namesIn(foreign.format, model).map((name, column) => [name, column]))
  const values = new Float32Array(lists.width)
  const scores = score(model, lists)
  const theirs = Array.from(scores, (_, row): [number, number] => {
    copyRow(lists, row, values)
    return [row, scoreForeign(foreign, (name) => (Number.isNaN(values[columns.get(name)!]) ? 0 : values[columns.get(name)!]))]
  })
  const { maxDifference, spread } = parity(scores, theirs, 'emulation')
  const rows = theirs.filter(([row, value]) => !(Math.abs(value - scores[row]) <= Math.max(tolerance * spread, 1e-12))).length
  return { rows, of: scores.length, maxDifference, spread }
}

/** On rows of which every value is there, where what is missing has a side of its own in the model alone; `apart` are values that the limits name. */
export function treesParity(
  model: TreesModel,
  foreign: ForeignTrees,
  lists: RankingLists,
  { withMissing, apart }: { readonly withMissing: boolean; readonly apart?: ((value: number, column: number) => boolean) | undefined },
): Parity {
  const scores = score(model, lists)
  const taken = (value: number, column: number) =>
    Number.isNaN(value) ? withMissing : Number.isFinite(value) && apart?.(value, column) !== true
  return parity(scores, treesScored(model, foreign, lists, taken), 'emulation')
}

/** What the target reads, as a model of ours. Infinite values, and those that are `apart`, are left out. */
export function rereadParity(
  model: TreesModel,
  reread: TreesModel,
  lists: RankingLists,
  apart?: (value: number, column: number) => boolean,
): Parity {
  const features = model.features // the target may have other names, in the same order
  const scores = score(model, lists)
  const theirs = score({ ...reread, features }, lists)
  const values = new Float32Array(lists.width)
  const rows = Array.from(scores.keys()).filter((row) => {
    copyRow(lists, row, values)
    return values.every((value, column) => Number.isNaN(value) || (Number.isFinite(value) && apart?.(value, column) !== true))
  })
  return parity(
    scores,
    rows.map((row) => [row, theirs[row]] as const),
    'emulation',
  )
}

/** The scores of the target with 0 for what is missing. */
export function treesDifference(
  model: TreesModel,
  foreign: ForeignTrees,
  lists: RankingLists,
  tolerance: number,
): RowsThatDiffer & { readonly spread: number } {
  const scores = score(model, lists)
  const theirs = treesScored(model, foreign, lists, () => true)
  const { maxDifference, spread } = parity(scores, theirs, 'emulation')
  const rows = theirs.filter(([row, value]) => !(Math.abs(value - scores[row]) <= Math.max(tolerance * spread, 1e-12))).length
  return { rows, of: scores.length, maxDifference, spread }
}

/** The rows all of whose values are taken, with their scores. */
function treesScored(
  model: TreesModel,
  foreign: ForeignTrees,
  lists: RankingLists,
  taken: (value: number, column: number) => boolean,
): (readonly [number, number])[] {
  const columns = new Map(namesIn(foreign.format, model).map((name, column) => [name, column]))
  const values = new Float32Array(lists.width)
  const scored: [number, number][] = []
  for (let row = 0; row < rowCount(lists); row++) {
    copyRow(lists, row, values)
    if (values.every(taken)) scored.push([row, scoreForeignTrees(foreign, (name) => values[columns.get(name)!])])
  }
  return scored
}

export async function javascriptParity(model: ListModel, text: string, lists: RankingLists): Promise<Parity> {
  const module: JavascriptModule = await loadJavascript(text)
  const theirs: [number, number][] = []
  for (let list = 0; list + 1 < lists.offsets.length; list++) {
    const [first, last] = [lists.offsets[list], lists.offsets[list + 1]]
    const rows = Array.from({ length: last - first }, (_, place) => {
      const values = new Float32Array(lists.width)
      copyRow(lists, first + place, values)
      return values
    })
    for (const [place, value] of module.scoreList(rows).entries()) theirs.push([first + place, value])
  }
  return parity(score(model, lists), theirs, 'JavaScript')
}

/** Of objects, by the scores of `rankObjects`. */
export async function objectsParity(model: ListModel, text: string, objects: readonly RowObject[]): Promise<Parity> {
  const module: JavascriptModule = await loadJavascript(text)
  const byRow = (ranked: readonly RankedItems[]) => ranked.flatMap(({ items }) => items.map(({ row, score: own }) => [row, own] as const))
  const scores = new Float64Array(objects.length)
  for (const [row, own] of byRow(rankObjects(model, objects))) scores[row] = own
  return parity(scores, byRow(module.rankObjects!(objects)), 'JavaScript')
}

export async function onnxParity(model: ListModel, bytes: Uint8Array, lists: RankingLists, runner = emulatedOnnx): Promise<Parity> {
  const rows = rowCount(lists)
  const values = new Float32Array(rows * lists.width)
  for (let row = 0; row < rows; row++) copyRow(lists, row, values.subarray(row * lists.width, (row + 1) * lists.width))
  const theirs = await runner.run(bytes, values, rows, lists.width, {})
  return parity(
    score(model, lists),
    Array.from(theirs, (value, row): [number, number] => [row, value]),
    runner.name,
  )
}

/** Of objects: their categories as texts, the other features as exported JavaScript makes them. */
export async function onnxObjectsParity(
  model: ListModel,
  { bytes, given: { texts, prepared }, javascript }: OnnxOfTable,
  objects: readonly RowObject[],
  runner = emulatedOnnx,
): Promise<Parity> {
  const module: JavascriptModule = await loadJavascript(javascript)
  const list = model.encoders!.list
  const values = new Float32Array(objects.length * prepared.length)
  for (const [row, object] of objects.entries()) {
    const features = module.encode!(object, String(object[list]))
    for (const [at, place] of prepared.entries()) values[row * prepared.length + at] = features[place]
  }
  const columns = texts.map(({ input, column }) => [input, objects.map((object) => categoryText(object[column]))] as const)
  const theirs = await runner.run(bytes, values, objects.length, prepared.length, Object.fromEntries(columns))
  const scores = new Float64Array(objects.length)
  for (const { items } of rankObjects(model, objects)) for (const { row, score: own } of items) scores[row] = own
  return parity(
    scores,
    Array.from(theirs, (value, row): [number, number] => [row, value]),
    runner.name,
  )
}

/** A graph that takes categories as texts, and the module that prepares its other features. */
export interface OnnxOfTable {
  readonly bytes: Uint8Array
  readonly given: TableInputs
  readonly javascript: string
}

/** In the runner, or by what the pieces of the expression give. */
export async function sqlParity(model: ListModel, { sql, value }: SqlExpression, lists: RankingLists, runner?: SqlRunner): Promise<Parity> {
  const rows = rowCount(lists)
  const values = new Float32Array(rows * lists.width)
  const rowOf = (row: number) => values.subarray(row * lists.width, (row + 1) * lists.width)
  for (let row = 0; row < rows; row++) copyRow(lists, row, rowOf(row))
  const theirs = runner
    ? await runner.run(sql, featureNamesOf(model), values)
    : Float64Array.from({ length: rows }, (_, row) => value(rowOf(row)))
  return parity(
    score(model, lists),
    Array.from(theirs, (each, row): [number, number] => [row, each]),
    runner?.name ?? 'emulation',
  )
}

/** Compiled by the runner, or with the arrays of the header read back. */
export async function cParity(
  model: LinearModel | TreesModel,
  { content, prefix }: CHeader,
  lists: RankingLists,
  runner?: CRunner,
): Promise<Parity> {
  const rows = rowCount(lists)
  const values = new Float32Array(rows * lists.width)
  for (let row = 0; row < rows; row++) copyRow(lists, row, values.subarray(row * lists.width, (row + 1) * lists.width))
  const theirs = runner ? await runner.run(content, prefix, values, lists.width) : runCHeader(model, content, lists)
  return parity(
    score(model, lists),
    Array.from(theirs, (each, row): [number, number] => [row, each]),
    runner?.name ?? 'emulation',
  )
}

function parity(scores: Float64Array, theirs: readonly (readonly [number, number])[], checkedIn: string): Parity {
  let maxDifference = 0
  let [least, most] = [Infinity, -Infinity]
  for (const [row, value] of theirs) {
    const difference = Math.abs(value - scores[row])
    maxDifference = Number.isNaN(difference) ? Infinity : Math.max(maxDifference, difference)
    least = Math.min(least, scores[row])
    most = Math.max(most, scores[row])
  }
  return { rows: theirs.length, maxDifference, spread: theirs.length === 0 ? 0 : most - least, checkedIn }
}
