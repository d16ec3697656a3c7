import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { withDuckDb } from '../duckdb/duckDb.ts'
import { readOntology } from './readOntology.ts'
import { readPairs, readTermVectors } from './termFiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-terms-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

const terms = await readOntology(file('tree.csv', 'plant\noak,plant\nelm,plant\ncat\n'))
/** Words, a price with a sign, a vector; `label` and `id` are no labels or items here. */
const rows = [
  { term: 'oak', label: 'a broad tree', id: 4, price: '$3', v: [1, 2] },
  { term: 'elm', label: 'a tall tree', id: 2, price: '$5', v: [0, 0.5] },
  { term: 'ghost', label: 'nothing', id: 1, price: null, v: [9, 9] },
]
const csv = [
  'term,label,id,price,v',
  ...rows.map(({ term, label, id, price, v }) => `${term},${label},${id},${price ?? ''},"[${v}]"`),
  '',
].join('\n')
const jsonl = `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`

test('a table of terms in JSON lines gives the numbers that it gives in CSV, under any name', async () => {
  const expected = await readTermVectors(file('v.csv', csv), terms)
  expect(expected).toMatchObject({ missing: 2, unknown: 1 })
  expect(expected.names).toEqual(expect.arrayContaining(['id', 'price', 'v_0', 'v_1']))
  for (const name of ['v.jsonl', 'v.txt', 'v']) expect(await readTermVectors(file(name, jsonl), terms)).toEqual(expected)
  expect(await readTermVectors(file('v.jsonl.gz', gzipSync(jsonl)), terms)).toEqual(expected)
})

test('a table of terms in Parquet does, too, with a list of numbers or a column for each', async () => {
  const path = join(folder, 'v.parquet')
  const write = (columns: string, out: string) =>
    withDuckDb({ file: out, reason: 'a test' }, async ({ connection }) => {
      await connection.run(`COPY (SELECT ${columns} FROM read_json('${file('v.jsonl', jsonl)}')) TO '${out}' (FORMAT parquet)`)
    })
  await write('*', path)
  expect(await readTermVectors(path, terms)).toEqual(await readTermVectors(file('v.csv', csv), terms))
  const apart = join(folder, 'apart.parquet')
  await write('term, v[1]::FLOAT AS v_0, v[2]::FLOAT AS v_1', apart)
  const { names, values } = await readTermVectors(apart, terms)
  const oak = terms.ids.indexOf('oak')
  expect([names, [...values.subarray(2 * oak, 2 * oak + 2)]]).toEqual([
    ['v_0', 'v_1'],
    [1, 2],
  ])
})

test('columns of JSON lines are ignored, and roles given, as in CSV', async () => {
  const options = { ignore: ['label'], category: ['id'] }
  expect(await readTermVectors(file('v.jsonl', jsonl), terms, options)).toEqual(await readTermVectors(file('v.csv', csv), terms, options))
  await expect(readTermVectors(file('v.jsonl', jsonl), terms, { text: ['title'] })).rejects.toThrow('title')
})

test('a first line says what separates the columns of a table of terms, which may hold numbers, or texts', async () => {
  for (const [rows, separated] of [
    ['term,a,b\noak,1,2\nelm,3,4\n', 'sep=;\r\nterm;a;b\r\noak;1;2\r\nelm;3;4\r\n'],
    ['term,kind,b\noak,tall,2.5\nelm,wide,4\n', '\ufeffsep=;\nterm;kind;b\noak;tall;2.5\nelm;wide;4\n'],
    ['oak,1,2\nelm,3,4\n', 'sep=|\noak|1|2\nelm|3|4\n'],
  ])
    expect(await readTermVectors(file('sep.csv', separated), terms)).toEqual(await readTermVectors(file('plain.csv', rows), terms))
})

test('tables of terms are read in UTF-16 as Excel writes it', async () => {
  const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
  const expected = await readTermVectors(file('v.csv', csv), terms)
  expect(await readTermVectors(file('wide.csv', wide(csv)), terms)).toEqual(expected)
  expect(await readTermVectors(file('wide.jsonl', wide(jsonl)), terms)).toEqual(expected)
  expect(await readTermVectors(file('wide.csv.gz', gzipSync(wide(csv))), terms)).toEqual(expected)
  const bare = Buffer.from(csv, 'utf16le')
  expect(await readTermVectors(file('bare.csv', bare), terms, { encoding: 'utf-16le' })).toEqual(expected)
  await expect(readTermVectors(join(folder, 'v.parquet'), terms, { encoding: 'latin1' })).rejects.toThrow('the file is Parquet')
  expect((await readPairs(file('pairs.txt', wide('oak\telm\t3\n'))))[0]).toMatchObject({ a: 'oak', b: 'elm', rating: 3 })
  expect((await readOntology(file('wide-tree.csv', wide('plant\noak,plant\n')))).ids).toEqual(['plant', 'oak'])
})
