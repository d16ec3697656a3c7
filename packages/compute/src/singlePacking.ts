/** Blocks of a matrix packed into panels of eight columns, for products in single precision. */
import type { Engine } from './engine.ts'
import { DEPTH } from './packing.ts'
import { defineTask } from './task.ts'

/** Bytes of a packed block of this many columns. */
export function packedSingleBytes(columns: number): number {
  return DEPTH * 4 * (columns + 7)
}

export const packSingleColumnsTask = defineTask(
  'packSingleColumns',
  ['source', 'strideBytes', 'depth', 'columns', 'double', 'into', 'perPiece'],
  (wasm, { source, strideBytes, depth, columns, double, into, perPiece }, piece) => {
    const from = piece * perPiece
    const to = Math.min(from + perPiece, Math.ceil(columns / 8))
    wasm.packSingleColumns(source, strideBytes, depth, columns, from, to, double, into)
  },
)

export interface SingleColumnsToPack {
  /** Address of the block and bytes from one row to the next. */
  readonly source: number
  readonly strideBytes: number
  readonly depth: number
  readonly columns: number
  /** 1 when the source is in double precision and is rounded, 0 when it is in single. */
  readonly double: 0 | 1
  readonly into: number
}

/** Packs a block, shared out among the threads. */
export function packSingleColumns({ run, threads }: Engine, block: SingleColumnsToPack): void {
  const { source, strideBytes, depth, columns, double, into } = block
  const panels = Math.ceil(columns / 8)
  const perPiece = Math.max(8, Math.ceil(panels / (2 * threads)))
  run(packSingleColumnsTask, Math.ceil(panels / perPiece), { source, strideBytes, depth, columns, double, into, perPiece })
}
