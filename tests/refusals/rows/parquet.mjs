import * as parquet from '@rankwright/parquet'
import { made, row } from '../attempts.mjs'
import { lists, scoreTable } from '../samples.mjs'

export const functions = parquet

const bytes = parquet.writeParquet(lists)

/** The file as readers take it, made anew. */
const source = () => ({
  name: 'data.parquet',
  size: bytes.length,
  head: async () => bytes,
  async *bytes() {
    yield bytes
  },
  async close() {},
})
const table = await parquet.parquetTable(source(), {})
const reading = () => ({ list: 'qid', label: 'label' })

export const rows = {
  idWriter: row(() => ({ column: { kind: 'decimal', precision: 5, scale: 2 } })),
  pageCompressors: row(() => ({ zlib: { gunzipSync: () => bytes, brotliDecompressSync: () => bytes } })),
  parquetLists: row(() => ({ table: made(table), options: reading() })),
  parquetPieces: row(() => ({ lists })),
  parquetTable: row(() => ({ source: made(source()), options: reading() })),
  readParquet: row(() => ({ source: made(source()), options: reading() })),
  scoresParquet: row(() => ({ table: scoreTable() })),
  textsAreWritable: row(() => ({ table: made(table) })),
  writeParquet: row(() => ({ lists })),
}
