import type { ComputeExports } from './computeExports.ts'

/** Rows of a result that one thread takes at a time, and of A that stay packed in the second cache. */
export const STRIPE = 96
/** Scratch of a thread: a packed stripe of 96 × 256 doubles and one tile. */
export const THREAD_SCRATCH = STRIPE * 256 * 8 + 128

/** Scratch of a thread that picks and places the leading items of a list. */
export const NDCG_SCRATCH = 2560

/** Words per row of the table of `listNetPass`. */
export const PIECE_WORDS = 6

/**
 * The pieces that calls are cut into. Any thread may run any piece, in any order: no two write the same number, so that the
 * result does not depend on who did what.
 */
type Task = (compute: ComputeExports, chunk: number, thread: number, given: readonly number[]) => void

export const tasks = {
  gemv(compute, chunk, _thread, given) {
    const [matrix, rows, width, vector, into, perChunk] = given
    const from = chunk * perChunk
    const end = matrix + rows * width * 4
    compute.gemv(matrix + from * width * 4, Math.min(perChunk, rows - from), width, vector, into + from * 8, end)
  },
  /** A group of columns, over all rows, in blocks that stay in cache. */
  gemvTransposed(compute, chunk, _thread, given) {
    const [matrix, rows, width, vector, into, perChunk] = given
    const from = chunk * perChunk
    const columns = Math.min(perChunk, width - from)
    for (let row = 0; row < rows; row += 64) {
      const count = Math.min(64, rows - row)
      if (columns === width) compute.touch(matrix + row * width * 4, count * width * 4)
      const at = matrix + (row * width + from) * 4
      compute.gemvTransposed(at, count, width, columns, vector + row * 8, into + from * 8)
    }
  },
  packColumns(compute, chunk, _thread, given) {
    const [source, strideBytes, depth, columns, weights, perChunk, into, single] = given
    const from = chunk * perChunk
    const to = Math.min(from + perChunk, Math.ceil(columns / 4))
    const pack = single ? compute.packColumns32 : compute.packColumns64
    pack(source, strideBytes, depth, columns, weights, from, to, into)
  },
  gemmRows(compute, chunk, thread, given) {
    const [a, aStrideBytes, rows, depth, packed, columns, into, intoStrideBytes, first, scratch, perChunk] = given
    const from = chunk * perChunk
    const own = scratch + thread * THREAD_SCRATCH
    compute.gemmRows(
      a + from * aStrideBytes,
      aStrideBytes,
      Math.min(perChunk, rows - from),
      depth,
      packed,
      columns,
      into + from * intoStrideBytes,
      intoStrideBytes,
      first,
      own + 128,
      own,
    )
  },
  gemm32Rows(compute, chunk, thread, given) {
    const [a, rowBytes, depthBytes, rows, depth, packed, columns, into, intoStrideBytes, first, scratch, perChunk] = given
    const from = chunk * perChunk
    const own = scratch + thread * THREAD_SCRATCH
    compute.gemm32Rows(
      a + from * rowBytes,
      rowBytes,
      depthBytes,
      Math.min(perChunk, rows - from),
      depth,
      packed,
      columns,
      into + from * intoStrideBytes,
      intoStrideBytes,
      first,
      own + 128,
      own,
    )
  },
  syrkRows(compute, chunk, thread, given) {
    const [depth, n, left, right, top, bottom, into, scratch] = given
    const from = top + chunk * STRIPE
    compute.syrkRows(depth, n, left, right, from, Math.min(bottom, from + STRIPE), top, into, scratch + thread * THREAD_SCRATCH)
  },
  packSingleColumns(compute, chunk, _thread, given) {
    const [source, strideBytes, depth, columns, perChunk, double, into] = given
    const from = chunk * perChunk
    const to = Math.min(from + perChunk, Math.ceil(columns / 8))
    compute.packSingleColumns(source, strideBytes, depth, columns, from, to, double, into)
  },
  syrkSingleRows(compute, chunk, thread, given) {
    const [depth, n, packed, into, scratch] = given
    const from = chunk * STRIPE
    compute.syrkSingleRows(depth, n, packed, from, Math.min(n, from + STRIPE), into, scratch + thread * THREAD_SCRATCH)
  },
  gemmSingleRows(compute, chunk, thread, given) {
    const [a, aStrideBytes, rows, depth, packed, columns, into, first, scratch, perChunk] = given
    const from = chunk * perChunk
    const own = scratch + thread * THREAD_SCRATCH
    const count = Math.min(perChunk, rows - from)
    const target = into + 8 * from * columns
    compute.gemmSingleRows(a + from * aStrideBytes, aStrideBytes, count, depth, packed, columns, target, 8 * columns, first, own + 128, own)
  },
  columnSums(compute, chunk, _thread, given) {
    const [matrix, rows, width, weights, into, perChunk] = given
    const from = chunk * perChunk
    compute.columnSums(matrix + 8 * from, rows, 8 * width, Math.min(perChunk, width - from), weights, into + 8 * from)
  },
  shiftRows(compute, chunk, _thread, given) {
    const [into, rows, width, shift, scales, perChunk] = given
    const from = chunk * perChunk
    compute.shiftRows(into + 8 * from * width, Math.min(perChunk, rows - from), width, shift, scales + 8 * from)
  },
  mirrorRows(compute, chunk, _thread, given) {
    const [n, matrix] = given
    compute.mirrorRows(n, matrix, chunk * STRIPE, Math.min(n, (chunk + 1) * STRIPE))
  },
  choleskyBelow(compute, chunk, _thread, given) {
    const [n, matrix, start, size, transposed, packed] = given
    const first = start + size
    const from = first + chunk * STRIPE
    const at = packed + ((from - first) / 4) * size * 32
    compute.choleskyBelow(n, matrix, start, size, transposed, from, Math.min(n, from + STRIPE), at)
  },
  /** From the bottom: the longest rows first. */
  choleskyUpdate(compute, chunk, thread, given) {
    const [n, matrix, size, packed, first, scratch, chunks] = given
    const from = first + (chunks - 1 - chunk) * STRIPE
    compute.choleskyUpdate(n, matrix, size, packed, first, from, Math.min(n, from + STRIPE), scratch + thread * THREAD_SCRATCH)
  },
  closePoints(compute, chunk, _thread, given) {
    const [norm, width, panels, a, others, count, limit, sieve, into, perChunk] = given
    const from = chunk * perChunk
    compute.closePoints(norm, width, panels, a, others, from, Math.min(count, from + perChunk), limit, sieve, into)
  },
  exp(compute, chunk, _thread, given) {
    const [values, length, perChunk] = given
    const from = chunk * perChunk
    compute.exp(values + from * 8, Math.min(perChunk, length - from))
  },
  sigmoid(compute, chunk, _thread, given) {
    const [values, length, perChunk] = given
    const from = chunk * perChunk
    compute.sigmoid(values + from * 8, Math.min(perChunk, length - from))
  },
  cos(compute, chunk, _thread, given) {
    const [values, length, perChunk] = given
    const from = chunk * perChunk
    compute.cos(values + from * 8, Math.min(perChunk, length - from))
  },
  relu(compute, chunk, _thread, given) {
    const [values, length, perChunk] = given
    const from = chunk * perChunk
    compute.relu(values + from * 8, Math.min(perChunk, length - from))
  },
  softmax(compute, chunk, _thread, given) {
    const [offsets, from, to, perChunk, values] = given
    const first = from + chunk * perChunk
    compute.softmax(offsets, first, Math.min(to, first + perChunk), values)
  },
  argsort(compute, chunk, thread, given) {
    const [offsets, from, to, perChunk, values, into, scratch, scratchBytes] = given
    const first = from + chunk * perChunk
    compute.argsort(offsets, first, Math.min(to, first + perChunk), values, into, scratch + thread * scratchBytes)
  },
  ndcg(compute, chunk, thread, given) {
    const [offsets, from, to, perChunk, cutoff, scores, labels, gains, discounts, into, scratch] = given
    const first = from + chunk * perChunk
    const last = Math.min(to, first + perChunk)
    compute.ndcg(offsets, first, last, cutoff, scores, labels, gains, discounts, into, scratch + thread * NDCG_SCRATCH)
  },
  listNetPass(compute, chunk, thread, given) {
    const [table, width, offsets, weights, vector, scores, scoresBytes] = given
    compute.listNetPass(table + 4 * PIECE_WORDS * chunk, width, offsets, weights, vector, scores + thread * scoresBytes)
  },
  rowHashes(compute, chunk, _thread, given) {
    const [matrix, rows, width, into, perChunk] = given
    const from = chunk * perChunk
    compute.rowHashes(matrix + from * width * 4, Math.min(perChunk, rows - from), width, into + from * 8)
  },
  mapColumns(compute, chunk, _thread, given) {
    const [matrix, rows, width, columns, scale, perChunk] = given
    const from = chunk * perChunk
    compute.mapColumns(matrix + from * width * 4, Math.min(perChunk, rows - from), width, columns, scale)
  },
} as const satisfies Readonly<Record<string, Task>>

export type TaskName = keyof typeof tasks
