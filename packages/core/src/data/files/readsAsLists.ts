import { bytes, flag, options, requireArguments, text } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { letorParser } from '../letor/letorParser.ts'
import type { TableColumnOptions, TableParser } from '../tables/tableColumns.ts'
import { planFromSample } from '../tables/tableSample.ts'
import { formatOfContent } from './fileFormat.ts'
import { isTextTable, tableParsers } from './tableParsers.ts'

const lineFeed = 10

/** The columns of a table that have a role, where their names are not usual. */
export type NamedColumns = Pick<TableColumnOptions, 'list' | 'label' | 'item'>

const shapes = { block: bytes, whole: flag, columns: options({ list: text, label: text, item: text }) }

/**
 * Whether the first block of a file of text, all of it if it is `whole`, reads as ranking lists: with the usual names of columns, or with those
 * that are given, whatever the other columns hold. The last line counts if it is complete. A table may have no rows yet.
 */
export function readsAsLists(block: Uint8Array, whole: boolean, columns: NamedColumns = {}): boolean {
  requireArguments({ block, whole, columns }, shapes)
  const lines = whole ? block : block.subarray(0, block.lastIndexOf(lineFeed) + 1)
  const format = formatOfContent(block)
  if (format === 'letor') return reads(letorParser(''), lines)
  if (format === undefined || !isTextTable(format)) return false
  const given = Object.values(columns).some((name) => name !== undefined)
  return [{}, ...(given ? [columns] : [])].some((names) =>
    reads(tableParsers[format]('', { ...names, plan: { ...planFromSample(lines, true, format, names), skipsRaw: true } }), lines),
  )
}

function reads(parser: TableParser<unknown>, lines: Uint8Array): boolean {
  try {
    parser.push(lines)
    parser.finish()
    return true
  } catch (error) {
    if (error instanceof RankwrightError) return error.problems.every(({ code }) => code === 'table-without-rows')
    throw error
  }
}
