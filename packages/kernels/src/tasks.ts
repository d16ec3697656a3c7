import type { KernelExports } from './kernelExports.ts'

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
type Task = (kernels: KernelExports, chunk: number, thread: number, given: readonly number[]) => void

export const tasks = {
  gemv(kernels, chunk, _thread, given) {
    const [matrix, rows, width, vector, into, perChunk] = given
    const from = chunk * perChunk
    const end = matrix + rows * width * 4
    kernels.gemv(matrix + from * width * 4, Math.min(perChunk, rows - from), width, vector, into + from * 8, end)
  },
  /** A group of columns, over all rows, in blocks that stay in cache. */
  gemvTransposed(kernels, chunk, _thread, given) {
    const [matrix, rows, width, vector, into, perChunk] = given
    const from = chunk * perChunk
    const columns = Math.min(perChunk, width - from)
    for (let row = 0; row < rows; row += 64) {
      const count = Math.min(64, rows - row)
      if (columns === width) kernels.touch(matrix + row * width * 4, count * width * 4)
      const at = matrix + (row * width + from) * 4
      kernels.gemvTransposed(at, count, width, columns, vector + row * 8, into + from * 8)
    }
  },
  packColumns(kernels, chunk, _thread, given) {
    const [source, strideBytes, depth, columns, weights, perChunk, into, single] = given
    const from = chunk * perChunk
    const to = Math.min(from + perChunk, Math.ceil(columns / 4))
    const pack = single ? kernels.packColumns32 : kernels.packColumns64
    pack(source, strideBytes, depth, columns, weights, from, to, into)
  },
  gemmRows(kernels, chunk, thread, given) {
    const [a, aStrideBytes, rows, depth, packed, columns, into, intoStrideBytes, first, scratch, perChunk] = given
    const from = chunk * perChunk
    const own = scratch + thread * THREAD_SCRATCH
    kernels.gemmRows(
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
  gemm32Rows(kernels, chunk, thread, given) {
    const [a, rowBytes, depthBytes, rows, depth, packed, columns, into, intoStrideBytes, first, scratch, perChunk] = given
    const from = chunk * perChunk
    const own = scratch + thread * THREAD_SCRATCH
    kernels.gemm32Rows(
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
  syrkRows(kernels, chunk, thread, given) {
    const [depth, n, left, right, top, bottom, into, scratch] = given
    const from = top + chunk * STRIPE
    kernels.syrkRows(depth, n, left, right, from, Math.min(bottom, from + STRIPE), top, into, scratch + thread * THREAD_SCRATCH)
  },
  packSingleColumns(kernels, chunk, _thread, given) {
    const [source, strideBytes, depth, columns, perChunk, double, into] = given
    const from = chunk * perChunk
    const to = Math.min(from + perChunk, Math.ceil(columns / 8))
    kernels.packSingleColumns(source, strideBytes, depth, columns, from, to, double, into)
  },
  syrkSingleRows(kernels, chunk, thread, given) {
    const [depth, n, packed, into, scratch] = given
    const from = chunk * STRIPE
    kernels.syrkSingleRows(depth, n, packed, from, Math.min(n, from + STRIPE), into, scratch + thread * THREAD_SCRATCH)
  },
  gemmSingleRows(kernels, chunk, thread, given) {
    const [a, aStrideBytes, rows, depth, packed, columns, into, first, scratch, perChunk] = given
    const from = chunk * perChunk
    const own = scratch + thread * THREAD_SCRATCH
    const count = Math.min(perChunk, rows - from)
    const target = into + 8 * from * columns
    kernels.gemmSingleRows(a + from * aStrideBytes, aStrideBytes, count, depth, packed, columns, target, 8 * columns, first, own + 128, own)
  },
  columnSums(kernels, chunk, _thread, given) {
    const [matrix, rows, width, weights, into, perChunk] = given
    const from = chunk * perChunk
    kernels.columnSums(matrix + 8 * from, rows, 8 * width, Math.min(perChunk, width - from), weights, into + 8 * from)
  },
  shiftRows(kernels, chunk, _thread, given) {
    const [into, rows, width, shift, scales, perChunk] = given
    const from = chunk * perChunk
    kernels.shiftRows(into + 8 * from * width, Math.min(perChunk, rows - from), width, shift, scales + 8 * from)
  },
  mirrorRows(kernels, chunk, _thread, given) {
    const [n, matrix] = given
    kernels.mirrorRows(n, matrix, chunk * STRIPE, Math.min(n, (chunk + 1) * STRIPE))
  },
  choleskyBelow(kernels, chunk, _thread, given) {
    const [n, matrix, start, size, transposed, packed] = given
    const first = start + size
    const from = first + chunk * STRIPE
    const at = packed + ((from - first) / 4) * size * 32
    kernels.choleskyBelow(n, matrix, start, size, transposed, from, Math.min(n, from + STRIPE), at)
  },
  /** From the bottom: the longest rows first. */
  choleskyUpdate(kernels, chunk, thread, given) {
    const [n, matrix, size, packed, first, scratch, chunks] = given
    const from = first + (chunks - 1 - chunk) * STRIPE
    kernels.choleskyUpdate(n, matrix, size, packed, first, from, Math.min(n, from + STRIPE), scratch + thread * THREAD_SCRATCH)
  },
  closePoints(kernels, chunk, _thread, given) {
    const [norm, width, panels, a, others, count, limit, sieve, into, perChunk] = given
    const from = chunk * perChunk
    kernels.closePoints(norm, width, panels, a, others, from, Math.min(count, from + perChunk), limit, sieve, into)
  },
  exp(kernels, chunk, _thread, given) {
    const [values, length, perChunk] = given
    const from = chunk * perChunk
    kernels.exp(values + from * 8, Math.min(perChunk, length - from))
  },
  sigmoid(kernels, chunk, _thread, given) {
    const [values, length, perChunk] = given
    const from = chunk * perChunk
    kernels.sigmoid(values + from * 8, Math.min(perChunk, length - from))
  },
  cos(kernels, chunk, _thread, given) {
    const [values, length, perChunk] = given
    const from = chunk * perChunk
    kernels.cos(values + from * 8, Math.min(perChunk, length - from))
  },
  relu(kernels, chunk, _thread, given) {
    const [values, length, perChunk] = given
    const from = chunk * perChunk
    kernels.relu(values + from * 8, Math.min(perChunk, length - from))
  },
  softmax(kernels, chunk, _thread, given) {
    const [offsets, from, to, perChunk, values] = given
    const first = from + chunk * perChunk
    kernels.softmax(offsets, first, Math.min(to, first + perChunk), values)
  },
  argsort(kernels, chunk, thread, given) {
    const [offsets, from, to, perChunk, values, into, scratch, scratchBytes] = given
    const first = from + chunk * perChunk
    kernels.argsort(offsets, first, Math.min(to, first + perChunk), values, into, scratch + thread * scratchBytes)
  },
  ndcg(kernels, chunk, thread, given) {
    const [offsets, from, to, perChunk, cutoff, scores, labels, gains, discounts, into, scratch] = given
    const first = from + chunk * perChunk
    const last = Math.min(to, first + perChunk)
    kernels.ndcg(offsets, first, last, cutoff, scores, labels, gains, discounts, into, scratch + thread * NDCG_SCRATCH)
  },
  listNetPass(kernels, chunk, thread, given) {
    const [table, width, offsets, weights, vector, scores, scoresBytes] = given
    kernels.listNetPass(table + 4 * PIECE_WORDS * chunk, width, offsets, weights, vector, scores + thread * scoresBytes)
  },
  rowHashes(kernels, chunk, _thread, given) {
    const [matrix, rows, width, into, perChunk] = given
    const from = chunk * perChunk
    kernels.rowHashes(matrix + from * width * 4, Math.min(perChunk, rows - from), width, into + from * 8)
  },
  mapColumns(kernels, chunk, _thread, given) {
    const [matrix, rows, width, columns, scale, perChunk] = given
    const from = chunk * perChunk
    kernels.mapColumns(matrix + from * width * 4, Math.min(perChunk, rows - from), width, columns, scale)
  },
} as const satisfies Readonly<Record<string, Task>>

export type TaskName = keyof typeof tasks
