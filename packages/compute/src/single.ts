import { plainCompute, requireLength } from '@rankwright/core'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'
import { DEPTH } from './packing.ts'
import { STRIPE, THREAD_SCRATCH } from './tasks.ts'

/** Bytes of a packed block of so many columns in single precision. */
export function packedSingleBytes(columns: number): number {
  return DEPTH * 4 * (columns + 7)
}

export function packSingle(
  { run, threads }: Engine,
  source: number,
  strideBytes: number,
  depth: number,
  columns: number,
  double: number,
  into: number,
): void {
  const panels = Math.ceil(columns / 8)
  const perChunk = Math.max(8, Math.ceil(panels / (2 * threads)))
  run('packSingleColumns', Math.ceil(panels / perChunk), [source, strideBytes, depth, columns, perChunk, double, into])
}

/** Matrices that lie elsewhere are left to the plain kernel, which gives the same bits: this one is for blocks that were made in place. */
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
    packSingle(engine, matrix.byteOffset + 8 * row * n, 8 * n, depth, n, 1, packed)
    run('syrkSingleRows', Math.ceil(n / STRIPE), [depth, n, packed, into.byteOffset, scratch])
  }
  run('mirrorRows', Math.ceil(n / STRIPE), [n, into.byteOffset])
}

export function gemmSingle(engine: Engine, m: number, n: number, k: number, a: Float32Array, b: Float32Array, into: Float64Array): void {
  requireLength('a', a, m * k)
  requireLength('b', b, k * n)
  requireLength('into', into, m * n)
  const { arena, threads, run } = engine
  const direct = arena.holds(a) && arena.holds(b) && arena.holds(into)
  if (k === 0 || m === 0 || n === 0 || !direct || !arena.open(roomFor(packedSingleBytes(n), threads * THREAD_SCRATCH))) {
    plainCompute.gemmSingle(m, n, k, a, b, into)
    return
  }
  const packed = arena.take(packedSingleBytes(n))
  const scratch = arena.take(threads * THREAD_SCRATCH)
  const perChunk = Math.min(STRIPE, Math.ceil(m / (4 * threads) / 4) * 4)
  for (let start = 0; start < k; start += DEPTH) {
    const depth = Math.min(DEPTH, k - start)
    packSingle(engine, b.byteOffset + 4 * start * n, 4 * n, depth, n, 0, packed)
    const given = [a.byteOffset + 4 * start, 4 * k, m, depth, packed, n, into.byteOffset, start === 0 ? 1 : 0, scratch, perChunk]
    run('gemmSingleRows', Math.ceil(m / perChunk), given)
  }
}
