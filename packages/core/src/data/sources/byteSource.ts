import { arrayOf, bytes } from '../../arguments/shapes.ts'
import { joined } from '../../numeric/allocate.ts'
import type { StopFlag } from '../../runtime/runtime.ts'
import type { TextEncoding } from '../text/textEncoding.ts'
import { byteSource } from './sourceShapes.ts'

/** An input that is open for reading, its bytes decompressed and text of other encodings turned into UTF-8. The reader closes it. */
export interface ByteSource {
  /** How messages call the input. */
  readonly name: string
  /** How many bytes `bytes` will give, where that is known; a good guess for compressed files. */
  readonly size?: number
  /** Reads the first bytes ahead; `bytes` still yields them: as many as are `enough`, at most about 1 MiB, fewer where the input ends. */
  head(enough: (head: Uint8Array) => boolean): Promise<Uint8Array>
  /** Once only. A chunk is valid until the next one is asked for: its memory is used again. */
  bytes(): AsyncIterable<Uint8Array>
  /** All bytes once more, for inputs that can be read a second time. */
  readonly again?: () => AsyncIterable<Uint8Array>
  /** Any part of the bytes, for inputs that can be read in any order: files, blobs and bytes in memory, unless they are compressed. */
  readonly slice?: (start: number, end: number) => Promise<ArrayBuffer>
  /** Where the bytes lie on the disk, for readers that open files by themselves. */
  readonly path?: string
  /** The file whose name is that of this one with an ending added, where there is one. */
  readonly beside?: (ending: string) => Promise<NamedBytes | undefined>
  /** What can be had of broken gzip data, ending quietly at the break; for inputs that can be read a second time. */
  readonly salvaged?: () => AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export interface NamedBytes {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface SourceOptions {
  /** How messages call the input, and where its format is looked for first. Paths, `File`s and answers of a server have a name already. */
  readonly name?: string
  /** How many megabytes compressed data may unpack to: 256 when left out, 16 for Parquet, or 200 times its size if that is more. */
  readonly limit?: number
  /** How the characters of text are written, where it is not UTF-8. A byte order mark that says otherwise is an error. */
  readonly encoding?: TextEncoding
  /** Called now and then with how many bytes have been read, and of how many, where that is known. */
  readonly onProgress?: (done: number, total?: number) => void
  /** Raise it and the reading ends with a `StoppedError`. */
  readonly stop?: StopFlag
}

/** All bytes of a source, which is then closed; for small inputs. */
export async function wholeOf(source: ByteSource): Promise<Uint8Array> {
  byteSource('source', source)
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of source.bytes()) chunks.push(chunk.slice())
  } finally {
    await source.close()
  }
  return joinedBytes(chunks)
}

export function joinedBytes(chunks: readonly Uint8Array[]): Uint8Array {
  arrayOf(bytes, 'an array of pieces, each a Uint8Array')('chunks', chunks)
  return joined(Uint8Array, chunks)
}
