import type { NamedBytes } from './byteSource.ts'

/** An input that is open for reading, its bytes as they are stored, compressed or not. */
export interface StoredBytes {
  /** How messages call the input. */
  readonly name: string
  /** The first bytes, at least two unless the input ends before. */
  readonly head: Uint8Array
  readonly size?: number
  /** How many bytes there will be when decompressed, from the end of a gzip file. */
  readonly unpackedSize?: number
  /** All chunks from the start, once only. With `reuse` a chunk's memory is used again once the next but one is asked for. */
  chunks(reuse: boolean): AsyncIterable<Uint8Array>
  /** The chunks from the start once more, for inputs that allow it. */
  readonly again?: () => AsyncIterable<Uint8Array>
  readonly slice?: (start: number, end: number) => Promise<ArrayBuffer>
  readonly path?: string
  readonly beside?: (ending: string) => Promise<NamedBytes | undefined>
  close(): Promise<void>
}
