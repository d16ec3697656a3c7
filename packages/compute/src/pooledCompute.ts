import { callback, count, fields, instanceOf, number, oneOf, requireArguments } from '@rankwright/core/arguments'
import type { Compute } from '@rankwright/core/numeric'
import { makeArena } from './arena.ts'
import { simdShared } from './generated/simdShared.ts'
import { simdSharedRelaxed } from './generated/simdSharedRelaxed.ts'
import { bytesOf, instantiate } from './instance.ts'
import { simdCompute, tasks } from './simdCompute.ts'
import { packFields, type TaskName, unpackFields } from './task.ts'

/** What a thread needs to take part: the compiled module and the shared memory. Both may be posted to a worker. */
export interface PoolParts {
  readonly build: 'simd-threads' | 'simd-relaxed'
  readonly module: unknown
  readonly memory: unknown
}

/** Runs one piece of a task. */
export type RunPiece = (piece: number) => void

/**
 * Runs all pieces of a task and returns when they are done: some by `runPiece` on the calling thread, the others on threads that know
 * the task by its number and take its fields from `given`.
 */
export type ShareOut = (task: number, given: Float64Array, pieces: number, runPiece: RunPiece) => void

/** The most fields that a task has. */
export const mostFields = Math.max(...tasks.map(({ fields }) => fields.length))

const buildShape = oneOf('simd-threads', 'simd-relaxed')
const partsShape = fields(
  { build: buildShape, module: instanceOf(WebAssembly.Module), memory: instanceOf(WebAssembly.Memory) },
  'what poolParts gives',
)

/** The module for shared memory, and a memory that grows without harm to the arrays handed out. */
export function poolParts(build: PoolParts['build'] = 'simd-threads'): PoolParts {
  requireArguments({ build }, { build: buildShape })
  return {
    build,
    module: new WebAssembly.Module(bytesOf(build === 'simd-relaxed' ? simdSharedRelaxed : simdShared)),
    memory: new WebAssembly.Memory({ initial: 16, maximum: 65536, shared: true }),
  }
}

/** For another thread of the pool: what runs the pieces of a task, known by its number, with the fields in `given`. */
export function pieceRunner(parts: PoolParts, thread: number): (task: number, given: Float64Array) => RunPiece {
  requireArguments({ parts, thread }, { parts: partsShape, thread: count(1) })
  const wasm = instantiate(parts.module as WebAssembly.Module, parts.memory as WebAssembly.Memory)
  return (number, packed) => {
    const task = tasks[number]
    const given = unpackFields(task, packed)
    return (piece) => task.run(wasm, given, piece, thread)
  }
}

/** Compute whose work is cut into pieces for `shareOut` to share out among `threads` threads. The bits are those of one thread with the same build. */
export function pooledCompute(parts: PoolParts, threads: number, shareOut: ShareOut): Compute {
  requireArguments(
    { parts, threads, shareOut },
    { parts: partsShape, threads: number({ whole: true, atLeast: 1, atMost: 256 }), shareOut: callback },
  )
  const memory = parts.memory as WebAssembly.Memory
  const wasm = instantiate(parts.module as WebAssembly.Module, memory)
  const numbers = Object.fromEntries(tasks.map(({ name }, number) => [name, number])) as Readonly<Record<TaskName, number>>
  const packed = new Float64Array(mostFields)
  return simdCompute({
    build: parts.build,
    arena: makeArena(memory, true),
    wasm,
    threads,
    run(task, pieces, given) {
      if (pieces === 1) task.run(wasm, given, 0, 0)
      if (pieces <= 1) return
      packFields(task, given, packed)
      shareOut(numbers[task.name], packed, pieces, (piece) => task.run(wasm, given, piece, 0))
    },
  })
}
