import type { Compute } from '@rankwright/core'
import { makeArena } from './arena.ts'
import type { Engine } from './engine.ts'
import { simdShared } from './generated/simdShared.ts'
import { bytesOf, instantiate } from './instance.ts'
import { simdCompute } from './simdCompute.ts'
import { type TaskName, tasks } from './tasks.ts'

/** What a thread needs to take part: the compiled module and the shared memory. Both may be posted to a worker. */
export interface PoolParts {
  readonly module: unknown
  readonly memory: unknown
}

/** Runs one piece of a task; `task` counts through the tasks. `thread` is the caller's own number, 0 for the pool's owner. */
export type RunPiece = (task: number, chunk: number, thread: number, given: readonly number[]) => void

/** The module for shared memory, and a memory that grows without harm to the arrays handed out. */
export function poolParts(): PoolParts {
  return {
    module: new WebAssembly.Module(bytesOf(simdShared)),
    memory: new WebAssembly.Memory({ initial: 16, maximum: 65536, shared: true }),
  }
}

export function pieceRunner(parts: PoolParts): RunPiece {
  const exports = instantiate(parts.module as WebAssembly.Module, parts.memory as WebAssembly.Memory)
  const table = Object.values(tasks)
  return (task, chunk, thread, given) => table[task](exports, chunk, thread, given)
}

/** Compute whose work is cut into pieces for `run` to share out among `threads` threads. The bits are those of one thread. */
export function pooledCompute(
  parts: PoolParts,
  threads: number,
  run: (task: number, chunks: number, given: readonly number[]) => void,
): Compute {
  const memory = parts.memory as WebAssembly.Memory
  const numbers = Object.fromEntries(Object.keys(tasks).map((name, number) => [name, number])) as Record<TaskName, number>
  const engine: Engine = {
    build: 'simd-threads',
    arena: makeArena(memory, true),
    exports: instantiate(parts.module as WebAssembly.Module, memory),
    threads,
    run: (task, chunks, given) => run(numbers[task], chunks, given),
  }
  return simdCompute(engine)
}
