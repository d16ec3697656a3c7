/** How pieces of content reach a file, a pipe or standard output. */
import { constants, type Stats, statSync, write } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import type { StopFlag } from '@rankwright/core'
import { bytes as takesBytes } from '@rankwright/core/arguments'
import { StoppedError } from '@rankwright/core/runtime'
import { codeOf, type FileOperations } from './fileOperations.ts'
import { openFileStats } from './openFile.ts'

/** Parts of a file, ready or still to come. */
export type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

const bufferBytes = 1 << 18

/** Writes a new file whole and puts it on the disk. It gets the permissions and, where allowed, the owner of the file it will replace. */
export async function pourIntoFile(
  files: FileOperations,
  path: string,
  pieces: Pieces,
  { before, stop }: { readonly before?: Stats; readonly stop?: StopFlag },
): Promise<void> {
  const file = files.create(path, before === undefined ? 0o666 : before.mode & 0o777)
  try {
    const whole = async (bytes: Uint8Array) => {
      for (let at = 0; at < bytes.length; ) at += await files.write(file, bytes.subarray(at))
    }
    const buffer = Buffer.alloc(bufferBytes)
    let filled = 0
    const flush = async () => {
      await whole(buffer.subarray(0, filled))
      filled = 0
    }
    /** False when the piece does not fit any more. Most pieces are small: to wait for each would take longer than they do. */
    const kept = (piece: Uint8Array) => {
      if (stop?.stopped) throw new StoppedError()
      if (piece.length > bufferBytes - filled) return false
      buffer.set(piece, filled)
      filled += piece.length
      return true
    }
    const take = async (piece: Uint8Array) => {
      await flush()
      if (!kept(piece)) await whole(piece)
    }
    if (Symbol.asyncIterator in pieces) {
      for await (const piece of pieces) if (!kept(bytesOf(piece))) await take(bytesOf(piece))
    } else for (const piece of pieces) if (!kept(bytesOf(piece))) await take(bytesOf(piece))
    await flush()
    if (before !== undefined) likeBefore(files, file, before)
    await files.sync(file)
  } finally {
    files.close(file)
  }
}

function bytesOf(piece: string | Uint8Array): Uint8Array {
  if (typeof piece === 'string') return Buffer.from(piece)
  takesBytes('an entry of pieces that is no text', piece)
  return piece
}

/** Only the system's administrator may give a file to another user: else it is ours from now on, with the group if that is allowed. */
function likeBefore(files: FileOperations, file: number, { uid, gid, mode }: Stats): void {
  const [user, group] = [process.getuid?.(), process.getgid?.()]
  for (const owner of [uid, user]) {
    if (user === undefined || group === undefined || owner === undefined || (owner === user && gid === group)) break
    try {
      files.setOwner(file, owner, gid)
      break
    } catch (error) {
      if (codeOf(error) !== 'EPERM') throw error
    }
  }
  files.setMode(file, mode & 0o777)
}

/** The same pieces compressed. */
export async function* gzipped(pieces: Pieces): AsyncGenerator<Uint8Array> {
  const gzip = createGzip()
  const feeding = pour(pieces, gzip).then(
    () => gzip.end(),
    (error) => gzip.destroy(error as Error),
  )
  for await (const chunk of gzip) yield chunk
  await feeding
}

/** Writes to a pipe that has a name, once there is a reader, or to the device that forgets everything. */
export async function pourIntoPipe(path: string, pieces: Pieces, stop?: StopFlag): Promise<void> {
  if (!statSync(path).isFIFO()) {
    for await (const _ of pieces) if (stop?.stopped) throw new StoppedError()
    return
  }
  const pipe = await openedPipe(path, stop)
  try {
    await pourWith(async (bytes) => (await pipe.write(bytes)).bytesWritten, pieces, stop)
  } finally {
    await pipe.close()
  }
}

/** Writes to a file that is open already, from where it stands, and leaves it open. */
export async function pourIntoOpen(number: number, pieces: Pieces, stop?: StopFlag): Promise<void> {
  if (number === 2) return pour(pieces, process.stderr, stop)
  // Opened again, a pipe can be written without waiting, as one with a name.
  if (openFileStats(number)?.isFIFO()) return pourIntoPipe(`/dev/fd/${number}`, pieces, stop)
  await pourWith(async (bytes) => (await writeLater(number, bytes)).bytesWritten, pieces, stop)
}

const writeLater = promisify(write)

/** Tries again a little later when there is no room. A thread that waits for a reader instead could not be stopped. */
async function pourWith(writeSome: (bytes: Uint8Array) => Promise<number>, pieces: Pieces, stop?: StopFlag): Promise<void> {
  try {
    for await (const piece of pieces) {
      const bytes = bytesOf(piece)
      for (let at = 0, pause = 1; at < bytes.length; ) {
        if (stop?.stopped) throw new StoppedError()
        try {
          at += await writeSome(bytes.subarray(at))
          pause = 1
        } catch (error) {
          if (codeOf(error) !== 'EAGAIN') throw error
          await sleep(pause)
          pause = Math.min(2 * pause, mostPause)
        }
      }
    }
  } catch (error) {
    if (codeOf(error) !== 'EPIPE') throw error // a reader that has seen enough may leave
  }
}

/** Opened without waiting, for the same reason. */
async function openedPipe(path: string, stop?: StopFlag): Promise<FileHandle> {
  for (;;) {
    if (stop?.stopped) throw new StoppedError()
    try {
      return await open(path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if (codeOf(error) !== 'ENXIO') throw error
    }
    await sleep(mostPause)
  }
}

const mostPause = 20

/** Writes pieces to a stream as fast as it takes them. */
export async function pour(pieces: Pieces, into: NodeJS.WritableStream, stop?: StopFlag): Promise<void> {
  let failure: unknown
  const onError = (error: unknown) => {
    failure = error
  }
  into.on('error', onError)
  try {
    const isFull = (piece: string | Uint8Array) => {
      if (stop?.stopped) throw new StoppedError()
      if (failure !== undefined) throw failure
      return !into.write(typeof piece === 'string' ? piece : bytesOf(piece))
    }
    if (Symbol.asyncIterator in pieces) {
      for await (const piece of pieces) if (isFull(piece)) await drained(into)
    } else for (const piece of pieces) if (isFull(piece)) await drained(into)
    if (failure !== undefined) throw failure
  } finally {
    into.off('error', onError)
  }
}

/** Resolves when more can be written, or when nothing ever can. */
function drained(into: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      for (const event of ['drain', 'error', 'close']) into.off(event, settle)
      resolve()
    }
    for (const event of ['drain', 'error', 'close']) into.on(event, settle)
  })
}
