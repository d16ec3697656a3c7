import { fields, madeBy, optionalParts, requireArguments, text } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { StoppedError } from '../../runtime/stoppedError.ts'
import type { ByteSource, SourceOptions } from './byteSource.ts'
import { peekedChunks } from './peekedChunks.ts'
import { sourceShapes } from './sourceShapes.ts'
import type { StoredBytes } from './storedBytes.ts'
import { obeyUnpackLimit } from './unpackLimit.ts'
import { areUtf8, utf8Chunks } from './utf8Chunks.ts'

/** How a platform unpacks gzip data. */
export interface Gunzip {
  /** Throws `BrokenGzip` where the data are cut short or damaged. */
  unpack(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Unpacks in small steps, so that little before a break is lost, and ends there quietly. */
  readonly salvage?: (packed: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
}

/** Thrown by `Gunzip.unpack`. */
export class BrokenGzip extends Error {
  constructor(reason: string) {
    text('reason', reason)
    super(reason)
    this.name = 'BrokenGzip'
  }
}

const storedShapes = {
  stored: madeBy('storedInput or storedChunks', 'name', 'head', 'chunks', 'close'),
  options: fields(optionalParts(sourceShapes), 'an object with options'),
  gunzip: madeBy('a platform that can unpack gzip data', 'unpack'),
}

/**
 * Gzip data is recognised by its first two bytes, under any name; a name that ends in .gz requires them. So is text in UTF-16 by its byte
 * order mark, which every reader gets as UTF-8, like text in the encoding that is given.
 */
export async function openStored(stored: StoredBytes, options: SourceOptions, gunzip: Gunzip): Promise<ByteSource> {
  requireArguments({ stored, options, gunzip }, storedShapes)
  const { onProgress, stop, limit, encoding } = options
  const { name, head, size, path, slice, beside, again } = stored
  const compressed = head[0] === 0x1f && head[1] === 0x8b
  if (!compressed && /\.gz$/i.test(name)) {
    await stored.close()
    const reason = 'it does not start like gzip data'
    throw new RankwrightError({ area: 'data', code: 'broken-gzip', at: { file: name, line: 1, column: 1 }, reason })
  }
  let packed = 0
  const count = (done: number) => {
    packed = done
    onProgress?.(done, size)
  }
  const watched = watchedChunks(stored.chunks(!compressed), stop, count)
  const unpack = () => limited(gunzip.unpack(watched), (unpacked) => obeyUnpackLimit(name, unpacked, size ?? packed, limit))
  const { salvage } = gunzip
  const salvaged = again && salvage && (() => utf8Chunks(name, stoppable(salvage(again()), stop), encoding))
  const onceMore = again && (() => utf8Chunks(name, stoppable(compressed ? gunzip.unpack(again()) : again(), stop), encoding))
  const { peek, chunks, close } = peekedChunks(utf8Chunks(name, compressed ? unpackedChunks(name, unpack(), salvaged) : watched, encoding))
  const asStored = areUtf8(head, encoding) ? { size, path, slice } : {}
  const known = compressed ? { size: stored.unpackedSize, salvaged } : asStored
  return {
    name,
    ...known,
    ...(beside && { beside }),
    ...(onceMore && { again: onceMore }),
    head: peek,
    bytes: chunks,
    async close() {
      await close()
      await stored.close()
    },
  }
}

async function* watchedChunks(
  chunks: AsyncIterable<Uint8Array>,
  stop: SourceOptions['stop'],
  onProgress: (done: number) => void,
): AsyncGenerator<Uint8Array> {
  let done = 0
  for await (const chunk of stoppable(chunks, stop)) {
    yield chunk
    done += chunk.length
    onProgress(done)
  }
}

/** Asks after each chunk whether there may be more. */
async function* limited(chunks: AsyncIterable<Uint8Array>, obey: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    obey(bytes)
    yield chunk
  }
}

async function* stoppable(chunks: AsyncIterable<Uint8Array>, stop: SourceOptions['stop']): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (stop?.stopped) throw new StoppedError()
    yield chunk
  }
}

async function* unpackedChunks(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  salvaged: ByteSource['salvaged'],
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    if (!(error instanceof BrokenGzip)) throw error
    const at = { file: name, ...(salvaged && (await endOf(salvaged()))) }
    throw new RankwrightError({ area: 'data', code: 'broken-gzip', at, reason: error.message })
  }
}

/** The line and column at which chunks end. */
async function endOf(chunks: AsyncIterable<Uint8Array>): Promise<{ line: number; column: number }> {
  let line = 1
  let column = 1
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      if (byte === 10) {
        line++
        column = 1
      } else column++
    }
  }
  return { line, column }
}
