import { join } from 'node:path'
import * as zlib from 'node:zlib'
import type { RankingLists } from '@rankwright/core'
import { type ByteSource, openStored, type ReadListsOptions } from '@rankwright/core/data'
import { type ParquetTable, pageCompressors, parquetLists, parquetTable, textsAreWritable } from '@rankwright/parquet'
import { copyTo } from './copyTo.ts'
import { gunzip } from './gunzip.ts'
import { storedFile } from './storedFile.ts'
import { withTemporaryFolder } from './temporaryFolder.ts'

/** Values in the columns that are used up to which a file is small. See docs/decisions/duckdb-is-an-optional-peer.md. */
const mostValues = 20_000_000

/** Parquet through hyparquet, or through DuckDB where the file is large or holds something that hyparquet does not know. */
export async function readParquet(source: ByteSource, options: ReadListsOptions): Promise<RankingLists> {
  return seekable(source, async (file) => {
    const table = await parquetTable(file, options)
    const reason = duckDbReason(table)
    if (reason === undefined) return parquetLists(table, { ...options, compressors })
    return (await import('../duckdb/duckDbLists.ts')).duckDbLists(file, table, reason, options)
  })
}

/** Why a file is read by DuckDB; undefined when it is not. */
export function duckDbReason(table: ParquetTable, most = mostValues): string | undefined {
  const values = table.rows * table.used.length
  if (values > most) return `its columns in use hold ${values} values, more than ${most}`
  const codec = [...table.codecs].find((each) => each !== 'UNCOMPRESSED' && each !== 'SNAPPY' && compressors[each] === undefined)
  if (codec !== undefined) return `it is compressed with ${codec}`
  const kinds = table.used.map((column) => table.kinds[column].kind)
  if (table.used.some((column) => table.places[column].within.length > 0)) return 'it holds structs'
  if (kinds.includes('vector')) return 'it holds lists of numbers'
  if (kinds.includes('texts')) return 'it holds lists of texts'
  return textsAreWritable(table) ? undefined : 'its ids or texts are of a rare type'
}

const compressors = pageCompressors(zlib)

/** Parquet is read from its end: what cannot be read anywhere, such as a pipe or a compressed file, is copied to a temporary file. */
async function seekable<Result>(source: ByteSource, work: (source: ByteSource) => Promise<Result>): Promise<Result> {
  if (source.slice !== undefined) return work(source)
  return withTemporaryFolder(async (folder) => {
    const path = join(folder, 'table.parquet')
    await copyTo(path, source)
    const file = await openStored(await storedFile(path), {}, gunzip)
    try {
      return await work({ ...file, name: source.name })
    } finally {
      await file.close()
    }
  })
}
