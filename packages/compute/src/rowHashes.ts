import { plainCompute, requireLength } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import { type Engine, PIECE_BYTES, rowsIn, STAGED_BYTES } from './engine.ts'
import { defineTask } from './task.ts'

export const rowHashesTask = defineTask(
  'rowHashes',
  ['matrix', 'rows', 'width', 'into', 'perPiece'],
  (wasm, { matrix, rows, width, into, perPiece }, piece) => {
    const from = piece * perPiece
    wasm.rowHashes(matrix + 4 * from * width, Math.min(perPiece, rows - from), width, into + 8 * from)
  },
)

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
  const perPiece = rowsIn(PIECE_BYTES, width)
  for (let row = 0; row < rows; row += wave) {
    const count = Math.min(wave, rows - row)
    if (staged !== undefined) arena.copyIn(matrix, row * width, count * width, staged)
    const source = staged ?? matrix.byteOffset + 4 * row * width
    const target = hashes ?? into.byteOffset + 8 * row
    run(rowHashesTask, Math.ceil(count / perPiece), { matrix: source, rows: count, width, into: target, perPiece })
    if (hashes !== undefined) arena.copyOut(hashes, into, 2 * row, 2 * count)
  }
}
