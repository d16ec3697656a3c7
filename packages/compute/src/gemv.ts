import { plainCompute, requireLength } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import { type Engine, PIECE_BYTES, rowsIn, STAGED_BYTES } from './engine.ts'
import { defineTask } from './task.ts'

export const gemvTask = defineTask(
  'gemv',
  ['matrix', 'rows', 'width', 'vector', 'into', 'perPiece'],
  (wasm, { matrix, rows, width, vector, into, perPiece }, piece) => {
    const from = piece * perPiece
    const end = matrix + 4 * rows * width
    wasm.gemv(matrix + 4 * from * width, Math.min(perPiece, rows - from), width, vector, into + 8 * from, end)
  },
)

export function gemv(
  { arena, threads, run }: Engine,
  rows: number,
  width: number,
  matrix: Float32Array,
  vector: Float64Array,
  into: Float64Array,
): void {
  requireLength('matrix', matrix, rows * width)
  requireLength('vector', vector, width)
  requireLength('into', into, rows)
  const direct = arena.holds(matrix) && arena.holds(into)
  const wave = direct ? rows : Math.min(rows, rowsIn(STAGED_BYTES * threads, width))
  const room = roomFor(arena.outside(vector, width), arena.outside(matrix, wave * width), arena.outside(into, wave))
  if (!arena.open(room)) {
    plainCompute.gemv(rows, width, matrix, vector, into)
    return
  }
  const w = arena.place(vector, width)
  const x = arena.stage(matrix, wave * width)
  const scores = arena.stage(into, wave)
  const perPiece = rowsIn(PIECE_BYTES, width)
  for (let row = 0; row < rows; row += wave) {
    const count = Math.min(wave, rows - row)
    if (x !== undefined) arena.copyIn(matrix, row * width, count * width, x)
    const source = x ?? matrix.byteOffset + 4 * row * width
    const target = scores ?? into.byteOffset + 8 * row
    run(gemvTask, Math.ceil(count / perPiece), { matrix: source, rows: count, width, vector: w, into: target, perPiece })
    if (scores !== undefined) arena.copyOut(scores, into, row, count)
  }
}

/** A group of columns, over all rows, in blocks that stay in cache. */
export const gemvTransposedTask = defineTask(
  'gemvTransposed',
  ['matrix', 'rows', 'width', 'vector', 'into', 'perPiece'],
  (wasm, { matrix, rows, width, vector, into, perPiece }, piece) => {
    const from = piece * perPiece
    const columns = Math.min(perPiece, width - from)
    for (let row = 0; row < rows; row += 64) {
      const count = Math.min(64, rows - row)
      if (columns === width) wasm.touch(matrix + 4 * row * width, 4 * count * width)
      const at = matrix + 4 * (row * width + from)
      wasm.gemvTransposed(at, count, width, columns, vector + 8 * row, into + 8 * from)
    }
  },
)

export function gemvTransposed(
  { arena, threads, run }: Engine,
  rows: number,
  width: number,
  matrix: Float32Array,
  vector: Float64Array,
  into: Float64Array,
): void {
  requireLength('matrix', matrix, rows * width)
  requireLength('vector', vector, rows)
  requireLength('into', into, width)
  const direct = arena.holds(matrix) && arena.holds(vector)
  const wave = direct ? rows : Math.min(rows, rowsIn(STAGED_BYTES * threads, width))
  const room = roomFor(arena.outside(into, width), arena.outside(matrix, wave * width), arena.outside(vector, wave))
  if (!arena.open(room)) {
    plainCompute.gemvTransposed(rows, width, matrix, vector, into)
    return
  }
  const sums = arena.place(into, width)
  const x = arena.stage(matrix, wave * width)
  const g = arena.stage(vector, wave)
  for (let row = 0; row < rows; row += wave) {
    const count = Math.min(wave, rows - row)
    if (x !== undefined) arena.copyIn(matrix, row * width, count * width, x)
    if (g !== undefined) arena.copyIn(vector, row, count, g)
    const source = x ?? matrix.byteOffset + 4 * row * width
    const weights = g ?? vector.byteOffset + 8 * row
    // Threads share out columns, as every column adds its rows in order; a group is a multiple of a cache line.
    const groups = 4 * count * width > PIECE_BYTES ? threads : 1
    const perPiece = Math.max(16, Math.ceil(width / groups / 16) * 16)
    const given = { matrix: source, rows: count, width, vector: weights, into: sums, perPiece }
    run(gemvTransposedTask, Math.ceil(width / perPiece), given)
  }
  if (!arena.holds(into)) arena.copyOut(sums, into, 0, width)
}
