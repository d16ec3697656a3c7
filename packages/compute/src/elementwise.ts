import { plainCompute } from '@rankwright/core'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'

const PIECE = 8192

export function elementwise({ arena, threads, run }: Engine, task: 'exp' | 'sigmoid' | 'cos' | 'relu', into: Float64Array): void {
  const wave = arena.holds(into) ? into.length : Math.min(into.length, PIECE * threads)
  if (!arena.open(roomFor(arena.outside(into, wave)))) {
    plainCompute[task](into)
    return
  }
  const staged = arena.stage(into, wave)
  for (let start = 0; start < into.length; start += wave) {
    const count = Math.min(wave, into.length - start)
    if (staged !== undefined) arena.copyIn(into, start, count, staged)
    run(task, Math.ceil(count / PIECE), [staged ?? into.byteOffset, count, PIECE])
    if (staged !== undefined) arena.copyOut(staged, into, start, count)
  }
}
