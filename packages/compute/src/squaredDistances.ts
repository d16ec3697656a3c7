import { plainCompute, requireLength } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'
import { defineTask } from './task.ts'

/** Distances that one piece computes at least. */
const PIECE = 8192

export const squaredDistancesTask = defineTask(
  'squaredDistances',
  ['rows', 'count', 'features', 'x', 'points', 'squares', 'scale', 'into', 'perPiece'],
  (wasm, { rows, count, features, x, points, squares, scale, into, perPiece }, piece) => {
    const from = piece * perPiece
    const own = Math.min(perPiece, rows - from)
    wasm.squaredDistances(own, count, features, x + 8 * from * features, points, squares, scale, into + 8 * from * count)
  },
)

export function squaredDistances(
  { arena, threads, run }: Engine,
  rows: number,
  count: number,
  features: number,
  x: Float64Array,
  points: Float64Array,
  squares: Float64Array,
  scale: number,
  into: Float64Array,
): void {
  requireLength('x', x, rows * features)
  requireLength('points', points, features * count)
  requireLength('squares', squares, count)
  requireLength('into', into, rows * count)
  const room = () => roomFor(arena.outside(x, rows * features), arena.outside(points, features * count), arena.outside(squares, count))
  if (!arena.holds(into) || !arena.open(room())) {
    plainCompute.squaredDistances(rows, count, features, x, points, squares, scale, into)
    return
  }
  const groups = Math.max(1, Math.min(threads, Math.floor((rows * count) / PIECE)))
  const perPiece = Math.ceil(rows / groups)
  run(squaredDistancesTask, Math.ceil(rows / Math.max(1, perPiece)), {
    rows,
    count,
    features,
    x: arena.place(x, rows * features),
    points: arena.place(points, features * count),
    squares: arena.place(squares, count),
    scale,
    into: into.byteOffset,
    perPiece,
  })
}
