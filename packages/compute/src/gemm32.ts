import { plainCompute, requireLength } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'
import { DEPTH } from './packing.ts'
import { packedSingleBytes, packSingleColumns } from './singlePacking.ts'
import { stripeRows, THREAD_SCRATCH, TILE_BYTES, threadScratch } from './stripes.ts'
import { defineTask } from './task.ts'

const MOST_COLUMNS = 2048 // of B, packed at a time

/** Rows of A times one packed block of B; added to the result, except for the first block. */
export const gemm32Task = defineTask(
  'gemm32',
  ['a', 'rowBytes', 'depthBytes', 'rows', 'depth', 'packed', 'columns', 'into', 'intoStrideBytes', 'first', 'scratch', 'perPiece'],
  (wasm, { a, rowBytes, depthBytes, rows, depth, packed, columns, into, intoStrideBytes, first, scratch, perPiece }, piece, thread) => {
    const from = piece * perPiece
    const count = Math.min(perPiece, rows - from)
    const tile = threadScratch(scratch, thread)
    const target = into + from * intoStrideBytes
    wasm.gemm32Rows(
      a + from * rowBytes,
      rowBytes,
      depthBytes,
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
  const rowBytes = turned ? 4 : 4 * k
  const depthBytes = turned ? 4 * m : 4
  const perPiece = stripeRows(m, threads)
  for (let column = 0; column < n; column += blockColumns) {
    const columns = Math.min(blockColumns, n - column)
    for (let start = 0; start < k; start += DEPTH) {
      const depth = Math.min(DEPTH, k - start)
      const source = right + 4 * (start * n + column)
      packSingleColumns(engine, { source, strideBytes: 4 * n, depth, columns, double: 0, into: packed })
      run(gemm32Task, Math.ceil(m / perPiece), {
        a: left + start * depthBytes,
        rowBytes,
        depthBytes,
        rows: m,
        depth,
        packed,
        columns,
        into: target + 4 * column,
        intoStrideBytes: 4 * n,
        first: start === 0 ? 1 : 0,
        scratch,
        perPiece,
      })
    }
  }
  if (staged !== undefined) arena.copyOut(staged, into, 0, m * n)
}
