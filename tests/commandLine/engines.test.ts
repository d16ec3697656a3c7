import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { rankwright, scratchFolder } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const folder = scratchFolder('engines')
writeFileSync(join(folder, 'train.txt'), letorSample(1, 30, 8))
const database = await DuckDBInstance.create(join(folder, 'shop.db'))
const connection = await database.connect()
await connection.run(
  'CREATE TABLE judged AS SELECT range // 8 AS qid, range % 3 AS label, sin(range) AS a, (range % 7)::FLOAT AS b FROM range(400)',
)
await connection.run('CREATE TABLE scattered AS FROM judged ORDER BY hash(a)')
await connection.run("COPY scattered TO 'scattered.csv' (HEADER)".replace('scattered.csv', join(folder, 'scattered.csv')))
await connection.run("COPY judged TO 'judged.csv' (HEADER)".replace('judged.csv', join(folder, 'judged.csv')))
// New lists, with some that the model has seen and some that stand there twice.
await connection.run(
  `CREATE TABLE fresh AS SELECT 100 + range // 8 AS qid, range % 3 AS label, sin(7 * range + 0.5) AS a, (range % 5)::FLOAT AS b FROM range(400)
   UNION ALL SELECT 200 + qid, label, a, b FROM judged WHERE qid < 6
   UNION ALL SELECT 300 + range // 8, range % 3, sin(7 * range + 0.5), (range % 5)::FLOAT FROM range(40)`,
)
await connection.run("COPY fresh TO 'fresh.csv' (HEADER)".replace('fresh.csv', join(folder, 'fresh.csv')))
connection.closeSync()
database.closeSync()

writeFileSync(
  join(folder, 'titles.csv'),
  ['qid,label,title', ...Array.from({ length: 30 }, (_, row) => `${row % 5},${row % 3},some words ${row}`)].join('\n'),
)

const run = async (words: string) => {
  const temporary = mkdtempSync(join(folder, 'tmp-'))
  const { stdout, stderr, status } = await rankwright(words.split(' '), { folder, environment: { TMPDIR: temporary } })
  expect({ words, left: readdirSync(temporary) }).toEqual({ words, left: [] })
  return { stdout, stderr, status }
}
const json = async (words: string) => JSON.parse((await run(`${words} --json`)).stdout)
const bytes = (name: string) => readFileSync(join(folder, name))

test('train, score and evaluate answer as without an engine, and name it', async () => {
  const { seconds: _, model: __, ...inMemory } = await json('train judged.csv --method elmrank --nodes 6 --out here.json')
  const {
    seconds: ___,
    model: ____,
    columns: _____,
    engine,
    ...packed
  } = await json('train judged --engine duckdb:shop.db --method elmrank --nodes 6 --out duck.json')
  const { columns: ______, ...rest } = inMemory
  expect(packed).toEqual(rest)
  expect(engine).toEqual({ name: 'duckdb', version: expect.stringMatching(/^v\d/), parts: 1 })
  expect(bytes('duck.json').equals(bytes('here.json'))).toBe(true)
  await run('train judged.csv --engine local --method elmrank --nodes 6 --out local.json')
  expect(bytes('local.json').equals(bytes('here.json'))).toBe(true)

  await run('score here.json judged.csv --out here.txt')
  await run('score here.json judged --engine duckdb:shop.db --out duck.txt')
  expect(bytes('duck.txt').equals(bytes('here.txt'))).toBe(true)
  expect((await json('score here.json judged.csv --engine local')).engine.name).toBe('local')

  // Lists that the model has seen and lists that repeat another are told, and count once in intervals.
  const { engine: by, ...there } = await json('evaluate here.json fresh --engine duckdb:shop.db --metrics ndcg@10,err')
  expect(there).toEqual(await json('evaluate here.json fresh.csv --metrics ndcg@10,err'))
  expect(there.seen).toMatchObject({ training: 6, repeated: 5 })
  expect(by).toMatchObject({ name: 'duckdb', parts: 1 })
})

test('remarks on the data are those of a training in memory', async () => {
  const words = 'train judged.csv --method listnet --iterations 2 --valid fresh.csv --label b --force --out remarks.json'
  const notes = (stderr: string) => stderr.split('\n').filter((line) => line.startsWith('note: '))
  const here = notes((await run(words)).stderr)
  expect(here.length).toBeGreaterThan(0)
  expect(notes((await run(`${words} --engine local`)).stderr)).toEqual(here)
})

