import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Problem } from '@rankwright/core'
import { rankObjects, score, train } from '@rankwright/core'
import type { ReadListsOptions } from '@rankwright/core/data'
import { afterAll, expect, test } from 'vitest'
import { readLists } from './readLists.ts'
import { writeLists } from './writeLists.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-typed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const named = (name: string, text: string) => new File([text], name)

/** Prices as they are written in Germany. */
const german = named('de.csv', 'qid;label;preis\na;2;"1.049,90"\na;0;"12,50"\nb;1;"30,00"\nb;0;"99,00"\n')
const model = train(await readLists(german), { method: 'listnet' })

const prices = [3.125, 3000, 1.5, 12.1]
const objects = prices.map((preis) => ({ qid: 'a', preis }))
const lines = objects.map((object) => JSON.stringify(object)).join('\n')

async function read(input: Parameters<typeof readLists>[0], options: ReadListsOptions = {}) {
  const notes: Problem[] = []
  const lists = await readLists(input, { encoders: model.encoders!, unlabelled: true, onNote: (note) => void notes.push(note), ...options })
  return { lists, notes, values: Array.from(lists.features.values) }
}

test('numbers of JSON lines are taken as they are, whatever the decimal mark of the model, as those of objects are', async () => {
  const { lists, notes, values } = await read(named('new.jsonl', lines))
  expect([values, notes]).toEqual([prices.map(Math.fround), []])
  const asObjects = rankObjects(model, objects)[0].items
  const scores = score(model, lists)
  expect(asObjects.map(({ row, score: own }) => [row, own])).toEqual(asObjects.map(({ row }) => [row, scores[row]]))
})

test('a number too large to be one is told', async () => {
  const { notes, values } = await read(named('large.jsonl', '{"qid":"a","preis":1e400}\n{"qid":"a","preis":2.5}\n'))
  expect(values).toEqual([Number.NaN, 2.5])
  expect(notes).toMatchObject([{ code: 'cells-unread', count: 1, cells: 2, found: '1e400' }])
})

test('numbers of Parquet are taken as they are, also beside a table of text', async () => {
  const path = join(folder, 'new.parquet')
  await writeLists(await readLists(named('n.csv', `qid,label,preis\n${prices.map((price) => `z,0,${price}`).join('\n')}\n`)), path)
  expect((await read(path)).values).toEqual(prices.map(Math.fround))
  expect((await read([german, path])).values).toEqual([1049.9, 12.5, 30, 99, ...prices].map(Math.fround))
})

test('a number that is a word for missing values is missing, in every format and in objects', async () => {
  const options = { missingWords: ['-999', 'gone', '0.1'] }
  const csv = named('m.csv', 'qid,label,x\na,1,2\na,0,-999\nb,1,-999.0\nb,0,0.1\nb,0,gone\n')
  const lists = await readLists(csv, options)
  const expected = [2, Number.NaN, Number.NaN, Number.NaN, Number.NaN]
  expect(Array.from(lists.features.values)).toEqual(expected)
  const path = join(folder, 'm.parquet')
  await writeLists(await readLists(named('p.csv', 'qid,label,x\na,1,2\na,0,-999\nb,1,-999.0\nb,0,0.1\nb,0,\n')), path)
  expect(Array.from((await readLists(path, options)).features.values)).toEqual(expected)
  const rows = [{ x: 2 }, { x: -999 }, { x: '-999' }, { x: 0.1 }, { x: 'gone' }].map((row, place) => ({ qid: 'a', label: place, ...row }))
  const jsonl = named('m.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'))
  expect(Array.from((await readLists(jsonl, options)).features.values)).toEqual(expected)
  const ranker = train(lists, { method: 'listnet' })
  expect(Array.from((await readLists(jsonl, { encoders: ranker.encoders! })).features.values)).toEqual(expected)
  const items = rankObjects(ranker, rows, { list: 'qid' })[0].items
  expect(new Set(items.filter(({ row }) => row > 0).map(({ score: own }) => own)).size).toBe(1)
})

test('texts alone say how numbers of a column are written', async () => {
  const mixed = [german, named('de2.jsonl', '{"qid":"c","label":1,"preis":3.125}\n{"qid":"c","label":0,"preis":4.250}\n')]
  const lists = await readLists(mixed)
  expect(Array.from(lists.features.values)).toEqual([1049.9, 12.5, 30, 99, 3.125, 4.25].map(Math.fround))
  const texts = '{"qid":"c","label":1,"preis":"1,5"}\n{"qid":"c","label":0,"preis":2.125}\n{"qid":"c","label":0,"preis":3.5}\n'
  expect(Array.from((await readLists(named('de3.jsonl', texts))).features.values)).toEqual([1.5, 2.125, 3.5])
})

test.each(['csv', 'jsonl', 'parquet'])('%s that is written holds the same numbers', async (ending) => {
  const texts = '{"qid":"c","label":1,"preis":"1,5"}\n{"qid":"c","label":0,"preis":2.125}\n{"qid":"c","label":0,"preis":"1.000,5"}\n'
  const path = join(folder, `written.${ending}`)
  await writeLists(await readLists(named('de3.jsonl', texts), { keepCells: true }), path)
  expect(Array.from((await readLists(path)).features.values)).toEqual([1.5, 2.125, 1000.5])
})

test('a table with another decimal mark than the model was trained on is refused', async () => {
  const table = (cells: readonly string[]) => named('other.csv', `qid;preis\n${cells.map((cell) => `a;"${cell}"`).join('\n')}\n`)
  await expect(read(table(['12.5', '3.125', '40']))).rejects.toThrow(
    'other.csv: column "preis" is written with a decimal point, as in "12.5", and the model was trained on numbers with a decimal comma: 1 of 3 cells cannot be read.',
  )
  const { values, notes } = await read(table([...Array(10).fill('7,5'), '12.5']))
  expect(values).toEqual([...Array(10).fill(7.5), Number.NaN])
  expect(notes.filter(({ code }) => code === 'cells-unread')).toMatchObject([{ count: 1, cells: 11, found: '12.5', decimals: 'point' }])
  expect((await read(table(['ask', '40']))).notes.filter(({ code }) => code === 'cells-unread')).toMatchObject([
    { count: 1, cells: 2, found: 'ask', ofModel: true },
  ])
})
