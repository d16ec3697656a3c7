import { plainCompute, requireLength } from '@rankwright/core'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'
import { DEPTH } from './packing.ts'
import { packedSingleBytes, packSingle } from './single.ts'
import { STRIPE, THREAD_SCRATCH } from './tasks.ts'

const MOST_COLUMNS = 2048 // of B, packed at a time

/** A is m × k, or k × m when it is given turned around. */
export function gemm32(
  engine: Engine,
  m: number,
  n: number,
  k: number,
  a: Float32Array,
  b: Float32Array,
  into: Float32Array,
  turned: boolean,
): void {
  requireLength('a', a, m * k)
  requireLength('b', b, k * n)
  requireLength('into', into, m * n)
  if (k === 0) into.fill(0, 0, m * n)
  if (m === 0 || n === 0 || k === 0) return
  const { arena, threads, run } = engine
  const blockColumns = Math.min(n, MOST_COLUMNS)
  const packedBytes = packedSingleBytes(blockColumns)
  const room = roomFor(packedBytes, threads * THREAD_SCRATCH, arena.outside(a, m * k), arena.outside(b, k * n), arena.outside(into, m * n))
  if (!arena.open(room)) {
    if (turned) plainCompute.gemm32Transposed(m, n, k, a, b, into)
    else plainCompute.gemm32(m, n, k, a, b, into)
    return
  }
  const packed = arena.take(packedBytes)
  const scratch = arena.take(threads * THREAD_SCRATCH)
  const left = arena.place(a, m * k)
  const right = arena.place(b, k * n)
  const staged = arena.stage(into, m * n)
  const target = staged ?? into.byteOffset
  const [rowBytes, depthBytes] = turned ? [4, 4 * m] : [4 * k, 4]
  const perChunk = Math.min(STRIPE, Math.ceil(m / (4 * threads) / 4) * 4)
  for (let column = 0; column < n; column += blockColumns) {
    const columns = Math.min(blockColumns, n - column)
    for (let start = 0; start < k; start += DEPTH) {
      const depth = Math.min(DEPTH, k - start)
      packSingle(engine, right + 4 * (start * n + column), 4 * n, depth, columns, 0, packed)
      const from = left + start * depthBytes
      const first = start === 0 ? 1 : 0
      const places = [from, rowBytes, depthBytes, m, depth, packed, columns, target + 4 * column, 4 * n, first, scratch, perChunk]
      run('gemm32Rows', Math.ceil(m / perChunk), places)
    }
  }
  if (staged !== undefined) arena.copyOut(staged, into, 0, m * n)
}
