import { plainCompute, requireLength } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'
import { mirrorUpperTriangle } from './mirror.ts'
import { DEPTH } from './packing.ts'
import { packedSingleBytes, packSingleColumns } from './singlePacking.ts'
import { STRIPE, THREAD_SCRATCH, threadScratch } from './stripes.ts'
import { defineTask } from './task.ts'

export const syrkSingleTask = defineTask(
  'syrkSingle',
  ['depth', 'n', 'packed', 'into', 'scratch'],
  (wasm, { depth, n, packed, into, scratch }, piece, thread) => {
    const from = piece * STRIPE
    wasm.syrkSingleRows(depth, n, packed, from, Math.min(n, from + STRIPE), into, threadScratch(scratch, thread))
  },
)

/** Matrices that lie elsewhere are left to the plain version, which gives the same bits: this one is for blocks that were made in place. */
export function syrkSingle(engine: Engine, m: number, n: number, matrix: Float64Array, into: Float64Array): void {
  requireLength('matrix', matrix, m * n)
  requireLength('into', into, n * n)
  const { arena, threads, run } = engine
  const direct = arena.holds(matrix) && arena.holds(into)
  if (!direct || !arena.open(roomFor(packedSingleBytes(n), threads * THREAD_SCRATCH))) {
    plainCompute.syrkSingle(m, n, matrix, into)
    return
  }
  const packed = arena.take(packedSingleBytes(n))
  const scratch = arena.take(threads * THREAD_SCRATCH)
  for (let row = 0; row < m; row += DEPTH) {
    const depth = Math.min(DEPTH, m - row)
    const source = matrix.byteOffset + 8 * row * n
    packSingleColumns(engine, { source, strideBytes: 8 * n, depth, columns: n, double: 1, into: packed })
    run(syrkSingleTask, Math.ceil(n / STRIPE), { depth, n, packed, into: into.byteOffset, scratch })
  }
  mirrorUpperTriangle(engine, n, into.byteOffset)
}
