/** Blocks of a matrix packed into panels of four columns, for products in double precision. */
import type { Engine } from './engine.ts'
import { defineTask } from './task.ts'

/** Rows of a block that are packed at a time: as in core/src/numeric/compute/gemm.ts, where it decides the order of the sums. */
export const DEPTH = 256

/** Bytes of a packed block of this many columns. */
export function packedBytes(columns: number): number {
  return DEPTH * 8 * (columns + 3)
}

export const packColumnsTask = defineTask(
  'packColumns',
  ['source', 'strideBytes', 'depth', 'columns', 'weights', 'single', 'into', 'perPiece'],
  (wasm, { source, strideBytes, depth, columns, weights, single, into, perPiece }, piece) => {
    const from = piece * perPiece
    const to = Math.min(from + perPiece, Math.ceil(columns / 4))
    const pack = single ? wasm.packColumns32 : wasm.packColumns64
    pack(source, strideBytes, depth, columns, weights, from, to, into)
  },
)

export interface ColumnsToPack {
  /** Address of the block and bytes from one row to the next. */
  readonly source: number
  readonly strideBytes: number
  readonly depth: number
  readonly columns: number
  /** Address of one weight per row; 0 for none. */
  readonly weights: number
  /** 1 when the source is in single precision, 0 when it is in double. */
  readonly single: 0 | 1
  readonly into: number
}

/** Packs a block, shared out among the threads. */
export function packColumns({ run, threads }: Engine, block: ColumnsToPack): void {
  const { source, strideBytes, depth, columns, weights, single, into } = block
  const panels = Math.ceil(columns / 4)
  const perPiece = Math.max(8, Math.ceil(panels / (2 * threads)))
  run(packColumnsTask, Math.ceil(panels / perPiece), { source, strideBytes, depth, columns, weights, single, into, perPiece })
}
