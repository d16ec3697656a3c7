import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { modelToJson, RankwrightError, rankingLists, train } from '@rankwright/core'
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
  ['binary', Buffer.from([0xff, 0xfe, 0x00]), 'it is not UTF-8 text'],
  ['empty', Buffer.alloc(0), 'it is not JSON, or was cut short'],
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
