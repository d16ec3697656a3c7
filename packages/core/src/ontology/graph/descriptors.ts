/**
 * Descriptors of a vertex: its depth, its information content (Seco et al. 2004), how many edges it has, and numbers that were
 * given with it, as those of a text model. Each is brought to mean 0 and variance 1 over all vertices, which are known beforehand.
 */

import { fields, requireArguments, texts, typed } from '../../arguments/shapes.ts'
import { formatSeen } from '../../data/files/formatOfSource.ts'
import { type FormatReaders, readingShapes } from '../../data/files/listsFrom.ts'
import { type ByteSource, wholeOf } from '../../data/sources/byteSource.ts'
import { byteSource } from '../../data/sources/sourceShapes.ts'
import { utf8MarkLength } from '../../data/text/byteOrderMark.ts'
import { type Separator, separatorLine, separatorOfHeader } from '../../data/text/separator.ts'
import { decimal } from '../../data/text/tableNumber.ts'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import { logOf } from '../../numeric/special/log.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { secoInformation } from '../information/seco.ts'
import { fileShapes } from '../reading/readerShapes.ts'
import { rowCells } from '../reading/rowCells.ts'
import { type TermTable, type TermTableOptions, termTable, termTableFrom, termTableShape } from '../reading/termTable.ts'
import { wholeText } from '../reading/wholeText.ts'
import { type TermNames, termFinder } from '../structure/findTerms.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import { termNamesShape } from '../structure/ontologyShapes.ts'

export const descriptorNames = ['depth', 'ic', 'degree'] as const
export type DescriptorName = (typeof descriptorNames)[number]

/** Numbers of vertices, one after the other: `names.length` of each. */
export interface VertexDescriptors {
  readonly names: readonly string[]
  readonly values: Float64Array
}

/** NaN where a term has none. */
export const vectorsShape = fields({ names: texts, values: typed(Float64Array, 'missing') }, 'descriptors of terms')

/** Numbers that were given for terms; NaN for a term without any. */
export interface TermVectors extends VertexDescriptors {
  /** Terms without a row, which get the means, and rows without a term. */
  readonly missing: number
  readonly unknown: number
}

export function vertexDescriptors(hierarchy: Hierarchy, chosen: readonly DescriptorName[], given?: VertexDescriptors): VertexDescriptors {
  const { size } = hierarchy
  const columns = [...chosen.map((name) => columnOf(hierarchy, name)), ...(given === undefined ? [] : columnsOf(given, size))].map(
    standardised,
  )
  const names = [...chosen, ...(given?.names ?? [])]
  const values = new Float64Array(size * names.length)
  for (const [at, column] of columns.entries()) for (let term = 0; term < size; term++) values[term * names.length + at] = column[term]
  return { names, values }
}

function columnOf(hierarchy: Hierarchy, name: DescriptorName): Float64Array {
  const { size, shortestDepth, parentOffsets, childOffsets } = hierarchy
  switch (name) {
    case 'depth':
      return Float64Array.from(shortestDepth)
    case 'ic':
      return secoInformation(hierarchy).values
    case 'degree':
      return Float64Array.from({ length: size }, (_, term) =>
        logOf(1 + parentOffsets[term + 1] - parentOffsets[term] + childOffsets[term + 1] - childOffsets[term]),
      )
  }
}

function columnsOf({ names, values }: VertexDescriptors, size: number): Float64Array[] {
  return names.map((_, at) => Float64Array.from({ length: size }, (_, term) => values[term * names.length + at]))
}

/** Mean 0 and variance 1 over what is there; 0 for what is not, and for a constant. */
function standardised(column: Float64Array): Float64Array {
  let [count, sum, squares] = [0, 0, 0]
  for (const value of column) {
    if (Number.isNaN(value)) continue
    count++
    sum += value
  }
  const mean = sum / Math.max(1, count)
  for (const value of column) if (!Number.isNaN(value)) squares += (value - mean) ** 2
  const spread = Math.sqrt(squares / Math.max(1, count))
  return column.map((value) => (Number.isNaN(value) || spread === 0 ? 0 : (value - mean) / spread))
}

