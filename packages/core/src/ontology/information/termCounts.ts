import { requireArguments } from '../../arguments/shapes.ts'
import { decimal } from '../../data/text/tableNumber.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { fileShapes } from '../reading/readerShapes.ts'
import { rowCells } from '../reading/rowCells.ts'
import { wholeText } from '../reading/wholeText.ts'
import { ancestorWalk } from '../structure/ancestors.ts'
import { termFinder } from '../structure/findTerms.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import { hierarchyShape } from '../structure/ontologyShapes.ts'

/** How often each term occurs, its descendants' occurrences counted with it. */
export interface TermCounts {
  readonly counts: Float64Array
  readonly total: number
  /** Ids of the file that the ontology does not know. */
  readonly unknown: number
}

/**
 * Occurrences in a corpus: `term,count` rows, added up along the hierarchy here; or an information content file of
 * WordNet::Similarity (`wnver` in its first line), whose counts are added up already.
 */
export function parseTermCounts(file: string, bytes: Uint8Array, hierarchy: Hierarchy): TermCounts {
  requireArguments({ file, bytes, hierarchy }, { ...fileShapes, hierarchy: hierarchyShape })
  const lines = wholeText(file, bytes).split(/\r?\n/)
  return lines[0].startsWith('wnver') ? wordNetCounts(file, lines, hierarchy) : plainCounts(file, lines, hierarchy)
}

function plainCounts(file: string, lines: readonly string[], hierarchy: Hierarchy): TermCounts {
  const finder = termFinder(hierarchy.ontology)
  const own = new Float64Array(hierarchy.size)
  let unknown = 0
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '' || text.startsWith('#')) continue
    const cells = rowCells(text, text.includes('\t') ? '\t' : ',')
    const count = decimal(cells[1] ?? '')
    if (index === 0 && count === undefined && cells.length === 2) continue // a header
    if (cells.length !== 2 || count === undefined || !(count >= 0 && count < Number.POSITIVE_INFINITY))
      throw new RankwrightError({ area: 'ontology', code: 'count-row', at: { file, line: index + 1 }, found: text.slice(0, 40) })
    const terms = finder.search(cells[0])
    // A word of several senses counts in equal parts (Resnik 1995, §2.2).
    if (terms === undefined) unknown++
    else for (const term of terms) own[term] += count / terms.length
  }
  const walk = ancestorWalk(hierarchy)
  const counts = new Float64Array(hierarchy.size)
  let total = 0
  for (let term = 0; term < hierarchy.size; term++) {
    if (own[term] === 0) continue
    total += own[term]
    const found = walk.from(term)
    for (let at = 0; at < found; at++) counts[walk.found[at]] += own[term]
  }
  return counted(file, { counts, total, unknown })
}

function wordNetCounts(file: string, lines: readonly string[], { ontology, size }: Hierarchy): TermCounts {
  const counts = new Float64Array(size)
  let total = 0
  let unknown = 0
  for (const [index, text] of lines.entries()) {
    if (index === 0 || text.trim() === '') continue
    const parts = /^(\d+)([nv]) (\d+(?:\.\d+)?)( ROOT)?$/.exec(text.trim())
    if (parts === null)
      throw new RankwrightError({ area: 'ontology', code: 'count-row', at: { file, line: index + 1 }, found: text.slice(0, 40) })
    const [, offset, part, count, root] = parts
    const term = ontology.indexOfId.get(`${offset.padStart(8, '0')}-${part}`)
    if (term === undefined) {
      unknown++
      continue
    }
    counts[term] = Number(count)
    if (root !== undefined) total += Number(count)
  }
  return counted(file, { counts, total, unknown })
}

function counted(file: string, counts: TermCounts): TermCounts {
  if (counts.total > 0) return counts
  throw new RankwrightError({ area: 'ontology', code: 'nothing-counted', at: { file }, unknown: counts.unknown })
}
