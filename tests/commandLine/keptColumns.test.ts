// Columns of a table that `rank` and `score` show beside what they answer.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, expect, test } from 'vitest'
import { scratchFolder } from './rankwright.ts'
import { servedCommands } from './servedCommands.ts'

const folder = scratchFolder('kept')
const served = servedCommands()
const run = (words: string) => served(words.split(' '), { folder })
const cells = [
  ['red shoes', 'p1', '2', 'Red shoes, soft', '$10', 'Acme'],
  ['wool hat', 'p2', '1', 'Wool "hat"', '$30', 'Ibis'],
  ['red shoes', 'p3', '0', 'Blue boots', '$12.50', ''],
  ['wool hat', 'p4', '0', 'Hat box', 'N/A', 'Ibis'],
]
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

beforeAll(async () => {
  const rows = [['query', 'id', 'label', 'title', 'price', 'brand'], ...cells]
  writeFileSync(join(folder, 'shop.csv'), rows.map((row) => `${row.map(quoted).join(',')}\n`).join(''))
  for (const words of [
    'train shop.csv --method listnet --out model.json',
    'convert shop.csv shop.jsonl',
    'convert shop.csv shop.parquet',
  ]) {
    const outcome = await run(words)
    expect(outcome, outcome.stderr).toMatchObject({ status: 0 })
  }
})

test('scores of tables of every kind go with the cells of their rows', async () => {
  const lines = (await run('score model.json shop.csv')).stdout.trim().split('\n')
  const places = [1, 1, 2, 2]
  const table = cells.map(([list, item, , title, , brand], row) => [list, places[row], item, title, brand, lines[row]])
  const csv = `list,place,item,title,brand,score
red shoes,1,p1,"Red shoes, soft",Acme,${lines[0]}
wool hat,1,p2,"Wool ""hat""",Ibis,${lines[1]}
red shoes,2,p3,Blue boots,,${lines[2]}
wool hat,2,p4,Hat box,Ibis,${lines[3]}
`
  for (const kind of ['csv', 'jsonl', 'parquet']) expect((await run(`score model.json shop.${kind} --keep title,brand`)).stdout).toBe(csv)
  for (const _ of ['written', 'replaced'])
    expect(await run('score model.json shop.csv --keep title,brand --out kept.csv')).toMatchObject({ status: 0 })
  expect(readFileSync(join(folder, 'kept.csv'), 'utf8')).toBe(csv)
  expect(JSON.parse((await run('score model.json shop.csv --keep price --json')).stdout)).toEqual({
    rows: 4,
    scores: lines.map(Number),
    keep: { price: cells.map((row) => row[4]) },
  })
  expect((await run('score model.json shop.csv --to csv')).stdout).toContain(`list,place,item,score\nred shoes,1,p1,${lines[0]}\n`)
  expect(await run('score model.json shop.jsonl --keep title,brand --out kept.parquet')).toMatchObject({ status: 0 })
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const stored = await connection.runAndReadAll(`SELECT list, place, item, title, brand, score FROM '${join(folder, 'kept.parquet')}'`)
  const byList = [0, 2, 1, 3].map((row) => table[row].map((cell, at) => (at === 5 ? Number(cell) : at === 4 && cell === '' ? null : cell)))
  expect(stored.getRows()).toEqual(byList)
})

test('rank shows them for Parquet, too', async () => {
  const shown = async (kind: string) => JSON.parse((await run(`rank model.json shop.${kind} --keep title --json`)).stdout).lists
  const lists = await shown('csv')
  expect(lists[0].items[0].keep).toEqual({ title: 'Red shoes, soft' })
  expect(await shown('parquet')).toEqual(lists)
})

test.each([
  ['score model.json shop.csv --keep titel', 'shop.csv:1:1: --keep names a column "titel" that is not there'],
  ['score model.json shop.jsonl --keep titel', 'shop.jsonl: --keep names a column "titel" that is not there'],
  ['score model.json shop.parquet --keep titel', 'shop.parquet: --keep names a column "titel" that is not there'],
  ['rank model.json shop.csv --keep title,title', '--keep names the column "title" twice'],
  ['score model.json shop.csv --keep score', 'A table of scores has a column "score" of its own'],
  ['score model.json shop.csv --keep title --to run', '--to run has no place for columns'],
  ['score model.json shop.csv --keep title --engine local', 'Columns stay on the engine'],
  ['score model.json shop.csv --keep title --out shop.jsonl', 'shop.jsonl'],
])('%s', async (words, message) => {
  const { stderr, status } = await run(words)
  expect({ stderr, status }).toMatchObject({
    stderr: expect.stringContaining(message),
    status: expect.toSatisfy((code: number) => code > 0),
  })
})
