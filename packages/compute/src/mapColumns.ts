import { plainCompute, requireLength } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import { type Engine, PIECE_BYTES, rowsIn } from './engine.ts'
import { defineTask } from './task.ts'

export const mapColumnsTask = defineTask(
  'mapColumns',
  ['matrix', 'rows', 'width', 'columns', 'scale', 'perPiece'],
  (wasm, { matrix, rows, width, columns, scale, perPiece }, piece) => {
    const from = piece * perPiece
    wasm.mapColumns(matrix + 4 * from * width, Math.min(perPiece, rows - from), width, columns, scale)
  },
)

/** On rows that lie elsewhere the plain version is as good as two copies. */
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
  const perPiece = rowsIn(PIECE_BYTES, width)
  run(mapColumnsTask, Math.ceil(rows / perPiece), {
    matrix: into.byteOffset,
    rows,
    width,
    columns: arena.place(columns, 5 * width),
    scale,
    perPiece,
  })
}
