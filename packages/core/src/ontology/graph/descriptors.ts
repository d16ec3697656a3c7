/**
 * Descriptors of a vertex: its depth, its information content (Seco et al. 2004), how many edges it has, and numbers that were
 * given with it, as those of a text model. Each is brought to mean 0 and variance 1 over all vertices, which are known beforehand.
 */

import { fields, requireArguments, texts, typed } from '../../arguments/shapes.ts'
import { decimal } from '../../data/text/tableNumber.ts'
import { logOf } from '../../numeric/special/log.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { secoInformation } from '../information/seco.ts'
import { fileShapes } from '../reading/readerShapes.ts'
import { rowCells } from '../reading/rowCells.ts'
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

/** Rows of `term,number,number,…`, with commas or tabs between; the first may name the columns. */
export function parseTermVectors(file: string, bytes: Uint8Array, terms: TermNames): TermVectors {
  requireArguments({ file, bytes, terms }, { ...fileShapes, terms: termNamesShape })
  const finder = termFinder(terms)
  const size = terms.ids.length
  let names: readonly string[] | undefined
  let values = new Float64Array()
  let [unknown, found] = [0, 0]
  const seen = new Uint8Array(size)
  for (const [index, text] of wholeText(file, bytes).split(/\r?\n/).entries()) {
    if (text.trim() === '' || text.startsWith('#')) continue
    const [term, ...cells] = rowCells(text, text.includes('\t') ? '\t' : ',')
    const numbers = cells.map(decimal)
    if (names === undefined) {
      const heads = numbers.every((number) => number === undefined)
      if (cells.length > 0) {
        names = heads ? cells : cells.map((_, at) => `given ${at + 1}`)
        values = new Float64Array(size * names.length).fill(Number.NaN)
        if (heads) continue
      }
    }
    if (names === undefined || cells.length !== names.length || numbers.some((number) => number === undefined || !Number.isFinite(number)))
      throw new RankwrightError({
        area: 'ontology',
        code: 'vector-row',
        at: { file, line: index + 1, column: 1 },
        found: text.slice(0, 60),
        numbers: names?.length ?? 1,
      })
    const terms = finder.search(term) ?? []
    if (terms.length === 0) unknown++
    for (const each of terms) {
      found += 1 - seen[each]
      seen[each] = 1
      for (const [at, number] of numbers.entries()) values[each * names.length + at] = number ?? 0
    }
  }
  if (found === 0) throw new RankwrightError({ area: 'ontology', code: 'nothing-counted', at: { file }, unknown })
  return { names: names ?? [], values, missing: size - found, unknown }
}
