import type { StopFlag } from '@rankwright/core'
import { callback, either, fields, flag, optional, requireArguments } from '@rankwright/core/arguments'

/** A stop flag for work in other threads. */
export interface SharedStopFlag extends StopFlag {
  /** The memory that all threads read; undefined if memory cannot be shared. */
  readonly memory: SharedArrayBuffer | undefined
  raise(): void
  /** Calls `tell` when this object raises the flag; the returned function cancels that. */
  onRaise(tell: () => void): () => void
}

const memoryShape = optional(
  either(
    'a SharedArrayBuffer of at least 4 bytes',
    (value) => typeof SharedArrayBuffer !== 'undefined' && value instanceof SharedArrayBuffer && value.byteLength >= 4,
  ),
)

/** A flag as an option. */
export const stopFlagShape = fields({ memory: memoryShape, stopped: flag, raise: callback, onRaise: callback }, 'what sharedStopFlag gives')

/** A flag that is raised in every thread that holds its memory once one of them raises it. */
export function sharedStopFlag(memory: SharedArrayBuffer | undefined = sharedMemory(4)): SharedStopFlag {
  requireArguments({ memory }, { memory: memoryShape })
  const word = new Int32Array(memory ?? new ArrayBuffer(4))
  const listeners = new Set<() => void>()
  return {
    memory,
    get stopped() {
      return Atomics.load(word, 0) !== 0
    },
    raise() {
      Atomics.store(word, 0, 1)
      for (const tell of listeners) tell()
    },
    onRaise(tell) {
      callback('tell', tell)
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
  }
}

/** Undefined where memory cannot be shared, as in a page that is not cross-origin isolated. */
function sharedMemory(bytes: number): SharedArrayBuffer | undefined {
  return typeof SharedArrayBuffer === 'undefined' ? undefined : new SharedArrayBuffer(bytes)
}
