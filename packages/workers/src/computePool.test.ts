import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { newBoard, poolOwner } from './computePool.ts'

const PIECES = 64

/** Runs of a piece are counted, and who ran it last is noted; a piece is long enough for others to get theirs. */
function recorder(runs: Int32Array, byWhom: Int32Array, thread: number) {
  return (_task: number, board: Float64Array) => {
    const given = board.slice()
    return (piece: number): void => {
      Atomics.add(runs, piece, given[0])
      Atomics.store(byWhom, piece, thread)
      if (given[1] === piece) throw new Error(`piece ${piece} fails`)
      for (let i = 0; i < 5000; i++) Atomics.load(byWhom, piece)
    }
  }
}

const helper = `
  const { workerData } = require('node:worker_threads')
  const recorder = ${recorder.toString()}
  import(workerData.pool).then(({ helpOut }) =>
    helpOut(workerData.board, recorder(workerData.runs, workerData.byWhom, workerData.thread)))`

const board = newBoard()
const runs = new Int32Array(new SharedArrayBuffer(4 * PIECES))
const byWhom = new Int32Array(new SharedArrayBuffer(4 * PIECES))
const owner = poolOwner(board)
const own = recorder(runs, byWhom, 0)
/** Every piece adds `amount` to its count; one of them may fail. */
function run(pieces: number, amount: number, failing = -1): void {
  const given = Float64Array.of(amount, failing)
  owner.run(0, given, pieces, own(0, given))
}
const pool = new URL('../dist/computePool.js', import.meta.url).href
const workers = [1, 2].map((thread) => new Worker(helper, { eval: true, workerData: { pool, board, thread, runs, byWhom } }))
const ends = workers.map((worker) => new Promise((resolve) => worker.on('exit', resolve)))
afterAll(() => owner.close())

test('every piece of every task runs once, on all threads', async () => {
  const seen = new Set<number>()
  let total = 0
  for (let round = 1; round <= 20_000 && (seen.size < 3 || round < 200); round++) {
    const pieces = 1 + (round % PIECES)
    runs.fill(0)
    run(pieces, round)
    total += pieces
    for (let piece = 0; piece < PIECES; piece++) expect(runs[piece]).toBe(piece < pieces ? round : 0)
    for (let piece = 0; piece < pieces; piece++) seen.add(byWhom[piece])
    if (round % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect([...seen].sort()).toEqual([0, 1, 2])
  expect(total).toBeGreaterThan(200)
})

test('a task of no pieces does nothing, and one that fails says so and leaves the pool fit for work', () => {
  run(0, 1)
  for (let piece = 0; piece < 32; piece++) expect(() => run(32, 1, piece)).toThrow()
  runs.fill(0)
  run(32, 1)
  expect([...runs.subarray(0, 32)]).toEqual(Array.from({ length: 32 }, () => 1))
})

test('closing ends the helpers, and the owner goes on alone', async () => {
  owner.close()
  expect(await Promise.all(ends)).toEqual([0, 0])
  byWhom.fill(7)
  run(PIECES, 1)
  expect(byWhom.every((thread) => thread === 0)).toBe(true)
})
