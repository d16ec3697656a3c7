import { plainCompute, requireLength } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import { type Engine, STAGED_BYTES } from './engine.ts'
import { mirrorUpperTriangle } from './mirror.ts'
import { DEPTH, packColumns, packedBytes } from './packing.ts'
import { STRIPE, THREAD_SCRATCH, threadScratch } from './stripes.ts'
import { defineTask } from './task.ts'

export const syrkTask = defineTask(
  'syrk',
  ['depth', 'n', 'left', 'right', 'top', 'bottom', 'into', 'scratch'],
  (wasm, { depth, n, left, right, top, bottom, into, scratch }, piece, thread) => {
    const from = top + piece * STRIPE
    wasm.syrkRows(depth, n, left, right, from, Math.min(bottom, from + STRIPE), top, into, threadScratch(scratch, thread))
  },
)

export function syrk(
  engine: Engine,
  m: number,
  n: number,
  matrix: Float32Array | Float64Array,
  weights: Float64Array | undefined,
  into: Float64Array,
  triangle: 'upper' | 'both' = 'both',
): void {
  requireLength('matrix', matrix, m * n)
  requireLength('into', into, n * n)
  if (weights) requireLength('weights', weights, m)
  const { arena, threads, run } = engine
  // A result that lies elsewhere is brought in by rows; each such part goes over the whole matrix.
  const wave = arena.holds(into) ? n : Math.min(n, Math.max(STRIPE, Math.floor(STAGED_BYTES / n) * 4))
  const room = roomFor(
    packedBytes(n),
    weights ? packedBytes(n) : 0,
    threads * THREAD_SCRATCH,
    arena.outside(matrix, DEPTH * n),
    weights ? arena.outside(weights, DEPTH) : 0,
    arena.outside(into, wave * n),
  )
  if (!arena.open(room)) {
    plainCompute.syrk(m, n, matrix, weights, into, triangle)
    return
  }
  const right = arena.take(packedBytes(n))
  const left = weights ? arena.take(packedBytes(n)) : right
  const scratch = arena.take(threads * THREAD_SCRATCH)
  const block = arena.stage(matrix, DEPTH * n)
  const blockWeights = weights && arena.stage(weights, DEPTH)
  const part = arena.stage(into, wave * n)
  const size = matrix.BYTES_PER_ELEMENT
  const single = size === 4 ? 1 : 0
  for (let top = 0; top < n; top += wave) {
    const bottom = Math.min(n, top + wave)
    if (part !== undefined) arena.copyIn(into, top * n, (bottom - top) * n, part)
    const target = part ?? into.byteOffset + 8 * top * n
    for (let row = 0; row < m; row += DEPTH) {
      const depth = Math.min(DEPTH, m - row)
      if (block !== undefined) arena.copyIn(matrix, row * n, depth * n, block)
      const source = block ?? matrix.byteOffset + size * row * n
      const strideBytes = size * n
      packColumns(engine, { source, strideBytes, depth, columns: n, weights: 0, single, into: right })
      if (weights) {
        if (blockWeights !== undefined) arena.copyIn(weights, row, depth, blockWeights)
        const factors = blockWeights ?? weights.byteOffset + 8 * row
        packColumns(engine, { source, strideBytes, depth, columns: n, weights: factors, single, into: left })
      }
      run(syrkTask, Math.ceil((bottom - top) / STRIPE), { depth, n, left, right, top, bottom, into: target, scratch })
    }
    if (part !== undefined) arena.copyOut(part, into, top * n, (bottom - top) * n)
  }
  if (triangle === 'upper') return
  if (part === undefined) mirrorUpperTriangle(engine, n, into.byteOffset)
  else for (let i = 1; i < n; i++) for (let j = 0; j < i; j++) into[i * n + j] = into[j * n + i]
}
