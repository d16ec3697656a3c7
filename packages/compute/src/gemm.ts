import { plainCompute, requireLength } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import { type Engine, STAGED_BYTES } from './engine.ts'
import { DEPTH, packColumns, packedBytes } from './packing.ts'
import { STRIPE, stripeRows, THREAD_SCRATCH, TILE_BYTES, threadScratch } from './stripes.ts'
import { defineTask } from './task.ts'

/** Columns of B that are packed at a time. */
export const MOST_COLUMNS = 1024

/** Rows of A times one packed block of B; added to the result, except for the first block. */
export const gemmTask = defineTask(
  'gemm',
  ['a', 'aStrideBytes', 'rows', 'depth', 'packed', 'columns', 'into', 'intoStrideBytes', 'first', 'scratch', 'perPiece'],
  (wasm, { a, aStrideBytes, rows, depth, packed, columns, into, intoStrideBytes, first, scratch, perPiece }, piece, thread) => {
    const from = piece * perPiece
    const count = Math.min(perPiece, rows - from)
    const tile = threadScratch(scratch, thread)
    const target = into + from * intoStrideBytes
    wasm.gemmRows(
      a + from * aStrideBytes,
      aStrideBytes,
      count,
      depth,
      packed,
      columns,
      target,
      intoStrideBytes,
      first,
      tile + TILE_BYTES,
      tile,
    )
  },
)

export function gemm(engine: Engine, m: number, n: number, k: number, a: Float64Array, b: Float64Array, into: Float64Array): void {
  requireLength('a', a, m * k)
  requireLength('b', b, k * n)
  requireLength('into', into, m * n)
  if (k === 0) into.fill(0, 0, m * n)
  if (m === 0 || n === 0 || k === 0) return
  const { arena, threads, run } = engine
  const direct = arena.holds(a) && arena.holds(into)
  const wave = direct ? m : Math.min(m, Math.max(STRIPE, Math.floor((2 * STAGED_BYTES) / (n + k))))
  const blockColumns = Math.min(n, MOST_COLUMNS)
  const room = roomFor(
    packedBytes(blockColumns),
    threads * THREAD_SCRATCH,
    arena.outside(b, DEPTH * blockColumns),
    arena.outside(a, wave * k),
    arena.outside(into, wave * n),
  )
  if (!arena.open(room)) {
    plainCompute.gemm(m, n, k, a, b, into)
    return
  }
  const packed = arena.take(packedBytes(blockColumns))
  const scratch = arena.take(threads * THREAD_SCRATCH)
  const bBlock = arena.stage(b, DEPTH * blockColumns)
  const aRows = arena.stage(a, wave * k)
  const result = arena.stage(into, wave * n)
  for (let row = 0; row < m; row += wave) {
    const rows = Math.min(wave, m - row)
    if (aRows !== undefined) arena.copyIn(a, row * k, rows * k, aRows)
    const left = aRows ?? a.byteOffset + 8 * row * k
    const target = result ?? into.byteOffset + 8 * row * n
    const perPiece = stripeRows(rows, threads)
    for (let column = 0; column < n; column += blockColumns) {
      const columns = Math.min(blockColumns, n - column)
      for (let start = 0; start < k; start += DEPTH) {
        const depth = Math.min(DEPTH, k - start)
        const at = start * n + column
        if (bBlock !== undefined) {
          for (let p = 0; p < depth; p++) arena.copyIn(b, at + p * n, columns, bBlock + 8 * p * columns)
        }
        const source = bBlock ?? b.byteOffset + 8 * at
        const strideBytes = 8 * (bBlock === undefined ? n : columns)
        packColumns(engine, { source, strideBytes, depth, columns, weights: 0, single: 0, into: packed })
        run(gemmTask, Math.ceil(rows / perPiece), {
          a: left + 8 * start,
          aStrideBytes: 8 * k,
          rows,
          depth,
          packed,
          columns,
          into: target + 8 * column,
          intoStrideBytes: 8 * n,
          first: start === 0 ? 1 : 0,
          scratch,
          perPiece,
        })
      }
    }
    if (result !== undefined) arena.copyOut(result, into, row * n, rows * n)
  }
}
