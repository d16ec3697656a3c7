import type { Engine } from './engine.ts'

/** Rows of a block that are packed at a time: as in core/src/numeric/compute/gemm.ts, where it decides the order of the sums. */
export const DEPTH = 256

/** Bytes of a packed block of so many columns. */
export function packedBytes(columns: number): number {
  return DEPTH * 8 * (columns + 3)
}

/** Packs a block of rows into panels of four columns, shared out among the threads. */
export function packColumns(
  { run, threads }: Engine,
  source: number,
  strideBytes: number,
  depth: number,
  columns: number,
  weights: number,
  single: boolean,
  into: number,
): void {
  const panels = Math.ceil(columns / 4)
  const perChunk = Math.max(8, Math.ceil(panels / (2 * threads)))
  const given = [source, strideBytes, depth, columns, weights, perChunk, into, single ? 1 : 0]
  run('packColumns', Math.ceil(panels / perChunk), given)
}
