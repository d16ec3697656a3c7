/** Products of matrices are shared out by stripes: groups of rows of the result. */

/** Most rows of a stripe: this many rows of A stay packed in the second cache. */
export const STRIPE = 96
/** Bytes of the tile at the start of a thread's scratch; its packed rows lie behind it. */
export const TILE_BYTES = 128
/** Scratch of a thread: one tile and a packed stripe of 96 × 256 doubles. */
export const THREAD_SCRATCH = TILE_BYTES + STRIPE * 256 * 8

/** Where the scratch of a thread starts. */
export function threadScratch(scratch: number, thread: number): number {
  return scratch + thread * THREAD_SCRATCH
}

/** Rows of a stripe, so that every thread gets several of them; a multiple of four, the rows of a tile. */
export function stripeRows(rows: number, threads: number): number {
  return Math.min(STRIPE, Math.ceil(rows / (4 * threads) / 4) * 4)
}
