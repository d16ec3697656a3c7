import { type RankingLists, RankwrightError, type StopFlag } from '@rankwright/core'
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
import { writePieces } from './atomicFile.ts'

export interface WriteListsOptions {
  /** How to write it; found from the name when left out. */
  readonly format?: FileFormat
  readonly stop?: StopFlag
}

/**
 * Writes lists to a file, or to standard output for `-`, rows in the order in which they were read. The file appears when it is
 * whole; a file of that name is replaced then.
 */
export async function writeLists(lists: RankingLists, path: string, options: WriteListsOptions = {}): Promise<void> {
  const format = options.format ?? formatOfName(path) ?? (path === '-' ? 'letor' : undefined)
  if (format === undefined || !isWritten(format)) {
    throw new RankwrightError({
      area: 'data',
      code: 'cannot-write',
      at: { file: path },
      reason: `choose one of the formats ${writtenFormats.join(', ')}, by its extension or with --format`,
    })
  }
  await writePieces(path, await piecesOf(lists, format), options.stop)
}

/** The bytes of a file, piece by piece. What a format needs is loaded when it is asked for. */
async function piecesOf(lists: RankingLists, format: WrittenFormat): Promise<Parameters<typeof writePieces>[1]> {
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
