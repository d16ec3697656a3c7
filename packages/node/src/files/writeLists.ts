import { type RankingLists, RankwrightError, type StopFlag } from '@rankwright/core'
import { type FileFormat, fileFormats, formatOfName, letorText } from '@rankwright/core/data'
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
  switch (format) {
    case 'letor':
      return writePieces(path, letorText(lists), options.stop)
    case 'csv':
      return writePieces(path, (await import('./writeTable.ts')).csvText(lists), options.stop)
    case 'tsv':
      return writePieces(path, (await import('./writeTable.ts')).tsvText(lists), options.stop)
    case 'jsonl':
      return writePieces(path, (await import('./writeTable.ts')).jsonLinesText(lists), options.stop)
    case 'parquet':
      return writePieces(path, (await import('@rankwright/parquet')).parquetPieces(lists), options.stop)
    case 'cifar':
    case undefined:
      throw new RankwrightError({
        area: 'data',
        code: 'cannot-write',
        at: { file: path },
        reason: `choose one of the formats ${fileFormats.filter((each) => each !== 'cifar').join(', ')}, by its extension or with --format`,
      })
    default:
      throw new Error(`there is no writer of ${format satisfies never}`)
  }
}
