/**
 * What people clicked when they were shown terms beside a term: rows of `term,shown,clicks,views[,place]`, with commas or tabs between. The
 * first row may name the columns. `place` is where the term was shown, from 1: first places get more clicks, whatever stands there.
 */
import { requireArguments } from '../../arguments/shapes.ts'
import { decimal } from '../../data/text/tableNumber.ts'
import type { Place } from '../../problems/place.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { fileShapes } from './readerShapes.ts'
import { rowCells } from './rowCells.ts'
import { wholeText } from './wholeText.ts'

export interface TermClicks {
  readonly term: string
  readonly shown: string
  readonly clicks: number
  readonly views: number
  /** From 1. */
  readonly place?: number
  readonly at: Place
}

export function parseClicks(file: string, bytes: Uint8Array): TermClicks[] {
  requireArguments({ file, bytes }, fileShapes)
  const rows: TermClicks[] = []
  let first = true
  for (const [index, text] of wholeText(file, bytes).split(/\r?\n/).entries()) {
    if (text.trim() === '' || text.startsWith('#')) continue
    const cells = rowCells(text, text.includes('\t') ? '\t' : ',')
    const numbers = cells.slice(2).map(decimal)
    const heading = first && numbers.length > 0 && numbers.every((number) => number === undefined)
    first = false
    if (heading) continue
    const at = { file, line: index + 1, column: 1 }
    const [clicks = Number.NaN, views = Number.NaN, place] = numbers
    const fits =
      (cells.length === 4 || cells.length === 5) &&
      cells[0] !== '' &&
      cells[1] !== '' &&
      clicks >= 0 &&
      views > 0 &&
      views < Number.POSITIVE_INFINITY &&
      clicks <= views &&
      (cells.length === 4 || (place !== undefined && place >= 1 && Number.isSafeInteger(place)))
    if (!fits) throw new RankwrightError({ area: 'ontology', code: 'click-row', at, found: text.slice(0, 60) })
    rows.push({ term: cells[0], shown: cells[1], clicks, views, ...(place !== undefined && { place }), at })
  }
  if (rows.length === 0) throw new RankwrightError({ area: 'data', code: 'no-rows', at: { file, line: 1, column: 1 } })
  const placed = rows.filter(({ place }) => place !== undefined).length
  const without = rows.find(({ place }) => place === undefined)
  if (placed > 0 && without !== undefined) throw new RankwrightError({ area: 'ontology', code: 'some-places-missing', at: without.at })
  return rows
}
