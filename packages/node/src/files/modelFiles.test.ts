import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { wasmCompute } from '@rankwright/compute'
import {
  modelToJson,
  plainRuntime,
  type RankingLists,
  RankwrightError,
  type Runtime,
  rankingLists,
  seededRandom,
  type TrainOptions,
  train,
} from '@rankwright/core'
import { threadedCompute } from '@rankwright/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readModel } from './readModel.ts'
import { writeModel } from './writeModel.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rankwright-model-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const model = train(rankingLists({ features: [[1], [2]], labels: [0, 1], lists: ['a', 'a'] }), { method: 'least-squares' })

test('a model comes back from its file as it was', async () => {
  const path = join(folder, 'model.json')
  await writeModel(model, path)
  expect(await readFile(path, 'utf8')).toBe(modelToJson(model))
  expect(await readModel(path)).toEqual(model)
  expect(await readdir(folder)).toEqual(['model.json'])
})

test('a packed model is packed, and unpacked when read', async () => {
  const path = join(folder, 'model.json.gz')
  await writeModel(model, path)
  expect(gunzipSync(await readFile(path)).toString()).toBe(modelToJson(model))
  expect(await readModel(path)).toEqual(model)
})

test('where a model cannot be written nothing is left behind', async () => {
  await expect(writeModel(model, join(folder, 'absent', 'model.json'))).rejects.toThrow(RankwrightError)
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['binary', Buffer.from([0xff, 0x00, 0xfe]), 'it is not UTF-8 text'],
  ['empty', Buffer.alloc(0), 'the file is empty'],
  ['cut', Buffer.from(modelToJson(model).slice(0, 80)), 'it is not JSON, or was cut short'],
  ['data', Buffer.from('1 qid:1 1:0.5\n'), 'it is not JSON'],
])('a %s file is refused by its name', async (name, bytes, message) => {
  const path = join(folder, name)
  await writeFile(path, bytes)
  const attempt = readModel(path)
  await expect(attempt).rejects.toThrow(RankwrightError)
  await expect(attempt).rejects.toThrow(path)
  await expect(attempt).rejects.toThrow(message)
})

test('a file that is not there is refused by its name', async () => {
  await expect(readModel(join(folder, 'absent.json'))).rejects.toThrow(/absent\.json.*there is no such file/)
})

/** Three thousand rows of thirty features, dense or with two thirds of them left out. */
function example(kind: 'dense' | 'sparse'): RankingLists {
  const random = seededRandom(3)
  const [rows, width] = [3000, 30]
  const columns = Array.from({ length: rows }, () =>
    Array.from({ length: width }, (_, j) => j).filter(() => kind === 'dense' || random.uniform() < 1 / 3),
  )
  const values = Float32Array.from(columns.flat(), () => random.normal())
  const rowStarts = Uint32Array.from({ length: rows + 1 }, () => 0)
  for (const [row, of] of columns.entries()) rowStarts[row + 1] = rowStarts[row] + of.length
  return {
    features: kind === 'dense' ? { kind, values } : { kind, rowStarts, columns: Uint32Array.from(columns.flat()), values },
    width,
    labels: Float64Array.from({ length: rows }, () => random.integer(4)),
    offsets: Uint32Array.from({ length: rows / 20 + 1 }, (_, list) => list * 20),
    listIds: Array.from({ length: rows / 20 }, (_, list) => `${list}`),
  }
}

test.each(['dense', 'sparse'] as const)('%s: the model file has the same bytes with plain, SIMD and threaded compute', (kind) => {
  const lists = example(kind)
  const threaded = threadedCompute(2)
  try {
    const bytes = (runtime: Runtime, scale: 'none' | 'quantile') =>
      modelToJson(train(lists, { method: 'least-squares', scale, valid: lists }, runtime))
    for (const scale of ['none', 'quantile'] as const) {
      const expected = bytes(plainRuntime, scale)
      expect(bytes({ compute: wasmCompute(), threads: 1 }, scale)).toBe(expected)
      expect(bytes({ compute: threaded, threads: 2 }, scale)).toBe(expected)
    }
  } finally {
    threaded.close()
  }
})

test.each(['dense', 'sparse'] as const)('%s: linear rankers have the same bytes with plain, SIMD and threaded compute', (kind) => {
  const lists = example(kind)
  const threaded = threadedCompute(2)
  const asked: readonly TrainOptions[] = [
    { method: 'listnet', lambda: 1e-3 },
    { method: 'listnet', ball: 'l1', radius: 1, iterations: 80 },
    { method: 'listmle', lambda: 1e-2 },
    { method: 'smoothed-dcg', cutoff: 5, iterations: 20 },
    { method: 'ranksvm', hinge: 'squared', lambda: 1e-2, valid: lists },
    { method: 'ranksvm', hinge: 'plain', lambda: 1e-2, tolerance: 1e-4 },
    { method: 'ranknet', lambdaWeights: 'ndcg', iterations: 20 },
    { method: 'ogd', step: 'smooth', radius: 3 },
  ]
  try {
    for (const options of asked) {
      const bytes = (runtime: Runtime) => modelToJson(train(lists, options, runtime))
      const expected = bytes(plainRuntime)
      expect(bytes({ compute: wasmCompute(), threads: 1 }), options.method).toBe(expected)
      expect(bytes({ compute: threaded, threads: 2 }), options.method).toBe(expected)
    }
  } finally {
    threaded.close()
  }
})
