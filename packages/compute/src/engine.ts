import type { Compute } from '@rankwright/core/numeric'
import type { Arena } from './arena.ts'
import type { ComputeExports } from './generated/computeExports.ts'
import type { Given, Task } from './task.ts'

/** What the primitives run on: one memory, the module on it, and someone to share out the pieces of tasks. */
export interface Engine {
  readonly build: Compute['build']
  readonly arena: Arena
  readonly wasm: ComputeExports
  /** The module of the relaxed build on the same memory, where the engine has relaxed SIMD. */
  readonly fused?: () => ComputeExports | undefined
  readonly threads: number
  /** Runs the pieces 0 .. pieces of a task, each once, and returns when all are done. */
  run<Field extends string>(task: Task<Field>, pieces: number, given: Given<NoInfer<Field>>): void
}

/** Bytes of an array that lies elsewhere which are copied in at a time, for each thread. */
export const STAGED_BYTES = 1 << 20
/** Bytes that one piece of a linear pass goes over. */
export const PIECE_BYTES = 1 << 18

/** Rows of single precision that fit into this many bytes; at least one. */
export function rowsIn(bytes: number, width: number): number {
  return Math.max(1, Math.floor(bytes / (4 * Math.max(1, width))))
}
