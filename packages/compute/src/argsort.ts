import { plainCompute, requireLength, requireOffsets } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import { type Engine, STAGED_BYTES } from './engine.ts'
import { listsPerPiece, listWaves, longestList, mostRows } from './listWaves.ts'
import { defineTask } from './task.ts'

export const argsortTask = defineTask(
  'argsort',
  ['offsets', 'from', 'to', 'perPiece', 'values', 'into', 'scratch', 'scratchBytes'],
  (wasm, { offsets, from, to, perPiece, values, into, scratch, scratchBytes }, piece, thread) => {
    const first = from + piece * perPiece
    wasm.argsort(offsets, first, Math.min(to, first + perPiece), values, into, scratch + thread * scratchBytes)
  },
)

export function argsortDescending({ arena, threads, run }: Engine, offsets: Uint32Array, values: Float64Array, into: Uint32Array): void {
  requireOffsets(offsets, values.length)
  requireLength('into', into, offsets.at(-1) ?? 0)
  const waves = listWaves(offsets, (STAGED_BYTES / 8) * threads)
  const rowsAtOnce = mostRows(offsets, waves)
  const scratchBytes = 32 * longestList(offsets)
  const room = roomFor(arena.outside(offsets, offsets.length), arena.outside(values, rowsAtOnce), 4 * rowsAtOnce, threads * scratchBytes)
  if (!arena.open(room)) {
    plainCompute.argsortDescending(offsets, values, into)
    return
  }
  const listOffsets = arena.place(offsets, offsets.length)
  const staged = arena.stage(values, rowsAtOnce)
  const order = arena.take(4 * rowsAtOnce)
  const scratch = arena.take(threads * scratchBytes)
  for (let wave = 0; wave + 1 < waves.length; wave++) {
    const from = waves[wave]
    const to = waves[wave + 1]
    const start = offsets[from]
    const rows = offsets[to] - start
    if (staged !== undefined) arena.copyIn(values, start, rows, staged)
    const perPiece = listsPerPiece(to - from, rows, threads)
    const source = staged === undefined ? values.byteOffset : staged - 8 * start
    run(argsortTask, Math.ceil((to - from) / perPiece), {
      offsets: listOffsets,
      from,
      to,
      perPiece,
      values: source,
      into: order - 4 * start,
      scratch,
      scratchBytes,
    })
    arena.copyOut(order, into, start, rows)
  }
}
