/**
 * What can be read besides a file: bytes in memory, blobs, streams and answers of a server. Only the parts that are used are named here, so
 * that both the types of browsers and of Node fit.
 */

/** `Blob` and `File`. */
export interface BlobInput {
  readonly size: number
  readonly name?: string
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> }
}

/** `ReadableStream<Uint8Array>`. */
export interface StreamInput {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>
    cancel(): Promise<unknown>
  }
}

/** The `Response` that `fetch` gives. */
export interface ResponseInput {
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  readonly url: string
  readonly body: StreamInput | null
}

export type ByteInput = Uint8Array | ArrayBuffer | BlobInput | StreamInput | ResponseInput | AsyncIterable<Uint8Array>
