import { type RankingLists, RankwrightError } from '@rankwright/core'
import { options as optionsShape, requireArguments, requireLists, text } from '@rankwright/core/arguments'
import {
  delimitedText,
  type FileFormat,
  formatOfName,
  isWritten,
  jsonLines,
  letorText,
  type WrittenFormat,
  writtenFormats,
} from '@rankwright/core/data'
import { namedOption } from '@rankwright/core/problems'
import type { OutputContent } from '../outputs/outputKinds.ts'
import { filePath, writeShapes } from '../outputs/outputShapes.ts'
import type { Pieces } from '../outputs/pouring.ts'
import { type WriteOptions, writePieces } from '../outputs/writePieces.ts'

export interface WriteListsOptions extends WriteOptions {
  /** How to write it; found from the name when left out. */
  readonly format?: FileFormat
}

/**
 * Writes lists to a file, or to standard output for `-`, rows in the order in which they were read. The file appears when it is
 * whole and on the disk; a data file of that name is replaced then, any other file only with `force`.
 */
export async function writeLists(lists: RankingLists, path: string, options: WriteListsOptions = {}): Promise<void> {
  requireArguments(
    { lists, path, options },
    { lists: requireLists, path: filePath, options: optionsShape({ ...writeShapes, format: text }) },
  )
  await writePieces(path, await listPieces(lists, writtenFormat(path, options.format)), contentOf(lists), options)
}

/** What a file of lists holds: a table as it was read has the names of its columns. */
export function contentOf({ cells }: RankingLists): OutputContent {
  if (cells === undefined) return 'data'
  const { list, label, item } = cells
  return { lists: { list, ...(label !== undefined && { label }), ...(item !== undefined && { item }) } }
}

/** The format that is asked for, or that the name announces. */
function writtenFormat(path: string, asked?: FileFormat): WrittenFormat {
  const format = asked ?? formatOfName(path) ?? (path === '-' ? 'letor' : undefined)
  if (format === undefined || !isWritten(format)) {
    throw new RankwrightError({
      area: 'data',
      code: 'cannot-write',
      at: { file: path },
      reason: `choose one of the formats ${writtenFormats.join(', ')}, by its extension or with ${namedOption('format')}`,
    })
  }
  return format
}

/** The bytes of a file, piece by piece. What a format needs is loaded when it is asked for. */
export async function listPieces(lists: RankingLists, format: WrittenFormat): Promise<Pieces> {
  switch (format) {
    case 'letor':
      return letorText(lists)
    case 'csv':
      return delimitedText(lists, ',')
    case 'tsv':
      return delimitedText(lists, '\t')
    case 'jsonl':
      return jsonLines(lists)
    case 'parquet':
      return (await import('@rankwright/parquet')).parquetPieces(lists)
  }
}
