/**
 * Pairs of terms to compare, one a line: `a,b` or `a,b,rating`, with commas, tabs or (where neither is there) semicolons between.
 * Between commas or tabs, semicolons separate the terms of a set. The first line may name the columns, and there may be more of them then
 * (`"Mean","Stdev","Term1","Term2",…` of UMNSRS). `rating<>a<>b`, as in MayoSRS, is understood too.
 */

import { requireArguments } from '../../arguments/shapes.ts'
import { decimal } from '../../data/text/tableNumber.ts'
import { textLines } from '../../data/text/textLines.ts'
import { decodeUtf8 } from '../../data/text/utf8.ts'
import type { Place } from '../../problems/place.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { fileShapes } from './readerShapes.ts'
import { rowCells } from './rowCells.ts'

export interface TermPair {
  readonly a: string
  readonly b: string
  /** The terms as written; more than one make a set. */
  readonly first: readonly string[]
  readonly second: readonly string[]
  /** What people say, where the file has it. */
  readonly rating?: number
  /** The first row, should its words head the columns: they are a pair only where they are terms. */
  readonly mayBeHeading?: true
  readonly at: Place
}

export function parsePairs(file: string, bytes: Uint8Array): TermPair[] {
  requireArguments({ file, bytes }, fileShapes)
  const pairs: TermPair[] = []
  let separator = ''
  let isFirst = true
  let columns: Columns | undefined
  for (const { line, start, end } of textLines(file, bytes)) {
    const text = decodeUtf8(bytes, start, end)
    const at = { file, line, column: 1 }
    if (text === undefined) throw new RankwrightError({ area: 'data', code: 'not-utf8', at, what: 'line' })
    if (text.trim() === '' || text.startsWith('#')) continue
    if (separator === '')
      separator = text.includes('<>') ? '<>' : text.includes('\t') ? '\t' : text.includes(',') ? ',' : text.includes(';') ? ';' : ' '
    const all = separator === '<>' ? text.split('<>').map((cell) => cell.trim()) : rowCells(text, separator)
    const wasFirst = isFirst
    isFirst = false
    if (wasFirst) {
      columns = namedColumns(all)
      if (columns !== undefined) continue
      if (separator === '<>' && all.length === 3 && decimal(all[0]) !== undefined) columns = { a: 1, b: 2, rating: 0 }
    }
    const cells =
      columns === undefined
        ? all
        : [all[columns.a] ?? '', all[columns.b] ?? '', ...(columns.rating === undefined ? [] : [all[columns.rating] ?? ''])]
    const [a = '', b = '', written] = cells
    if (cells.length < 2 || cells.length > 3 || a === '' || b === '')
      throw new RankwrightError({ area: 'ontology', code: 'pair-row', at, found: text.slice(0, 60) })
    if (wasFirst && written !== undefined && decimal(written) === undefined) continue // names of the columns
    const rating = written === undefined || written === '' ? undefined : decimal(written)
    if (written !== undefined && written !== '' && (rating === undefined || !Number.isFinite(rating)))
      throw new RankwrightError({ area: 'ontology', code: 'rating-not-a-number', at, found: written.slice(0, 40) })
    const members = (cell: string) =>
      separator === ';'
        ? [cell]
        : cell
            .split(';')
            .map((term) => term.trim())
            .filter((term) => term !== '')
    const [first, second] = [members(a), members(b)]
    if (first.length === 0 || second.length === 0)
      throw new RankwrightError({ area: 'ontology', code: 'pair-row', at, found: text.slice(0, 60) })
    const mayBeHeading = wasFirst && rating === undefined && headings.test(a) && headings.test(b)
    pairs.push({ a, b, first, second, ...(rating !== undefined && { rating }), ...(mayBeHeading && { mayBeHeading }), at })
  }
  if (pairs.length === 0) throw new RankwrightError({ area: 'data', code: 'no-rows', at: { file, line: 1, column: 1 } })
  const rated = pairs.filter(({ rating }) => rating !== undefined).length
  const unrated = pairs.find(({ rating }) => rating === undefined)
  if (rated > 0 && unrated !== undefined) throw new RankwrightError({ area: 'ontology', code: 'some-ratings-missing', at: unrated.at })
  return pairs
}

interface Columns {
  readonly a: number
  readonly b: number
  readonly rating?: number
}

/** The columns of the terms and the rating, if this row names more than three columns. */
function namedColumns(cells: readonly string[]): Columns | undefined {
  if (cells.length <= 3) return undefined
  const of = (names: RegExp) => cells.findIndex((cell) => names.test(cell))
  const [a, b] = [of(/^(?:term|word|concept)_?[1a]$/i), of(/^(?:term|word|concept)_?[2b]$/i)]
  const rating = of(/^(?:mean|rating|score|similarity|relatedness)$/i)
  return a < 0 || b < 0 ? undefined : { a, b, ...(rating >= 0 && { rating }) }
}

const headings = /^(?:a|b|first|second|left|right|(?:term|word|concept)_?[12ab])$/i