/** Rows of `term,number,number,…`, with commas or tabs between, or what the first line shows instead of commas; that line may name the columns. With names, cells may be anything that tables hold. */
export function parseTermVectors(file: string, bytes: Uint8Array, terms: TermNames, options: TermTableOptions = {}): TermVectors {
  requireArguments({ file, bytes, terms, options }, { ...fileShapes, terms: termNamesShape, options: termTableShape })
  const told = separatorLine(bytes, utf8MarkLength(bytes), bytes.length)
  const lines = wholeText(file, bytes)
    .split(/\r?\n/)
    .map((text, index) => ({ text, line: index + 1 }))
    .slice(told === undefined ? 0 : 1)
    .filter(({ text }) => text.trim() !== '' && !text.startsWith('#'))
  const head = encodeUtf8(lines[0]?.text ?? '')
  const shown = told?.separator ?? separatorOfHeader(head, 0, head.length)
  const separatorOf = (text: string): Separator => (shown === ';' || shown === '|' ? shown : text.includes('\t') ? '\t' : ',')
  const [, ...heads] = rowCells(lines[0]?.text ?? '', separatorOf(lines[0]?.text ?? ''))
  const isNamed = heads.length > 0 && heads.every((cell) => decimal(cell) === undefined)
  const isGiven = Object.values(options).some((given) => Array.isArray(given))
  const names = isNamed ? heads : heads.map((_, at) => `given ${at + 1}`)
  const rows: TermTable['rows'][number][] = []
  for (const { text, line } of isNamed ? lines.slice(1) : lines) {
    const [term, ...cells] = rowCells(text, separatorOf(text))
    const values = cells.map((cell) => decimal(cell) ?? Number.NaN)
    if (isGiven || (isNamed && !values.every(Number.isFinite)))
      return placed(file, termTable(file, bytes, separatorOf(lines[0].text), options), terms)
    if (cells.length === 0 || cells.length !== names.length || !values.every(Number.isFinite))
      throw new RankwrightError({
        area: 'ontology',
        code: 'vector-row',
        at: { file, line, column: 1 },
        found: text.slice(0, 60),
        numbers: Math.max(1, names.length),
      })
    rows.push({ term, values })
  }
  return placed(file, { names, rows }, terms)
}

/**
 * The same from an open input, which is then closed: JSON lines and Parquet are tables with the term in their first column; all else is read
 * as `parseTermVectors` does.
 */
export async function termVectorsFrom(
  source: ByteSource,
  terms: TermNames,
  options: TermTableOptions,
  readers: FormatReaders,
): Promise<TermVectors> {
  requireArguments(
    { source, terms, options, readers },
    { source: byteSource, terms: termNamesShape, options: termTableShape, readers: readingShapes['readers'] },
  )
  try {
    const format = await formatSeen(source)
    if (format !== 'jsonl' && format !== 'parquet') return parseTermVectors(source.name, await wholeOf(source), terms, options)
    return placed(source.name, await termTableFrom(source, format, options, readers), terms)
  } finally {
    await source.close()
  }
}

/** The numbers of each row at the terms that it is about. */
function placed(file: string, { names, rows }: TermTable, terms: TermNames): TermVectors {
  const finder = termFinder(terms)
  const size = terms.ids.length
  const values = new Float64Array(size * names.length).fill(Number.NaN)
  const seen = new Uint8Array(size)
  let [unknown, found] = [0, 0]
  for (const { term, values: own } of rows) {
    const those = finder.search(term) ?? []
    if (those.length === 0) unknown++
    for (const each of those) {
      found += 1 - seen[each]
      seen[each] = 1
      values.set(own, each * names.length)
    }
  }
  if (found === 0) throw new RankwrightError({ area: 'ontology', code: 'nothing-counted', at: { file }, unknown })
  return { names, values, missing: size - found, unknown }
}
