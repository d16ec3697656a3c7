import { plainCompute, requireLength } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'
import { DEPTH } from './packing.ts'
import { packedSingleBytes, packSingleColumns } from './singlePacking.ts'
import { stripeRows, THREAD_SCRATCH, TILE_BYTES, threadScratch } from './stripes.ts'
import { defineTask } from './task.ts'

/** Rows of A times one packed block of B; added to the result, except for the first block. */
export const gemmSingleTask = defineTask(
  'gemmSingle',
  ['a', 'aStrideBytes', 'rows', 'depth', 'packed', 'columns', 'into', 'first', 'scratch', 'perPiece'],
  (wasm, { a, aStrideBytes, rows, depth, packed, columns, into, first, scratch, perPiece }, piece, thread) => {
    const from = piece * perPiece
    const count = Math.min(perPiece, rows - from)
    const tile = threadScratch(scratch, thread)
    const target = into + 8 * from * columns
    const source = a + from * aStrideBytes
    wasm.gemmSingleRows(source, aStrideBytes, count, depth, packed, columns, target, 8 * columns, first, tile + TILE_BYTES, tile)
  },
)

/** Matrices that lie elsewhere are left to the plain version, which gives the same bits: this one is for blocks that were made in place. */
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
  const perPiece = stripeRows(m, threads)
  for (let start = 0; start < k; start += DEPTH) {
    const depth = Math.min(DEPTH, k - start)
    const source = b.byteOffset + 4 * start * n
    packSingleColumns(engine, { source, strideBytes: 4 * n, depth, columns: n, double: 0, into: packed })
    run(gemmSingleTask, Math.ceil(m / perPiece), {
      a: a.byteOffset + 4 * start,
      aStrideBytes: 4 * k,
      rows: m,
      depth,
      packed,
      columns: n,
      into: into.byteOffset,
      first: start === 0 ? 1 : 0,
      scratch,
      perPiece,
    })
  }
}
