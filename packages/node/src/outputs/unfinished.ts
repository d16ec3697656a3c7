import { rmdirSync, rmSync } from 'node:fs'
import { callback } from '@rankwright/core/arguments'

/** What to do with an unfinished path when the process ends: remove it with all it holds, or only if it is an empty folder. */
export type Removal = 'all' | 'if-empty'

/** Temporary files and folders of this process that are neither finished nor removed. */
const unfinished = new Map<string, Removal>()
let watching = false
let onUnfinished: ((path: string, removal: Removal | undefined) => void) | undefined

/**
 * For a worker that may be ended at any time: reports every temporary file and folder before it is made, and without a removal when it
 * is gone, so that another thread can remove what is left.
 */
export function watchUnfinished(tell: (path: string, removal: Removal | undefined) => void): void {
  callback('tell', tell)
  onUnfinished = tell
}

/** Removes a temporary file or folder if the process ends; the returned function cancels that. */
export function keepTrack(temporary: string, removal: Removal = 'all'): () => void {
  if (!watching) process.once('exit', removeUnfinished)
  watching = true
  unfinished.set(temporary, removal)
  onUnfinished?.(temporary, removal)
  return () => {
    unfinished.delete(temporary)
    onUnfinished?.(temporary, undefined)
  }
}

/** For a process that ends by a signal, without an `exit` event. */
export function removeUnfinished(): void {
  for (const [path, removal] of [...unfinished].reverse()) removeNow(path, removal)
}

function removeNow(path: string, removal: Removal): void {
  try {
    if (removal === 'all') rmSync(path, { recursive: true, force: true })
    else rmdirSync(path)
  } catch {
    // What others put into a folder stays, and so does the folder.
  }
}
