import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { madeLists } from '@rankwright/contracts'
import { finish, finishLater, modelToJson, type RankingLists, type TrainOptions, training } from '@rankwright/core'
import { fingerprint, type ReadListsOptions } from '@rankwright/core/data'
// The built package: a thread runs compiled files.
import { heldParts, openEngine } from '@rankwright/engines'
import { readLists, runtimeFor, writeLists } from '@rankwright/node'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-engines-'))
const temporary = mkdtempSync(join(tmpdir(), 'rankwright-engines-tmp-'))
process.env['TMPDIR'] = temporary
afterAll(() => {
  for (const each of [folder, temporary]) rmSync(each, { recursive: true })
})
const at = (name: string) => join(folder, name)
const { runtime } = runtimeFor(1)

const database = await DuckDBInstance.create(at('shop.db'))
const connection = await database.connect()
const columns = (count: number, of: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => `${of(place)} AS f${place}`).join(', ')
for (const sql of [
  `CREATE TABLE judged AS SELECT range // 7 AS qid, (range * 5 % 4)::TINYINT AS label, ${columns(4, (place) => `(hash(range, ${place}) % 1000 / 7)::FLOAT`)}, range % 3 AS whole, (range % 9 / 3)::DECIMAL(6,2) AS price FROM range(3000)`,
  'UPDATE judged SET f1 = NULL WHERE qid % 5 = 0',
  'CREATE TABLE scattered AS SELECT * FROM judged ORDER BY hash(f0, qid)',
  `CREATE MACRO drawn(a, b, n) AS (hash(a, b) % n)::BIGINT`,
  `CREATE TABLE raw AS SELECT 'shoes ' || range // 7 AS query, (range * 5 % 4)::TINYINT AS label, ['red', 'blue', NULL, 'green'][1 + drawn(range, 1, 4)] AS colour,
     'b' || drawn(range, 2, 90) AS brand, ['warm', 'old', 'red'][1 + drawn(range, 7, 3)] || ' ' || ['shoes', 'hats', 'new shoes'][1 + drawn(range, 8, 3)] AS title,
     '$' || drawn(range, 3, 900) || '.50' AS price, DATE '2024-01-01' + drawn(range, 4, 90)::INTEGER AS day, ['yes', 'no'][1 + drawn(range, 5, 2)] AS sale,
     (drawn(range, 6, 1000) / 7)::FLOAT AS f, 1 + range // 7 % 3 AS worth FROM range(1400)`,
  'CREATE TABLE nested AS SELECT *, {a: 1} AS both, 0.5::DOUBLE AS size FROM judged',
  'CREATE TABLE flags AS SELECT * REPLACE (label > 1 AS label), (1 + qid % 7 / 10)::FLOAT AS share FROM judged',
  'CREATE TABLE empty AS SELECT * FROM judged WHERE false',
  'CREATE TABLE unnamed AS SELECT CASE WHEN label = 3 THEN NULL ELSE qid END AS qid, * EXCLUDE (qid) FROM judged',
  `COPY judged TO '${at('judged.parquet')}'`,
  `COPY flags TO '${at('flags.parquet')}'`,
  `COPY raw TO '${at('raw.parquet')}'`,
  `COPY (FROM raw ORDER BY hash(f)) TO '${at('raw.csv')}' (HEADER)`,
  `COPY (FROM judged WHERE qid < 200) TO '${at('part-1.parquet')}'`,
  `COPY (FROM judged WHERE qid >= 200) TO '${at('part-2.parquet')}'`,
  `COPY scattered TO '${at('scattered.csv')}' (HEADER)`,
  `COPY (SELECT qid, label, ${columns(400, (place) => `CASE WHEN hash(qid, label, ${place}) % 90 = 0 THEN f0 ELSE 0 END`)} FROM judged) TO '${at('sparse.parquet')}'`,
])
  await connection.run(sql)
connection.closeSync()
database.closeSync()

