import type { StopFlag } from '@rankwright/core'

/** A stop flag that several threads see: raised in one, it is raised in all that hold its memory. */
export interface SharedStopFlag extends StopFlag {
  readonly memory: SharedArrayBuffer
  raise(): void
}

export function sharedStopFlag(memory: SharedArrayBuffer = new SharedArrayBuffer(4)): SharedStopFlag {
  const word = new Int32Array(memory)
  return {
    memory,
    get stopped() {
      return Atomics.load(word, 0) !== 0
    },
    raise() {
      Atomics.store(word, 0, 1)
    },
  }
}
