import { expect, test } from 'vitest'
import type { Engine } from './engine.ts'
import type { ComputeExports } from './generated/computeExports.ts'
import { tasks } from './simdCompute.ts'
import { defineTask, packFields, type Task, unpackFields } from './task.ts'

test('what is packed comes back under the same names, in whatever order it was given', () => {
  const task = defineTask('gemm', ['matrix', 'rows', 'scale'], () => {})
  const packed = new Float64Array(5)
  packFields(task, { scale: 0.1, matrix: 4_000_000_000, rows: 7 }, packed)
  expect(unpackFields(task, packed)).toEqual({ matrix: 4_000_000_000, rows: 7, scale: 0.1 })
})

test('no task names a field twice', () => {
  for (const { fields } of tasks) expect(new Set(fields).size).toBe(fields.length)
})

test('the compiler refuses a field that is missing or unknown, on both sides', () => {
  const wasm = {} as ComputeExports
  const ran: string[][] = []
  const run: Engine['run'] = (task, pieces, given) => {
    for (let piece = 0; piece < pieces; piece++) task.run(wasm, given, piece, 0)
  }
  const task: Task<'rows' | 'width'> = defineTask('gemv', ['rows', 'width'], (_, given) => ran.push(Object.keys(given)))
  run(task, 1, { rows: 1, width: 2 })
  // @ts-expect-error width is missing
  run(task, 1, { rows: 1 })
  // @ts-expect-error there is no field height
  run(task, 1, { rows: 1, width: 2, height: 3 })
  // @ts-expect-error there is no field height
  defineTask('gemv', ['rows', 'width'], (_, { height }) => ran.push([String(height)]))
  expect(ran).toEqual([['rows', 'width'], ['rows'], ['rows', 'width', 'height']])
})