/** Trained in memory, and on what an engine packed. */
async function both(
  name: string,
  source: readonly string[],
  here: RankingLists,
  options: TrainOptions,
  reading: ReadListsOptions = {},
): Promise<{ readonly packed: string; readonly inMemory: string }> {
  const engine = await openEngine(name, { threads: 1 })
  try {
    const lists = heldParts(await engine.pack(source, reading))
    const { model } = await finishLater(training(lists, options, runtime))
    return { packed: modelToJson(model), inMemory: modelToJson(finish(training(here, options, runtime)).model) }
  } finally {
    await engine.close()
    expect(readdirSync(temporary)).toEqual([])
  }
}

const listnet = { method: 'listnet' } as const
const duckdb = `duckdb:${at('shop.db')}`

test.each<
  [what: string, engine: string, source: readonly string[], files: readonly string[], options: TrainOptions, reading?: ReadListsOptions]
>([
  ['a table', duckdb, ['judged'], ['judged.parquet'], listnet],
  ['a query', duckdb, ['FROM judged WHERE qid < 200;'], ['part-1.parquet'], listnet],
  ['a query with comments', duckdb, ['-- some\n(FROM judged WHERE qid < 200); -- not all'], ['part-1.parquet'], listnet],
  ['chosen columns', duckdb, ['judged'], ['judged.parquet'], { method: 'elmrank', nodes: 5 }, { features: ['f2', 'price'] }],
  ['rows of lists that stand apart', duckdb, ['scattered'], ['scattered.csv'], { method: 'ranksvm' }],
  ['a CSV file', 'duckdb:', [at('scattered.csv')], ['scattered.csv'], listnet],
  ['Parquet files', 'duckdb:', [at('part-1.parquet'), at('part-2.parquet')], ['judged.parquet'], listnet],
  ['rows of many zeros', 'duckdb:', [at('sparse.parquet')], ['sparse.parquet'], { method: 'least-squares' }],
  ['columns that are not numbers', duckdb, ['raw'], ['raw.parquet'], listnet, { weight: 'worth' }],
  ['such columns in a CSV file', 'duckdb:', [at('raw.csv')], ['raw.csv'], { method: 'lambdamart', trees: 3 }, { match: ['title~title'] }],
  ['labels that are true or false', duckdb, ['FROM flags'], ['flags.parquet'], listnet],
  ['weights that are floats', duckdb, ['flags'], ['flags.parquet'], listnet, { weight: 'share', category: ['f0'] }],
  ['labels that become grades', duckdb, ['judged'], ['judged.parquet'], listnet, { grades: 'quantile:3' }],
  ['a file', 'local', [at('scattered.csv')], ['scattered.csv'], listnet],
  ['files of the same columns', 'local', [at('part-1.parquet'), at('part-2.parquet')], ['judged.parquet'], listnet],
])('%s: the model has the bytes of a training in memory', async (_, engine, source, files, options, reading) => {
  const here = await readLists(files.map(at), reading)
  const { packed, inMemory } = await both(engine, source, here, options, reading)
  expect(packed).toBe(inMemory)
})

test('the encoders of a model read a table as they read its file', async () => {
  const { encoders } = await readLists(at('raw.csv'))
  const engine = await openEngine(duckdb, { threads: 1 })
  try {
    const lists = heldParts(await engine.pack(['raw'], { encoders: encoders! }))
    const { data } = await finishLater(lists.ask('fingerprint', {}))
    expect(data).toBe(fingerprint(await readLists(at('raw.parquet'), { encoders: encoders! })))
  } finally {
    await engine.close()
  }
})

