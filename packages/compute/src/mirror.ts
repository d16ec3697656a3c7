import type { Engine } from './engine.ts'
import { STRIPE } from './stripes.ts'
import { defineTask } from './task.ts'

export const mirrorTask = defineTask('mirror', ['n', 'matrix'], (wasm, { n, matrix }, piece) => {
  wasm.mirrorRows(n, matrix, piece * STRIPE, Math.min(n, (piece + 1) * STRIPE))
})

/** Copies the upper triangle of a matrix (n × n) to the lower one. */
export function mirrorUpperTriangle({ run }: Engine, n: number, matrix: number): void {
  run(mirrorTask, Math.ceil(n / STRIPE), { n, matrix })
}
