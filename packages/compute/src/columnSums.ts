import { plainCompute, requireLength } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'
import { defineTask } from './task.ts'

/** Doubles that one piece goes over at least. */
const PIECE = 16_384

/** A group of columns, over all rows. */
export const columnSumsTask = defineTask(
  'columnSums',
  ['matrix', 'rows', 'width', 'weights', 'into', 'perPiece'],
  (wasm, { matrix, rows, width, weights, into, perPiece }, piece) => {
    const from = piece * perPiece
    wasm.columnSums(matrix + 8 * from, rows, 8 * width, Math.min(perPiece, width - from), weights, into + 8 * from)
  },
)

export function columnSums(
  { arena, threads, run }: Engine,
  rows: number,
  width: number,
  matrix: Float64Array,
  weights: Float64Array | undefined,
  into: Float64Array,
): void {
  requireLength('matrix', matrix, rows * width)
  requireLength('into', into, width)
  if (weights) requireLength('weights', weights, rows)
  const direct = arena.holds(matrix) && arena.holds(into)
  if (!direct || !arena.open(roomFor(weights ? arena.outside(weights, rows) : 0))) {
    plainCompute.columnSums(rows, width, matrix, weights, into)
    return
  }
  // Threads share out columns, as every column adds its rows in order; a group is a multiple of a cache line.
  const groups = Math.max(1, Math.min(threads, Math.floor((rows * width) / PIECE)))
  const perPiece = Math.max(8, Math.ceil(width / groups / 8) * 8)
  run(columnSumsTask, Math.ceil(width / perPiece), {
    matrix: matrix.byteOffset,
    rows,
    width,
    weights: weights ? arena.place(weights, rows) : 0,
    into: into.byteOffset,
    perPiece,
  })
}
