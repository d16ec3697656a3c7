import type { Compute } from '@rankwright/core'
import type { Arena } from './arena.ts'
import type { ComputeExports } from './computeExports.ts'
import type { TaskName } from './tasks.ts'

/** What the kernels run on: one memory, the module on it, and someone to hand pieces of work to. */
export interface Engine {
  readonly build: Compute['build']
  readonly arena: Arena
  readonly exports: ComputeExports
  readonly threads: number
  /** Runs the pieces 0 .. chunks of a task, each once, and returns when all are done. */
  run(task: TaskName, chunks: number, given: readonly number[]): void
}

/** Bytes of an array that lies elsewhere which are copied in at a time, for each thread. */
export const STAGED_BYTES = 1 << 20
/** Bytes that one piece of a linear pass goes over. */
export const PIECE_BYTES = 1 << 18

/** Rows of single precision that fit so many bytes; at least one. */
export function rowsIn(bytes: number, width: number): number {
  return Math.max(1, Math.floor(bytes / (4 * Math.max(1, width))))
}
