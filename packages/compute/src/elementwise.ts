/** Functions of one number, for every number of an array. */
import { plainCompute } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'
import { defineTask, type Task } from './task.ts'

const PIECE = 8192

type Elementwise = 'exp' | 'sigmoid' | 'cos' | 'relu'

export const elementwiseTasks: { readonly [Name in Elementwise]: Task<'values' | 'length', Name> } = {
  exp: elementwiseTask('exp'),
  sigmoid: elementwiseTask('sigmoid'),
  cos: elementwiseTask('cos'),
  relu: elementwiseTask('relu'),
}

function elementwiseTask<Name extends Elementwise>(name: Name): Task<'values' | 'length', Name> {
  return defineTask(name, ['values', 'length'], (wasm, { values, length }, piece) => {
    const from = piece * PIECE
    wasm[name](values + 8 * from, Math.min(PIECE, length - from))
  })
}

export function elementwise({ arena, threads, run }: Engine, name: Elementwise, into: Float64Array): void {
  const wave = arena.holds(into) ? into.length : Math.min(into.length, PIECE * threads)
  if (!arena.open(roomFor(arena.outside(into, wave)))) {
    plainCompute[name](into)
    return
  }
  const staged = arena.stage(into, wave)
  for (let start = 0; start < into.length; start += wave) {
    const length = Math.min(wave, into.length - start)
    if (staged !== undefined) arena.copyIn(into, start, length, staged)
    run(elementwiseTasks[name], Math.ceil(length / PIECE), { values: staged ?? into.byteOffset, length })
    if (staged !== undefined) arena.copyOut(staged, into, start, length)
  }
}
