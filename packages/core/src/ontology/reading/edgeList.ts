/**
 * An edge a line: `child,parent[,weight]`, with commas or tabs between. A first line that names its columns may put them in
 * any order and add `relation`; a child without a parent is a root. Lines that start with # are skipped. A term stands where it is first a
 * child; a root without a row stands behind its first child.
 */

import { requireArguments, text as textShape } from '../../arguments/shapes.ts'
import { decimal } from '../../data/text/tableNumber.ts'
import { decodeUtf8 } from '../../data/text/utf8.ts'
import { byteLines } from './byteLines.ts'
import { builderFor, type OntologyParser, type OntologyReaderOptions } from './ontologyBuilder.ts'
import { readerOptions } from './readerShapes.ts'
import { rowCells } from './rowCells.ts'

interface Columns {
  readonly child: number
  readonly parent: number
  readonly relation: number
  readonly weight: number
  readonly count: number
}

const withoutHeader: Columns = { child: 0, parent: 1, relation: -1, weight: 2, count: 3 }

export function edgeListParser(file: string, options: OntologyReaderOptions = {}): OntologyParser {
  requireArguments({ file, options }, { file: textShape, options: readerOptions })
  const builder = builderFor(file, options)
  const isA = builder.relation('is_a')
  let separator = ''
  let columns = withoutHeader

  const lines = byteLines(file, (bytes, start, end, line) => {
    const text = decodeUtf8(bytes, start, end)
    const at = (column = 1) => ({ file, line, column })
    if (text === undefined) {
      builder.problem({ area: 'data', code: 'not-utf8', at: at(), what: 'line' })
      return
    }
    if (text.trim() === '' || text.startsWith('#')) return
    if (separator === '') {
      separator = text.includes('\t') ? '\t' : ','
      const named = namedColumns(rowCells(text, separator))
      if (named !== undefined) {
        columns = named
        return
      }
    }
    const cells = rowCells(text, separator)
    const column = (index: number) => 1 + cells.slice(0, index).reduce((total, cell) => total + cell.length + 1, 0)
    if (cells.length > columns.count) {
      const { count } = columns
      builder.problem({ area: 'ontology', code: 'edge-row-too-long', at: at(column(count)), found: cells.length, columns: count })
      return
    }
    const child = cells[columns.child] ?? ''
    if (child === '') {
      builder.problem({ area: 'ontology', code: 'edge-row-too-short', at: at() })
      return
    }
    const childNode = mentioned(child)
    builder.ownRow(childNode)
    const parent = cells[columns.parent] ?? ''
    if (parent === '') return
    const written = cells[columns.weight] ?? ''
    const weight = written === '' ? Number.NaN : decimal(written)
    if (weight === undefined || (written !== '' && !(weight > 0 && weight < Number.POSITIVE_INFINITY))) {
      builder.problem({ area: 'ontology', code: 'edge-weight', at: at(column(columns.weight)), found: written.slice(0, 40) })
      return
    }
    const relation = cells[columns.relation] ?? ''
    builder.edge(childNode, mentioned(parent), relation === '' ? isA : builder.relation(relation), line, weight)
  })

  return {
    push: (chunk) => lines.push(chunk),
    end: () => lines.finish(),
    finish() {
      lines.finish()
      return builder.finish()
    },
  }

  /** Here a term is there by being mentioned. */
  function mentioned(id: string): number {
    const node = builder.node(id)
    builder.mention(node)
    return node
  }
}

function namedColumns(cells: readonly string[]): Columns | undefined {
  const find = (...names: string[]) => cells.findIndex((cell) => names.includes(cell.toLowerCase()))
  const child = find('child', 'source', 'subject')
  const parent = find('parent', 'target', 'object')
  if (child < 0 || parent < 0) return undefined
  return { child, parent, relation: find('relation', 'predicate'), weight: find('weight'), count: cells.length }
}
