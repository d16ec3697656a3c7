import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { constants, createGunzip, gunzipSync } from 'node:zlib'
import { RankwrightError, type StopFlag } from '@rankwright/core'
import { fileFailure } from './fileFailure.ts'
import type { ByteSource } from './formatReader.ts'
import { StoppedError } from './stoppedError.ts'

export interface OpenedSource extends ByteSource {
  /** The first bytes, decompressed: enough to tell a format by. */
  readonly head: Uint8Array
  /** Closes a source whose bytes are not wanted after all. */
  close(): Promise<void>
}

export interface SourceOptions {
  readonly onProgress?: (done: number, total?: number) => void
  readonly stop?: StopFlag
  /** Of a broken gzip file, the lines before this one, as far as they can be had. */
  readonly beforeLine?: number
}

const chunkBytes = 1 << 20

/** Opens a file, or standard input for `-`, and sees whether it is compressed. */
export async function openSource(path: string, options: SourceOptions = {}): Promise<OpenedSource> {
  const raw = path === '-' ? await openStandardInput() : await openFile(path)
  const { head } = raw
  const compressed = head[0] === 0x1f && head[1] === 0x8b
  const watched = watch(raw, options)
  if (!compressed && /\.gz$/i.test(path)) {
    await raw.close()
    const reason = 'it does not start like gzip data'
    throw new RankwrightError({ area: 'data', code: 'broken-gzip', at: { file: path, line: 1, column: 1 }, reason })
  }
  if (!compressed) return { name: path, ...raw.file, size: raw.size, head, bytes: () => watched(true), close: raw.close }
  return {
    name: path,
    size: raw.unpackedSize,
    head: unpackedHead(head),
    bytes: () => (options.beforeLine === undefined ? unpacked(path, watched(false), raw.file?.path) : salvagedLines(raw, path, options)),
    close: raw.close,
  }
}

/** The whole content, for small files. */
export async function readBytes(path: string, options: SourceOptions = {}): Promise<Uint8Array> {
  const source = await openSource(path, options)
  const chunks: Buffer[] = []
  for await (const chunk of source.bytes()) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

interface RawSource {
  readonly head: Uint8Array
  readonly size?: number
  /** What the bytes will be when decompressed, as the end of a gzip file tells. */
  readonly unpackedSize?: number
  readonly file?: { readonly path: string }
  /** All chunks, the first being `head`. With `reuse` a chunk's memory is used again once the next but one is asked for. */
  chunks(reuse: boolean): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

async function openFile(path: string): Promise<RawSource> {
  let handle: FileHandle | undefined
  try {
    const opened = (handle = await open(path))
    const stat = await opened.stat()
    const read = async (into: Uint8Array) => into.subarray(0, (await opened.read(into, 0, into.length, null)).bytesRead)
    const head = await read(new Uint8Array(chunkBytes))
    const regular = stat.isFile()
    let unpackedSize: number | undefined
    if (regular && stat.size > 18) {
      const end = new DataView(new ArrayBuffer(4))
      await opened.read(end, 0, 4, stat.size - 4)
      const told = end.getUint32(0, true)
      // Larger than 4 GB, in several parts, or cut short: then the number is not what it should be.
      if (told >= stat.size && told <= 64 * stat.size) unpackedSize = told
    }
    async function* chunks(reuse: boolean): AsyncGenerator<Uint8Array> {
      try {
        const buffers = [new Uint8Array(chunkBytes), new Uint8Array(chunkBytes)]
        // The next chunk is read while the caller works on this one.
        let next = read(buffers[0])
        next.catch(() => {})
        yield head
        for (let turn = 1; ; turn++) {
          const chunk = await next
          if (chunk.length === 0) return
          next = read(reuse ? buffers[turn % 2] : new Uint8Array(chunkBytes))
          next.catch(() => {})
          yield chunk
        }
      } catch (error) {
        throw fileFailure('cannot-read', path, error)
      } finally {
        await opened.close()
      }
    }
    return {
      head,
      ...(regular && { size: stat.size, file: { path } }),
      ...(unpackedSize !== undefined && { unpackedSize }),
      chunks,
      close: () => opened.close(),
    }
  } catch (error) {
    await handle?.close()
    throw fileFailure('cannot-read', path, error)
  }
}

async function openStandardInput(): Promise<RawSource> {
  const input = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  const first = await input.next().catch((error: unknown) => {
    throw fileFailure('cannot-read', '-', error)
  })
  const head = first.done ? new Uint8Array(0) : first.value
  return {
    head,
    async *chunks() {
      if (first.done) return
      yield head
      for (let step = await input.next(); !step.done; step = await input.next()) yield step.value
    },
    close: async () => {
      await input.return?.()
    },
  }
}

function watch(raw: RawSource, { onProgress, stop }: SourceOptions): (reuse: boolean) => AsyncGenerator<Uint8Array> {
  return async function* (reuse) {
    let done = 0
    for await (const chunk of raw.chunks(reuse)) {
      if (stop?.stopped) throw new StoppedError()
      yield chunk
      done += chunk.length
      onProgress?.(done, raw.size)
    }
  }
}

function unpackedHead(head: Uint8Array): Uint8Array {
  try {
    return gunzipSync(head.subarray(0, 1 << 16), { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return new Uint8Array(0)
  }
}

async function* unpacked(name: string, packed: AsyncIterable<Uint8Array>, path: string | undefined): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 1 << 18 })
  pipeline(Readable.from(packed, { highWaterMark: 1 }), gunzip, () => {})
  try {
    yield* gunzip as AsyncIterable<Uint8Array>
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error
    const at = { file: name, ...(path !== undefined && (await placeOfBreak(path))) }
    throw new RankwrightError({ area: 'data', code: 'broken-gzip', at, reason: error.message })
  }
}

/** The line and column up to which a broken gzip file can be read. */
async function placeOfBreak(path: string): Promise<{ line: number; column: number }> {
  let line = 1
  let column = 1
  for await (const chunk of salvaged(path)) {
    for (const byte of chunk) {
      if (byte === 10) {
        line++
        column = 1
      } else column++
    }
  }
  return { line, column }
}

async function* salvagedLines(raw: RawSource, path: string, { stop, beforeLine = 1 }: SourceOptions): AsyncGenerator<Uint8Array> {
  await raw.close()
  let line = 1
  for await (const chunk of salvaged(path)) {
    if (stop?.stopped) throw new StoppedError()
    let end = 0
    while (line < beforeLine && end < chunk.length) {
      const lineEnd = chunk.indexOf(10, end)
      end = lineEnd < 0 ? chunk.length : lineEnd + 1
      if (lineEnd >= 0) line++
    }
    yield chunk.subarray(0, end)
    if (line >= beforeLine) return
  }
}

/** What can be had of a broken gzip file: unpacked in small steps, so that little before the break is lost. Ends there quietly. */
function salvaged(path: string): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 1024, finishFlush: constants.Z_SYNC_FLUSH })
  // A stream that fails drops what was not taken from it yet, so every piece is taken at once.
  const taken = new PassThrough()
  gunzip.on('data', (chunk: Buffer) => {
    if (!taken.destroyed) taken.write(chunk)
  })
  taken.on('close', () => gunzip.destroy())
  pipeline(createReadStream(path, { highWaterMark: 4096 }), gunzip, () => taken.end())
  return taken
}