test('train --checkpoint gives the same model, and removes its file in the end', async () => {
  const words = 'train judged.csv --engine local --method elmrank --nodes 6'
  await run(`${words} --checkpoint answers --out kept.json`)
  expect(bytes('kept.json').equals(bytes('here.json'))).toBe(true)
  expect(readdirSync(folder)).not.toContain('answers')
  const refused = async (given: string) => (await run(given)).stderr
  expect(await refused(`${words} --checkpoint train.txt --out x.json`)).toContain('train.txt was not written as a checkpoint')
  expect(await refused(`${words} --checkpoint x.json --out x.json`)).toContain('another output goes to x.json')
  expect(await refused('train judged.csv --method listnet --checkpoint answers --out x.json')).toContain(
    '--checkpoint is for trainings with --engine',
  )
})

test('certify says the same of held-out lists that an engine holds, seen and repeated ones left out', async () => {
  const words = 'certify here.json --metrics ndcg@10,err --held-out'
  const inMemory = await json(`${words} fresh.csv`)
  expect(inMemory.heldOut[0]).toMatchObject({ lists: 61, seen: 6, repeated: 5, n: 50 })
  const { engine, ...packed } = await json(`${words} fresh --engine duckdb:shop.db`)
  expect(packed).toEqual(inMemory)
  expect(engine).toMatchObject({ name: 'duckdb', parts: 1 })
  expect((await run(`${words} fresh.csv --engine local --theory`)).stdout).toBe((await run(`${words} fresh.csv --theory`)).stdout)
})

test('inspect finds the same in a table as in its file, and tune chooses the same with the same digits', async () => {
  const { columns: _, ...inMemory } = await json('inspect judged.csv')
  const { engine, columns, ...packed } = await json('inspect judged --engine duckdb:shop.db')
  expect(packed).toEqual(inMemory)
  expect(columns.map(({ role }: { readonly role: string }) => role)).toEqual(['list', 'label', 'number', 'number'])
  expect(engine).toMatchObject({ name: 'duckdb', parts: 1 })

  for (const words of [
    '--method listnet --folds 3 --lambda 1,0.01',
    '--method lambdamart --folds 2 --trees 2,4 --min-rows 1',
    '--method elmrank --nodes 6', // lists are left out one by one
  ]) {
    const { seconds: __, model: ___, ...here } = await json(`tune judged.csv ${words} --out here-tuned.json`)
    const {
      seconds: ____,
      model: _____,
      engine: by,
      ...there
    } = await json(`tune judged.csv ${words} --engine local --out local-tuned.json`)
    expect(there).toEqual(here)
    expect(by).toMatchObject({ name: 'local' })
    expect(bytes('local-tuned.json').equals(bytes('here-tuned.json'))).toBe(true)
  }
})

test('scores go into Parquet files and tables, whole or not at all', async () => {
  await run('score here.json judged.csv --to parquet --out here.parquet')
  await run('score here.json judged --engine duckdb:shop.db --to parquet --out duck.parquet')
  expect(bytes('duck.parquet').equals(bytes('here.parquet'))).toBe(true)
  const { table, rows, engine } = await json('score here.json scattered --engine duckdb:shop.db --table scores')
  expect({ table, rows, engine }).toMatchObject({ table: 'scores', rows: 400, engine: { name: 'duckdb' } })
  await run('score here.json judged --engine duckdb:shop.db --table scores') // a table of scores is replaced
  const refused = await run('score here.json judged --engine duckdb:shop.db --table fresh')
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('the table fresh is there already') })
  const open = await (await DuckDBInstance.create(join(folder, 'shop.db'), { access_mode: 'READ_ONLY' })).connect()
  const rowsOf = async (sql: string) => (await open.runAndReadAll(sql)).getRowObjects()
  const differing = `SELECT * FROM scores JOIN '${join(folder, 'here.parquet')}' AS file USING (list, place) WHERE scores.score <> file.score`
  expect(await rowsOf(differing)).toEqual([])
  expect(await rowsOf('SELECT count(*)::INTEGER AS scores, (SELECT count(*)::INTEGER FROM fresh) AS fresh FROM scores')).toEqual([
    { scores: 400, fresh: 488 },
  ])
  open.closeSync()
})

