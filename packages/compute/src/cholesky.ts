import { plainCompute, requireLength } from '@rankwright/core'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'
import { STRIPE, THREAD_SCRATCH } from './tasks.ts'

const PANEL = 64 // as in core/src/numeric/compute/cholesky.ts

/** Panel by panel: the diagonal block, the rows below it, then the rest of the matrix brought up to date. */
export function cholesky({ arena, exports, threads, run }: Engine, n: number, matrix: Float64Array): boolean {
  requireLength('matrix', matrix, n * n)
  const packedBytes = PANEL * 8 * (n + 3)
  if (!arena.open(roomFor(arena.outside(matrix, n * n), packedBytes, PANEL * PANEL * 8, threads * THREAD_SCRATCH))) {
    return plainCompute.cholesky(n, matrix)
  }
  const address = arena.place(matrix, n * n)
  const packed = arena.take(packedBytes)
  const transposed = arena.take(PANEL * PANEL * 8)
  const scratch = arena.take(threads * THREAD_SCRATCH)
  for (let start = 0; start < n; start += PANEL) {
    const size = Math.min(PANEL, n - start)
    if (!exports.choleskyDiagonal(n, address, start, size, transposed)) return false
    const first = start + size
    const chunks = Math.ceil((n - first) / STRIPE)
    run('choleskyBelow', chunks, [n, address, start, size, transposed, packed])
    run('choleskyUpdate', chunks, [n, address, size, packed, first, scratch, chunks])
  }
  exports.choleskyClear(n, address)
  if (!arena.holds(matrix)) arena.copyOut(address, matrix, 0, n * n)
  return true
}

/** Copying the factor would cost as much as solving, so a factor that lies elsewhere is left to the plain kernel. */
export function choleskySolve({ arena, exports }: Engine, n: number, factor: Float64Array, into: Float64Array): void {
  requireLength('factor', factor, n * n)
  requireLength('into', into, n)
  if (!arena.holds(factor) || !arena.open(roomFor(arena.outside(into, n)))) {
    plainCompute.choleskySolve(n, factor, into)
    return
  }
  const x = arena.place(into, n)
  exports.choleskySolve(n, factor.byteOffset, x)
  if (!arena.holds(into)) arena.copyOut(x, into, 0, n)
}
