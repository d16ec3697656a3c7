import { type Stats, statSync } from 'node:fs'
import { access, type FileHandle, open } from 'node:fs/promises'
import { devNull } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { isatty } from 'node:tty'
import { RankwrightError } from '@rankwright/core'
import { type NamedBytes, openStored, type StoredBytes, storedChunks, wholeOf } from '@rankwright/core/data'
import { settled } from '../outputs/commit.ts'
import { diskOperations } from '../outputs/fileOperations.ts'
import { fileFailure } from './fileFailure.ts'
import { gunzip } from './gunzip.ts'

const chunkBytes = 1 << 20

/** Opens a file. A pipe is read once, from its start to its end; only regular files are read at other places, or twice. */
export async function storedFile(path: string, name: string = path): Promise<StoredBytes> {
  let handle: FileHandle | undefined
  try {
    await settledFile(path)
    const opened = (handle = await open(path))
    const stat = await opened.stat()
    if (isEndless(stat, opened.fd))
      throw new RankwrightError({ area: 'data', code: 'cannot-read', at: { file: path }, reason: 'it is a device' })
    const head = await headOf(opened)
    const beside = (ending: string) => fileBeside(path, ending)
    const common = { name, head, beside, close: () => opened.close() }
    const chunks = (reuse: boolean) => chunksOf(opened, head, reuse, path)
    if (!stat.isFile()) return { ...common, chunks }
    return {
      ...common,
      size: stat.size,
      unpackedSize: await unpackedSize(opened, stat.size),
      path,
      chunks,
      again: () => chunksAgain(opened, path),
      slice: (start, end) => sliceOf(opened, start, end, path),
    }
  } catch (error) {
    await handle?.close()
    throw fileFailure('cannot-read', path, error)
  }
}

/** Devices such as /dev/zero never end; terminals and /dev/null do. */
function isEndless(stat: Stats, descriptor: number): boolean {
  if (stat.isBlockDevice()) return true
  return stat.isCharacterDevice() && !isatty(descriptor) && stat.rdev !== statSync(devNull, { throwIfNoEntry: false })?.rdev
}

/** What a killed run has begun to put in this place, alone or as a file of a fold, is finished before it is read. */
async function settledFile(path: string): Promise<void> {
  await settled(diskOperations, path)
  const fold = dirname(resolve(path))
  if (/^Fold\d+$/.test(basename(fold))) await settled(diskOperations, join(dirname(fold), basename(dirname(fold))))
}

/** Standard input, which is opened only now: until then other readers may use it. */
export async function storedStandardInput(name = '-'): Promise<StoredBytes> {
  try {
    return await storedChunks(process.stdin, name)
  } catch (error) {
    throw fileFailure('cannot-read', '-', error)
  }
}

/** A pipe may give its first bytes one by one. */
async function headOf(handle: FileHandle): Promise<Uint8Array> {
  const buffer = new Uint8Array(chunkBytes)
  let length = 0
  while (length < 2) {
    const { bytesRead } = await handle.read(buffer, length, chunkBytes - length, null)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}

async function* chunksOf(handle: FileHandle, head: Uint8Array, reuse: boolean, path: string): AsyncGenerator<Uint8Array> {
  const read = async (into: Uint8Array) => into.subarray(0, (await handle.read(into, 0, into.length, null)).bytesRead)
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
  }
}

async function* chunksAgain(handle: FileHandle, path: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const chunk = new Uint8Array(await sliceOf(handle, position, position + chunkBytes, path))
    if (chunk.length === 0) return
    position += chunk.length
    yield chunk
  }
}

async function sliceOf(handle: FileHandle, start: number, end: number, path: string): Promise<ArrayBuffer> {
  try {
    const into = new Uint8Array(end - start)
    let length = 0
    while (length < into.length) {
      const { bytesRead } = await handle.read(into, length, into.length - length, start + length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return length === into.length ? into.buffer : into.buffer.slice(0, length)
  } catch (error) {
    throw fileFailure('cannot-read', path, error)
  }
}

/** What the end of a gzip file says its size is, unless it cannot be: a file over 4 GB, in several parts, or cut short. */
async function unpackedSize(handle: FileHandle, size: number): Promise<number | undefined> {
  if (size <= 18) return undefined
  const end = new DataView(new ArrayBuffer(4))
  await handle.read(end, 0, 4, size - 4)
  const unpacked = end.getUint32(0, true)
  return unpacked >= size && unpacked <= 64 * size ? unpacked : undefined
}

/** The file `F.ending` beside `F` or `F.gz`. */
async function fileBeside(path: string, ending: string): Promise<NamedBytes | undefined> {
  const file = `${path.replace(/\.gz$/i, '')}.${ending}`
  const there = await access(file).then(
    () => true,
    () => false,
  )
  return there ? { name: file, bytes: await wholeOf(await openStored(await storedFile(file), {}, gunzip)) } : undefined
}