test('no output replaces what an engine reads, with --force either', async () => {
  copyFileSync(join(folder, 'shop.db'), join(folder, 'kept.db'))
  symlinkSync('kept.db', join(folder, 'link.db'))
  writeFileSync(join(folder, 'kept.db.wal'), '')
  mkdirSync(join(folder, 'some'))
  copyFileSync(join(folder, 'judged.csv'), join(folder, 'some', 'judged.csv'))
  const before = bytes('kept.db')
  const train = 'train judged --engine duckdb:kept.db --method least-squares --force --out'
  for (const words of [
    `${train} kept.db`,
    `${train} link.db`,
    `${train} kept.db.wal`,
    'train judged --engine duckdb:link.db --method least-squares --force --out kept.db',
    'train judged --engine duckdb:kept.db --method least-squares --force --out y.json --checkpoint kept.db',
    'tune judged --engine duckdb:kept.db --method least-squares --force --out kept.db',
    'score here.json judged --engine duckdb:kept.db --force --out kept.db',
    'inspect judged --engine duckdb:kept.db --force --schema kept.db',
    'train some --engine duckdb: --method least-squares --force --out some/judged.csv',
    'train some/*.csv --engine duckdb: --method least-squares --force --out some/judged.csv',
    'train judged --engine spark://127.0.0.1:1?node=some/judged.csv --method least-squares --force --out some/judged.csv',
    `train file:${folder}/some --engine spark://127.0.0.1:1 --method least-squares --force --out some/judged.csv`,
  ]) {
    const { stderr, status } = await run(words)
    expect({ words, stderr, status }).toMatchObject({ stderr: expect.stringContaining('the command reads this file'), status: 2 })
  }
  const query = [
    'train',
    "FROM 'some/judged.csv'",
    '--engine',
    'duckdb:',
    '--method',
    'least-squares',
    '--force',
    '--out',
    'some/judged.csv',
  ]
  expect(await rankwright(query, { folder })).toMatchObject({ stderr: expect.stringContaining('the command reads this file') })
  expect(bytes('kept.db').equals(before)).toBe(true)
  expect(bytes('some/judged.csv').equals(bytes('judged.csv'))).toBe(true)
}, 120_000)

test('scores never take the place of the table that they are made of, with --force either', async () => {
  const open = await DuckDBInstance.create(join(folder, 'names.db'))
  const sql = await open.connect()
  const judged = `FROM '${join(folder, 'judged.csv')}'`
  await sql.run(`CREATE TABLE b AS ${judged}; CREATE TABLE "t.x" AS ${judged}; CREATE SCHEMA "my schema"; CREATE TABLE "my schema"."t.x" AS ${judged};
    CREATE VIEW seen AS FROM b; CREATE TABLE "Kept" AS SELECT 1 AS one; CREATE SCHEMA other; CREATE TABLE other.b AS SELECT 1 AS one`)
  sql.closeSync()
  open.closeSync()
  const before = bytes('names.db')
  const score = async (data: string, table: string) => {
    const words = ['score', 'here.json', data, '--engine', 'duckdb:names.db', '--table', table]
    return rankwright(table === 'kept' ? words : [...words, '--force'], { folder })
  }
  for (const [data, table] of [
    ['b', 'b'],
    ['b', 'B'],
    ['b', 'main.b'],
    ['b', '"b"'],
    ['main.b', 'names.b'],
    ['SELECT * FROM b', 'b'],
    ['FROM main."B" WHERE false', 'b'],
    ['seen', 'b'],
    ['WITH rows AS (FROM seen) FROM rows', 'names.main.b'],
    ['"my schema"."t.x"', '"my schema"."T.X"'],
  ])
    expect({ data, table, ...(await score(data, table)) }).toMatchObject({
      stderr: expect.stringContaining('so it is not replaced'),
      status: 1,
    })
  expect(await score('b', 'kept')).toMatchObject({ stderr: expect.stringContaining('the table kept is there already'), status: 1 })
  expect(await score('b', 'b"c')).toMatchObject({ stderr: expect.stringContaining('b"c is no name of a table'), status: 1 })
  expect(bytes('names.db').equals(before)).toBe(true)

  for (const [data, table, written] of [
    ['"t.x"', 'main.scores', 'main.scores'],
    ['main."t.x"', '"main.scores"', 'main."main.scores"'],
    ['my schema."t.x"', 'other.b', 'other.b'],
    ['b', 'names.last', 'main.last'],
  ]) {
    expect(await score(data, table)).toMatchObject({ stdout: `400 scores written to the table ${table}\n`, status: 0 })
    const read = await rankwright(['inspect', `SELECT list AS qid, score AS label, place FROM ${written}`, '--engine', 'duckdb:names.db'], {
      folder,
    })
    expect(read.stdout).toContain('400 rows')
  }
  const missing = await rankwright(['inspect', 'x.y', '--engine', 'duckdb:names.db'], { folder })
  expect(missing.stderr).toContain('its tables are Kept, b, last, "main.scores", scores, seen, "t.x", "my schema"."t.x", other.b')
  const mixed = await run('train judged.csv here.parquet --engine duckdb: --method listnet --out x.json')
  expect(mixed.stderr).toContain('these are Parquet and text')
}, 300_000)

