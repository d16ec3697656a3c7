/** What experts hold closest to a term, one term a line: `term,neighbour;neighbour;…`, the closest first, with a comma or tab between. */

import { requireArguments } from '../../arguments/shapes.ts'
import { fileShapes } from '../../ontology/reading/readerShapes.ts'
import { rowCells } from '../../ontology/reading/rowCells.ts'
import { wholeText } from '../../ontology/reading/wholeText.ts'
import type { Place } from '../../problems/place.ts'
import { RankwrightError } from '../../problems/problem.ts'

export interface ExpertNeighbours {
  readonly term: string
  readonly neighbours: readonly string[]
  readonly at: Place
}

export function parseNeighbours(file: string, bytes: Uint8Array): ExpertNeighbours[] {
  requireArguments({ file, bytes }, fileShapes)
  const found: ExpertNeighbours[] = []
  let isFirst = true
  for (const [index, text] of wholeText(file, bytes).split(/\r?\n/).entries()) {
    if (text.trim() === '' || text.startsWith('#')) continue
    const at = { file, line: index + 1, column: 1 }
    const [term, written = '', ...more] = rowCells(text, text.includes('\t') ? '\t' : ',')
    const neighbours = written
      .split(';')
      .map((each) => each.trim())
      .filter((each) => each !== '')
    const heading = isFirst && term === 'term' && written === 'neighbours'
    isFirst = false
    if (heading) continue
    if (term === '' || neighbours.length === 0 || more.length > 0)
      throw new RankwrightError({ area: 'ontology', code: 'neighbour-row', at, found: text.slice(0, 60) })
    found.push({ term, neighbours, at })
  }
  if (found.length === 0) throw new RankwrightError({ area: 'data', code: 'no-rows', at: { file, line: 1, column: 1 } })
  return found
}