test('numbers of a table are taken as they are, and texts with another decimal mark than that of the model are refused', async () => {
  const german = new File(['qid;label;price\na;2;"1.049,90"\na;0;"12,50"\nb;1;"30,00"\nb;0;"99,00"\n'], 'de.csv')
  const { encoders } = await readLists(german)
  const engine = await openEngine(duckdb, { threads: 1 })
  const packed = async (type: string) =>
    heldParts(await engine.pack([`SELECT 1 AS qid, 0 AS label, (range + 0.125)::${type} AS price FROM range(4)`], { encoders: encoders! }))
  try {
    const { data } = await finishLater((await packed('DOUBLE')).ask('fingerprint', {}))
    const here = new File(
      Array.from({ length: 4 }, (_, row) => `{"qid":1,"label":0,"price":${row}.125}\n`),
      'new.jsonl',
    )
    expect(data).toBe(fingerprint(await readLists(here, { encoders: encoders! })))
    await expect(packed('VARCHAR')).rejects.toThrow('column "price" is written with a decimal point, as in "0.125"')
  } finally {
    await engine.close()
  }
})

test('files of other columns are read together by the engine local, encoders and all', async () => {
  writeFileSync(at('one.csv'), 'qid,label,colour,size\na,1,red,3\na,0,blue,9\nb,0,red,8\nb,1,green,2\n')
  writeFileSync(at('two.csv'), 'qid,label,colour,size\nc,1,red,3\nc,0,blue,9\nd,0,white,8\nd,1,green,2\n')
  const { packed, inMemory } = await both('local', [at('one.csv'), at('two.csv')], await readLists([at('one.csv'), at('two.csv')]), listnet)
  expect(packed).toBe(inMemory)
  await writeLists(madeLists(1, { lists: 5, longest: 4, width: 9, shown: 2 }), at('one.txt'))
  await writeLists({ ...madeLists(2, { lists: 5, longest: 4, width: 12, shown: 2 }), listIds: ['a', 'b', 'c', 'd', 'e'] }, at('two.txt'))
  const letor = await both('local', [at('one.txt'), at('two.txt')], await readLists([at('one.txt'), at('two.txt')]), listnet)
  expect(letor.packed).toBe(letor.inMemory)
})

test.each<[what: string, engine: string, source: readonly string[], message: string, reading?: ReadListsOptions]>([
  ['another engine', 'spork:x', ['judged'], 'There is no engine "spork:x". Give `engine` as one of: local, duckdb:FILE'],
  ['a database that is not there', 'duckdb:none.db', ['judged'], 'none.db: the file cannot be read: there is no such file'],
  ['a file that is no database', `duckdb:${at('judged.parquet')}`, ['judged'], 'is opened as a database, and it is none'],
  ['a table that is not there', duckdb, ['judgd'], 'The database: its tables are empty, flags, judged, nested, raw, scattered, unnamed.'],
  ['a query that is wrong', duckdb, ['SELECT nothing FROM judged'], 'DuckDB: Referenced column "nothing" not found'],
  ['two tables', duckdb, ['judged', 'raw'], 'a single table is read'],
  ['a file of another kind', 'duckdb:', ['package.json', 'x.parquet'], 'files are Parquet, CSV or TSV'],
  ['a struct as a category', duckdb, ['nested'], 'makes no features of the columns both (STRUCT(a INTEGER))', { category: ['both'] }],
  ['a table without rows', duckdb, ['empty'], 'empty'],
  ['rows without a list', duckdb, ['unnamed'], 'unnamed'],
  ['a column that is not there', duckdb, ['judged'], 'query', { list: 'query' }],
  ['a list that is one in each file', duckdb, ['judged'], 'a list is one list', { sameLists: 'apart' }],
  ['text of another encoding', duckdb, ['judged'], 'an encoding has no effect', { encoding: 'windows-1252' }],
  ['more words for local', 'local:here', ['judged'], 'There is no engine "local:here"'],
])('%s is refused', async (_, name, source, message, reading = {}) => {
  const attempt = async () => {
    const engine = await openEngine(name)
    try {
      await engine.pack(source, reading)
    } finally {
      await engine.close()
    }
  }
  await expect(attempt()).rejects.toThrow(message)
})
