import { plainCompute, requireLength } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'
import { STRIPE, THREAD_SCRATCH, threadScratch } from './stripes.ts'
import { defineTask } from './task.ts'

const PANEL = 64 // as in core/src/numeric/compute/cholesky.ts

/** Rows below a panel. */
export const choleskyBelowTask = defineTask(
  'choleskyBelow',
  ['n', 'matrix', 'start', 'size', 'transposed', 'packed'],
  (wasm, { n, matrix, start, size, transposed, packed }, piece) => {
    const first = start + size
    const from = first + piece * STRIPE
    const at = packed + ((from - first) / 4) * size * 32
    wasm.choleskyBelow(n, matrix, start, size, transposed, from, Math.min(n, from + STRIPE), at)
  },
)

/** Rows of the rest of the matrix, from the bottom up: the longest rows first. */
export const choleskyUpdateTask = defineTask(
  'choleskyUpdate',
  ['n', 'matrix', 'size', 'packed', 'first', 'scratch', 'pieces'],
  (wasm, { n, matrix, size, packed, first, scratch, pieces }, piece, thread) => {
    const from = first + (pieces - 1 - piece) * STRIPE
    wasm.choleskyUpdate(n, matrix, size, packed, first, from, Math.min(n, from + STRIPE), threadScratch(scratch, thread))
  },
)

/** Panel by panel: the diagonal block, the rows below it, then the rest of the matrix brought up to date. */
export function cholesky({ arena, wasm, threads, run }: Engine, n: number, into: Float64Array): boolean {
  requireLength('matrix', into, n * n)
  const packedBytes = PANEL * 8 * (n + 3)
  if (!arena.open(roomFor(arena.outside(into, n * n), packedBytes, PANEL * PANEL * 8, threads * THREAD_SCRATCH))) {
    return plainCompute.cholesky(n, into)
  }
  const matrix = arena.place(into, n * n)
  const packed = arena.take(packedBytes)
  const transposed = arena.take(PANEL * PANEL * 8)
  const scratch = arena.take(threads * THREAD_SCRATCH)
  for (let start = 0; start < n; start += PANEL) {
    const size = Math.min(PANEL, n - start)
    if (!wasm.choleskyDiagonal(n, matrix, start, size, transposed)) return false
    const first = start + size
    const pieces = Math.ceil((n - first) / STRIPE)
    run(choleskyBelowTask, pieces, { n, matrix, start, size, transposed, packed })
    run(choleskyUpdateTask, pieces, { n, matrix, size, packed, first, scratch, pieces })
  }
  wasm.choleskyClear(n, matrix)
  if (!arena.holds(into)) arena.copyOut(matrix, into, 0, n * n)
  return true
}

/** Copying the factor would cost as much as solving, so a factor that lies elsewhere is left to the plain version. */
export function choleskySolve({ arena, wasm }: Engine, n: number, factor: Float64Array, into: Float64Array): void {
  requireLength('factor', factor, n * n)
  requireLength('into', into, n)
  if (!arena.holds(factor) || !arena.open(roomFor(arena.outside(into, n)))) {
    plainCompute.choleskySolve(n, factor, into)
    return
  }
  const x = arena.place(into, n)
  wasm.choleskySolve(n, factor.byteOffset, x)
  if (!arena.holds(into)) arena.copyOut(x, into, 0, n)
}
