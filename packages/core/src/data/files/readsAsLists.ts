import { bytes, flag, requireArguments } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { letorParser } from '../letor/letorParser.ts'
import { planFromSample } from '../tables/tableSample.ts'
import { formatOfContent } from './fileFormat.ts'
import { isTextTable, tableParsers } from './tableParsers.ts'

const lineFeed = 10

/**
 * Whether the first block of a file of text, all of it if it is `whole`, reads as ranking lists with the usual names of columns, whatever the
 * others hold. The last line counts if it is complete. A table may have no rows yet.
 */
export function readsAsLists(block: Uint8Array, whole: boolean): boolean {
  requireArguments({ block, whole }, { block: bytes, whole: flag })
  const format = formatOfContent(block)
  if (format !== 'letor' && (format === undefined || !isTextTable(format))) return false
  const lines = whole ? block : block.subarray(0, block.lastIndexOf(lineFeed) + 1)
  const parser =
    format === 'letor'
      ? letorParser('')
      : tableParsers[format]('', { plan: { ...planFromSample(lines, true, format, {}), skipsRaw: true } })
  try {
    parser.push(lines)
    parser.finish()
    return true
  } catch (error) {
    if (error instanceof RankwrightError) return error.problems.every(({ code }) => code === 'table-without-rows')
    throw error
  }
}
