import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { newBoard, poolOwner } from './computePool.ts'

const PIECES = 64

/** Runs of a piece are counted, and who ran it last is noted; a piece is long enough for others to get theirs. */
function recorder(runs: Int32Array, byWhom: Int32Array) {
  return (_task: number, chunk: number, thread: number, given: readonly number[]): void => {
    Atomics.add(runs, chunk, given[0])
    Atomics.store(byWhom, chunk, thread)
    if (given[1] === chunk) throw new Error(`piece ${chunk} fails`)
    for (let i = 0; i < 5000; i++) Atomics.load(byWhom, chunk)
  }
}

const helper = `
  const { workerData } = require('node:worker_threads')
  const recorder = ${recorder.toString()}
  import(workerData.pool).then(({ helpOut }) =>
    helpOut(workerData.board, workerData.thread, recorder(workerData.runs, workerData.byWhom)))`

const board = newBoard()
const runs = new Int32Array(new SharedArrayBuffer(4 * PIECES))
const byWhom = new Int32Array(new SharedArrayBuffer(4 * PIECES))
const owner = poolOwner(board, recorder(runs, byWhom))
const pool = new URL('../dist/computePool.js', import.meta.url).href
const workers = [1, 2].map((thread) => new Worker(helper, { eval: true, workerData: { pool, board, thread, runs, byWhom } }))
const ends = workers.map((worker) => new Promise((resolve) => worker.on('exit', resolve)))
afterAll(() => owner.close())

test('every piece of every task runs once, on all threads', async () => {
  const seen = new Set<number>()
  let total = 0
  for (let round = 1; round <= 20_000 && (seen.size < 3 || round < 200); round++) {
    const chunks = 1 + (round % PIECES)
    runs.fill(0)
    owner.run(0, chunks, [round])
    total += chunks
    for (let chunk = 0; chunk < PIECES; chunk++) expect(runs[chunk]).toBe(chunk < chunks ? round : 0)
    for (let chunk = 0; chunk < chunks; chunk++) seen.add(byWhom[chunk])
    if (round % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect([...seen].sort()).toEqual([0, 1, 2])
  expect(total).toBeGreaterThan(200)
})

test('a task of no pieces does nothing, and one that fails says so and leaves the pool fit for work', () => {
  owner.run(0, 0, [1])
  for (let chunk = 0; chunk < 32; chunk++) expect(() => owner.run(0, 32, [1, chunk])).toThrow()
  runs.fill(0)
  owner.run(0, 32, [1])
  expect([...runs.subarray(0, 32)]).toEqual(Array.from({ length: 32 }, () => 1))
})

test('closing ends the helpers, and the owner goes on alone', async () => {
  owner.close()
  expect(await Promise.all(ends)).toEqual([0, 0])
  byWhom.fill(7)
  owner.run(0, PIECES, [1])
  expect(byWhom.every((thread) => thread === 0)).toBe(true)
})
