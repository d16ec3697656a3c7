/** How pieces of content reach a file, a pipe or standard output. */
import { constants, openSync, type Stats, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { StopFlag } from '@rankwright/core'
import { StoppedError } from '@rankwright/core/runtime'
import { codeOf, type FileOperations } from './fileOperations.ts'

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
  return typeof piece === 'string' ? Buffer.from(piece) : piece
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
  const pipe = new Socket({ fd: await openPipe(path, stop), readable: false, writable: true })
  const done = finished(pipe, { readable: false })
  done.catch(() => {})
  try {
    await pour(pieces, pipe, stop)
    pipe.end()
    await done
  } catch (error) {
    pipe.destroy()
    if (codeOf(error) !== 'EPIPE') throw error // a reader that has seen enough may leave
  }
}

/** Opened without waiting, because a thread that waits for a reader cannot be stopped. */
async function openPipe(path: string, stop?: StopFlag): Promise<number> {
  for (;;) {
    if (stop?.stopped) throw new StoppedError()
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if (codeOf(error) !== 'ENXIO') throw error
    }
    await sleep(20)
  }
}

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
      return !into.write(piece)
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