test('training stops early on validation lists that an engine holds', async () => {
  const words = '--valid fresh.csv --early-stop map --iterations 9 --force --out'
  for (const method of ['listnet', 'listmle', 'smoothed-dcg', 'ranksvm', 'ranknet']) {
    expect(await run(`train judged.csv --method ${method} ${words} early.json`)).toMatchObject({ status: 0 })
    expect(await run(`train judged.csv --method ${method} ${words} early-there.json --engine local`)).toMatchObject({ status: 0 })
    expect(bytes('early-there.json').equals(bytes('early.json'))).toBe(true)
  }
  const alone = await run('train judged.csv --method listnet --early-stop map --out x.json --engine local')
  expect(alone.stderr).toContain('it only works with validation data')
})

test('a column of another type that the model does not use is left alone', async () => {
  const query = "SELECT *, {'x': 1} AS nested, 'ab'::BLOB AS bytes FROM judged"
  const engine = ['--engine', 'duckdb:shop.db']
  const scored = await rankwright(['score', 'here.json', query, ...engine], { folder })
  expect(scored).toMatchObject({ status: 0, stdout: bytes('here.txt').toString() })
  const train = await rankwright(['train', query, ...engine, '--method', 'listnet', '--out', 'x.json'], { folder })
  expect(train.stderr).toContain('makes no features of the columns nested')
})

test('what an engine cannot do is told', async () => {
  await run('stream judged.csv --target rank --learner linear --state places.json')
  for (const [words, message] of [
    ['train train.txt --engine local --method rankboost --out x.json', 'The method rankboost goes through single rows'],
    ['train train.txt --engine local --method listnet --compute relaxed --out x.json', 'leave --compute out'],
    ['train train.txt --engine local --method listnet --report x.html --out x.json', '--report needs the rows in memory'],
    ['tune titles.csv --engine local --method elmrank', 'encoded anew in every fold'],
    ['tune judged.csv --engine local --method ogd', 'The method ogd goes through single rows'],
    ['score here.json judged --engine duckdb:shop.db --to run', 'A run names items'],
    ['score here.json scattered.csv --engine local', 'Rows of a list stand apart'],
    ['score here.json judged.csv --engine local --table scores', 'has no database to write a table to'],
    ['score here.json judged.csv --table scores', '--table goes with --engine duckdb:FILE'],
    ['score here.json judged.csv --to parquet', 'Parquet goes into a file'],
    ['evaluate here.json judged --engine duckdb:shop.db --abstain-margin 0.1', '--abstain-margin needs the rows in memory'],
    ['evaluate --scores here.txt judged --engine duckdb:shop.db', '--scores needs the rows in memory'],
    ['certify here.json --train judged.csv --held-out fresh --engine duckdb:shop.db', '--train needs the rows in memory'],
    ['evaluate places.json judged.csv --engine local', 'places.json has learned from places'],
    ['certify places.json --held-out fresh.csv --engine local', 'The model has learned from a stream'],
    ['certify here.json --engine local', 'give --held-out DATA'],
    ['certify here.json --held-out judged --engine duckdb:shop.db', 'The held-out data is the training data of this model'],
  ]) {
    const { stderr, status } = await run(words)
    expect({ stderr, status }).toMatchObject({
      stderr: expect.stringContaining(message),
      status: expect.toSatisfy((code: number) => code > 0),
    })
  }
})

test.each([
  ['spork:x', 'There is no engine "spork:x"'],
  ['spark://:1', 'is no address of a Spark Connect server'],
])('--engine %s is wrong usage', async (engine, message) => {
  const { stderr, status } = await run(`train train.txt --engine ${engine} --method listnet --out x.json`)
  expect({ stderr, status }).toMatchObject({ stderr: expect.stringContaining(message), status: 2 })
})
