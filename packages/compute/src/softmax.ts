import { plainCompute, requireOffsets } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import { type Engine, STAGED_BYTES } from './engine.ts'
import { listsPerPiece, listWaves, mostRows, oneWave } from './listWaves.ts'
import { defineTask } from './task.ts'

export const softmaxTask = defineTask(
  'softmax',
  ['offsets', 'from', 'to', 'perPiece', 'values'],
  (wasm, { offsets, from, to, perPiece, values }, piece) => {
    const first = from + piece * perPiece
    wasm.softmax(offsets, first, Math.min(to, first + perPiece), values)
  },
)

export function softmax({ arena, threads, run }: Engine, offsets: Uint32Array, into: Float64Array): void {
  requireOffsets(offsets, into.length)
  const waves = arena.holds(into) ? oneWave(offsets) : listWaves(offsets, (STAGED_BYTES / 8) * threads)
  const rowsAtOnce = mostRows(offsets, waves)
  if (!arena.open(roomFor(arena.outside(offsets, offsets.length), arena.outside(into, rowsAtOnce)))) {
    plainCompute.softmax(offsets, into)
    return
  }
  const listOffsets = arena.place(offsets, offsets.length)
  const staged = arena.stage(into, rowsAtOnce)
  for (let wave = 0; wave + 1 < waves.length; wave++) {
    const from = waves[wave]
    const to = waves[wave + 1]
    const start = offsets[from]
    const rows = offsets[to] - start
    if (staged !== undefined) arena.copyIn(into, start, rows, staged)
    const perPiece = listsPerPiece(to - from, rows, threads)
    const values = staged === undefined ? into.byteOffset : staged - 8 * start // where row 0 would be
    run(softmaxTask, Math.ceil((to - from) / perPiece), { offsets: listOffsets, from, to, perPiece, values })
    if (staged !== undefined) arena.copyOut(staged, into, start, rows)
  }
}
