import { plainCompute, requireLength } from '@rankwright/core'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'

/** Doubles that one piece goes over at least. */
const PIECE = 16_384

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
  const factors = weights ? arena.place(weights, rows) : 0
  // Threads share out columns, as every column adds its rows in order; a group is a multiple of a cache line.
  const groups = Math.max(1, Math.min(threads, Math.floor((rows * width) / PIECE)))
  const perChunk = Math.max(8, Math.ceil(width / groups / 8) * 8)
  run('columnSums', Math.ceil(width / perChunk), [matrix.byteOffset, rows, width, factors, into.byteOffset, perChunk])
}

export function shiftRows(
  { arena, threads, run }: Engine,
  rows: number,
  width: number,
  shift: Float64Array,
  scales: Float64Array,
  into: Float64Array,
): void {
  requireLength('into', into, rows * width)
  requireLength('shift', shift, width)
  requireLength('scales', scales, rows)
  if (!arena.holds(into) || !arena.open(roomFor(arena.outside(shift, width), arena.outside(scales, rows)))) {
    plainCompute.shiftRows(rows, width, shift, scales, into)
    return
  }
  const from = arena.place(shift, width)
  const factors = arena.place(scales, rows)
  const pieces = Math.max(1, Math.min(threads, Math.floor((rows * width) / PIECE)))
  const perChunk = Math.ceil(rows / pieces)
  run('shiftRows', Math.ceil(rows / Math.max(1, perChunk)), [into.byteOffset, rows, width, from, factors, perChunk])
}
