import { callback, fields, optional, requireArguments } from '@rankwright/core/arguments'
import type { Compressors } from 'hyparquet'

type Unpack = (packed: Uint8Array) => Uint8Array

/** What is needed of `node:zlib`. Zstandard is there from Node 22.15 on. */
export interface Zlib {
  readonly gunzipSync: Unpack
  readonly brotliDecompressSync: Unpack
  readonly zstdDecompressSync?: Unpack
}

/** The decompressors for Parquet files that Node has. */
export function pageCompressors(zlib: Zlib): Compressors {
  requireArguments(
    { zlib },
    { zlib: fields({ gunzipSync: callback, brotliDecompressSync: callback, zstdDecompressSync: optional(callback) }) },
  )
  const { gunzipSync, brotliDecompressSync, zstdDecompressSync } = zlib
  return {
    GZIP: (packed) => gunzipSync(packed),
    BROTLI: (packed) => brotliDecompressSync(packed),
    ...(zstdDecompressSync && { ZSTD: (packed: Uint8Array) => zstdDecompressSync(packed) }),
  }
}
