import { randomBytes } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { StopFlag } from '@rankwright/core'
import { StoppedError } from '@rankwright/core/runtime'
import { fileFailure } from './fileFailure.ts'

/** Temporary files and folders of this process that are neither finished nor removed. */
const unfinished = new Set<string>()
let watching = false
let onUnfinished: ((path: string, there: boolean) => void) | undefined

/**
 * For a worker that may be ended at any time: reports every temporary file and folder before it is made and when it is gone, so that
 * another thread can remove what is left.
 */
export function watchUnfinished(tell: (path: string, there: boolean) => void): void {
  onUnfinished = tell
}

/**
 * Lets `write` fill a file of a temporary name in the same folder, then renames it: readers see the old file or the
 * whole new one. Nothing is left behind when writing fails or the process ends.
 */
export async function atomicFile(path: string, write: (temporaryPath: string) => Promise<void>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
  const forget = keepTrack(temporary)
  try {
    await write(temporary)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw fileFailure('cannot-write', path, error)
  } finally {
    forget()
  }
}

/** Removes a temporary file or folder if the process ends; the returned function cancels that. */
export function keepTrack(temporary: string): () => void {
  if (!watching) process.once('exit', removeUnfinished)
  watching = true
  unfinished.add(temporary)
  onUnfinished?.(temporary, true)
  return () => {
    unfinished.delete(temporary)
    onUnfinished?.(temporary, false)
  }
}

/** For a process that ends by a signal, without an `exit` event. */
export function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { recursive: true, force: true })
}

/** Parts of a file, ready or still to come. */
export type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/** Writes pieces of text to a file, atomically, or to standard output for `-`; compressed when the name ends in `.gz`. */
export async function writePieces(path: string, pieces: Pieces, stop?: StopFlag): Promise<void> {
  if (path === '-') return pour(pieces, process.stdout, stop)
  await atomicFile(path, async (temporary) => {
    const file = createWriteStream(temporary)
    const done = finished(file)
    done.catch(() => {})
    try {
      if (/\.gz$/i.test(path)) {
        const gzip = createGzip()
        gzip.pipe(file)
        await pour(pieces, gzip, stop, file)
        gzip.end()
      } else {
        await pour(pieces, file, stop)
        file.end()
      }
    } catch (error) {
      // The file may not be open yet: removed now, it would be made afterwards.
      file.destroy()
      await done.catch(() => {})
      throw error
    }
    await done
  })
}

async function pour(pieces: Pieces, into: NodeJS.WritableStream, stop?: StopFlag, end: NodeJS.WritableStream = into): Promise<void> {
  let failure: unknown
  const onError = (error: unknown) => {
    failure = error
  }
  end.on('error', onError)
  try {
    const isFull = (piece: string | Uint8Array) => {
      if (stop?.stopped) throw new StoppedError()
      if (failure !== undefined) throw failure
      return !into.write(piece)
    }
    // Waiting for each piece would take longer than most pieces do.
    if (Symbol.asyncIterator in pieces) {
      for await (const piece of pieces) if (isFull(piece)) await drained(into, end)
    } else for (const piece of pieces) if (isFull(piece)) await drained(into, end)
    if (failure !== undefined) throw failure
  } finally {
    end.off('error', onError)
  }
}

/** Resolves when more can be written, or when nothing ever can. */
function drained(into: NodeJS.WritableStream, end: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      into.off('drain', settle)
      end.off('error', settle)
      end.off('close', settle)
      resolve()
    }
    into.on('drain', settle)
    end.on('error', settle)
    end.on('close', settle)
  })
}
