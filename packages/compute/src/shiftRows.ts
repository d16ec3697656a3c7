import { plainCompute, requireLength } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'
import { defineTask } from './task.ts'

/** Doubles that one piece goes over at least. */
const PIECE = 16_384

export const shiftRowsTask = defineTask(
  'shiftRows',
  ['into', 'rows', 'width', 'shift', 'scales', 'perPiece'],
  (wasm, { into, rows, width, shift, scales, perPiece }, piece) => {
    const from = piece * perPiece
    wasm.shiftRows(into + 8 * from * width, Math.min(perPiece, rows - from), width, shift, scales + 8 * from)
  },
)

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
  const groups = Math.max(1, Math.min(threads, Math.floor((rows * width) / PIECE)))
  const perPiece = Math.ceil(rows / groups)
  run(shiftRowsTask, Math.ceil(rows / Math.max(1, perPiece)), {
    into: into.byteOffset,
    rows,
    width,
    shift: arena.place(shift, width),
    scales: arena.place(scales, rows),
    perPiece,
  })
}
