/** Compute that take the rows of a matrix one by one. */
import { plainCompute, requireLength } from '@rankwright/core'
import { roomFor } from './arena.ts'
import { type Engine, PIECE_BYTES, rowsIn, STAGED_BYTES } from './engine.ts'

export function rowHashes({ arena, threads, run }: Engine, rows: number, width: number, matrix: Float32Array, into: Uint32Array): void {
  requireLength('matrix', matrix, rows * width)
  requireLength('into', into, 2 * rows)
  const direct = arena.holds(matrix) && arena.holds(into)
  const wave = direct ? rows : Math.min(rows, rowsIn(STAGED_BYTES * threads, width))
  if (!arena.open(roomFor(arena.outside(matrix, wave * width), arena.outside(into, 2 * wave)))) {
    plainCompute.rowHashes(rows, width, matrix, into)
    return
  }
  const staged = arena.stage(matrix, wave * width)
  const hashes = arena.stage(into, 2 * wave)
  const perChunk = rowsIn(PIECE_BYTES, width)
  for (let row = 0; row < rows; row += wave) {
    const count = Math.min(wave, rows - row)
    if (staged !== undefined) arena.copyIn(matrix, row * width, count * width, staged)
    const source = staged ?? matrix.byteOffset + 4 * row * width
    const target = hashes ?? into.byteOffset + 8 * row
    run('rowHashes', Math.ceil(count / perChunk), [source, count, width, target, perChunk])
    if (hashes !== undefined) arena.copyOut(hashes, into, 2 * row, 2 * count)
  }
}

/** On rows that lie elsewhere the plain kernel is as good as two copies. */
export function mapColumns(
  { arena, run }: Engine,
  rows: number,
  width: number,
  columns: Float64Array,
  scale: number,
  into: Float32Array,
): void {
  requireLength('columns', columns, 5 * width)
  requireLength('into', into, rows * width)
  if (!arena.holds(into) || !arena.open(roomFor(arena.outside(columns, 5 * width)))) {
    plainCompute.mapColumns(rows, width, columns, scale, into)
    return
  }
  const perChunk = rowsIn(PIECE_BYTES, width)
  const given = [into.byteOffset, rows, width, arena.place(columns, 5 * width), scale, perChunk]
  run('mapColumns', Math.ceil(rows / perChunk), given)
}
