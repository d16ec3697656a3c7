import { RankwrightError } from '@rankwright/core'

/** What a page has a file as. */
export type Source = Blob | ArrayBuffer | Uint8Array

/** The bytes of a source, decompressed where they are gzip data; chunks come as they are read. */
export async function* sourceBytes(source: Source, file: string): AsyncGenerator<Uint8Array> {
  const blob = source instanceof Blob ? source : undefined
  const bytes = source instanceof Blob ? undefined : toBytes(source)
  const start = blob === undefined ? bytes!.subarray(0, 2) : new Uint8Array(await blob.slice(0, 2).arrayBuffer())
  if (start[0] === 0x1f && start[1] === 0x8b) {
    const packed = blob ?? new Blob([bytes as Uint8Array<ArrayBuffer>])
    yield* unpacked(packed.stream().pipeThrough(new DecompressionStream('gzip')), file)
  } else if (blob === undefined) yield bytes!
  else yield* chunks(blob.stream())
}

/** Bytes that can be read anywhere, as Parquet needs them; a blob that is not compressed stays where it is. */
export async function randomAccess(source: Source, file: string): Promise<RandomAccess> {
  const start = source instanceof Blob ? new Uint8Array(await source.slice(0, 2).arrayBuffer()) : toBytes(source)
  const packed = start[0] === 0x1f && start[1] === 0x8b
  if (source instanceof Blob && !packed) return { byteLength: source.size, slice: (from, to) => source.slice(from, to).arrayBuffer() }
  const bytes = packed ? await joined(sourceBytes(source, file)) : start
  return { byteLength: bytes.length, slice: (from, to) => new Uint8Array(bytes.subarray(from, to)).buffer }
}

export interface RandomAccess {
  readonly byteLength: number
  slice(start: number, end?: number): ArrayBuffer | Promise<ArrayBuffer>
}

async function* unpacked(stream: ReadableStream<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks(stream)
  } catch (error) {
    if (error instanceof RankwrightError) throw error // not of the stream, but of whoever reads it
    throw new RankwrightError({
      area: 'data',
      code: 'broken-gzip',
      at: { file },
      reason: error instanceof Error ? error.message : String(error),
    })
  }
}

/** Not every browser has async iteration of streams. */
async function* chunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of pieces) all.push(piece as Uint8Array<ArrayBuffer>)
  return new Uint8Array(await new Blob(all).arrayBuffer())
}

function toBytes(source: ArrayBuffer | Uint8Array): Uint8Array {
  return source instanceof Uint8Array ? source : new Uint8Array(source)
}
