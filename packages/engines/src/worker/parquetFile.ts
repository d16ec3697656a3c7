/** A Parquet file on a disk of the worker. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import * as zlib from 'node:zlib'
import { type BytesAt, type FlatColumn, type FlatParquet, flatParquet, OtherParquet, pageCompressors } from '@rankwright/parquet'

/** As Spark lists it. */
export interface ListedFile {
  /** With `file:` or another kind of place before it. */
  readonly path: string
  readonly size: number
  /** In milliseconds. */
  readonly modified: number
}

/** Which columns of the files are in use. */
export interface UsedColumns {
  readonly list: FlatColumn
  readonly label?: FlatColumn
  readonly features: readonly FlatColumn[]
}

/** An open file; the columns are the list, the features and the label, where there is one. */
export class ParquetFile {
  readonly table: FlatParquet
  readonly #descriptor: number
  #bytes = Buffer.alloc(0)

  constructor(path: string, size: number, { list, label, features }: UsedColumns) {
    this.#descriptor = openSync(path, 'r')
    try {
      const columns = [list, ...features, ...(label === undefined ? [] : [label])]
      this.table = flatParquet(this.#read, size, columns, compressors)
    } catch (error) {
      this.close()
      throw error
    }
  }

  readonly #read: BytesAt = (from, length) => {
    if (this.#bytes.length < length) this.#bytes = Buffer.allocUnsafeSlow(length)
    for (let at = 0; at < length; ) {
      const read = readSync(this.#descriptor, this.#bytes, at, length - at, from + at)
      if (read === 0) throw new OtherParquet('it has become shorter')
      at += read
    }
    return this.#bytes.subarray(0, length)
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}

const compressors = pageCompressors(zlib)

/** Where the columns of a file are among those that are read. */
export const LIST_COLUMN = 0
export const FIRST_FEATURE = 1

/** The path of a file that the worker sees itself. Spark may have written signs that addresses do not have with percent signs. A file of the same name that is another has another size or time. */
export function pathHere({ path, size, modified }: ListedFile): string {
  const written = path.replace(/^file:\/*/, '/')
  const found = [written, unescaped(written)].find((each) => {
    const status = statSync(each, { bigint: true, throwIfNoEntry: false })
    return status?.isFile() && status.size === BigInt(size) && status.mtimeNs / 1_000_000n === BigInt(modified)
  })
  if (found === undefined) throw new OtherParquet('it is not here, or another than Spark has listed')
  return found
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
