import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { heldListsContract, largeListsContract, madeLists } from '@rankwright/contracts'
import { finishLater, modelToJson, plainRuntime, type RankingLists, rankingLists, selectLists, train, training } from '@rankwright/core'
import { identityMap, selectColumns } from '@rankwright/core/data'
// The built package: a thread runs compiled files.
import { holdPacked, type PackedLists, packLists } from '@rankwright/engines'
import { runtimeFor } from '@rankwright/node'
import { afterAll, expect, test } from 'vitest'
import { ListPacker } from './packed/listPacker.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-packed-'))
const open: PackedLists[] = []
afterAll(async () => {
  await Promise.all(open.map((lists) => lists.close()))
  rmSync(folder, { recursive: true })
})

function hold(lists: RankingLists): PackedLists {
  const path = join(folder, `${open.length}.packed`)
  const packer = new ListPacker()
  writeFileSync(path, Buffer.concat([...packer.add(lists), ...packer.end()]))
  const held = holdPacked(path, { threads: 1 + (open.length % 2) })
  open.push(held)
  return held
}

const { runtime } = runtimeFor(1)

// The sample on which linear rankers leave lists out: they are packed into files of their own.
heldListsContract('a packed file', { hold, runtime }, ['few rows for each feature'])
largeListsContract('a packed file', { hold, runtime }, 7)

const lists = madeLists(3, { lists: 60, longest: 12, width: 3 })
const options = { method: 'listnet', lambda: 0.1 } as const

test('lists may be packed chunk by chunk', async () => {
  const whole = join(folder, 'whole.packed')
  const chunked = join(folder, 'chunked.packed')
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => from + place)
  await packLists(lists, whole)
  async function* chunks() {
    for (const from of [0, 20, 40]) yield selectLists(lists, numbers(from, from + 20))
  }
  await packLists(chunks(), chunked)
  expect(readFileSync(chunked).equals(readFileSync(whole))).toBe(true)
})

test('rows wider than a block are packed anew for other columns, and the model is the same', async () => {
  const width = 2100
  const wide = rankingLists({
    features: Array.from({ length: 40 }, (_, row) => Float64Array.from({ length: width }, (_, column) => ((row + 1) * (column + 3)) % 11)),
    labels: Array.from({ length: 40 }, (_, row) => row % 3),
    lists: Array.from({ length: 40 }, (_, row) => row >> 3),
  })
  const from = Int32Array.from({ length: width - 1 }, (_, column) => column + 1)
  const { model } = await finishLater(training(hold(wide).withColumns(from, undefined), options, plainRuntime))
  expect(modelToJson(model)).toBe(modelToJson(train(selectColumns(wide, from), options)))
})

test('a problem in a thread is told as here', async () => {
  const held = hold(lists)
  const asked = { map: identityMap(7), norm: 'l2' } as const
  await expect(finishLater(held.ask('longestRow', asked))).rejects.toThrow()
  expect(await finishLater(held.ask('listSizes', {}))).toHaveLength(60)
})

test('a program lives until the answer is there, and ends without close', async () => {
  const path = join(folder, 'alone.packed')
  await packLists(lists, path)
  const program = `
    import { finishLater } from '@rankwright/core'
    import { holdPacked } from '@rankwright/engines'
    console.log((await finishLater(holdPacked(${JSON.stringify(path)}).ask('summary', {}))).lists)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname })
  expect(stdout).toBe('60\n')
})
