import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { type Problem, type RankingLists, RankwrightError, seededRandom } from '@rankwright/core'
import { fileRows, type ReadListsOptions, rowCollector } from '@rankwright/core/data'
import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { readLists, readListsWithProblems } from './readLists.ts'
import { writeLists } from './writeLists.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rows = (lists: RankingLists) => Array.from(fileRows(lists), ({ list, label, item, values }) => [list, label, item, ...values])

/** A Parquet file made by a query of DuckDB's own. */
async function made(name: string, query: string): Promise<string> {
  const path = join(folder, name)
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet)`)
  return path
}

async function problemOf(path: string, options: ReadListsOptions = {}): Promise<Problem> {
  const error = await readLists(path, options).catch((thrown: unknown) => thrown)
  if (error instanceof RankwrightError) return error.problems[0]
  throw new Error(`not refused: ${error}`)
}

describe('reading', () => {
  test('columns of every numeric type become floats, NULL is missing', async () => {
    const path = await made(
      'types.parquet',
      `SELECT i % 2 AS qid, i::SMALLINT AS label, i::TINYINT AS a, i::UINTEGER AS b, (i * 1000000007)::BIGINT AS c, (i / 8)::FLOAT AS d, (i / 3)::DOUBLE AS e,
        (i * 1.25)::DECIMAL(6, 2) AS f, (i * 1.25)::DECIMAL(30, 2) AS g, i > 1 AS h, CASE WHEN i = 1 THEN NULL ELSE i END AS n FROM range(4) t(i)`,
    )
    const lists = await readLists(path)
    expect(lists.featureNames).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'n'])
    const float = Math.fround
    expect(rows(lists)).toEqual(
      [0, 1, 2, 3].map((i) => [
        ...[String(i % 2), i, undefined, i, i, float(i * 1000000007), i / 8, float(i / 3)],
        ...[i * 1.25, i * 1.25, Number(i > 1), i === 1 ? Number.NaN : i],
      ]),
    )
    expect([...lists.sourceRows!]).toEqual([0, 2, 1, 3])
  })

  test('ids of any simple type become text', async () => {
    const path = await made(
      'ids.parquet',
      `SELECT DATE '2024-02-29' AS query, 1.5 AS grade, 12345678901234567890::UBIGINT AS id UNION ALL SELECT NULL, 2, 3::UBIGINT`,
    )
    const { lists, problems } = await readListsWithProblems(path)
    expect(rows(lists)).toEqual([['2024-02-29', 1.5, '12345678901234567890']])
    expect(problems).toMatchObject([{ code: 'cell-without-id', role: 'list', at: { row: 2 } }])
  })

  test('rows keep their order over many chunks and row groups', async () => {
    const path = await made('long.parquet', `SELECT i // 100 AS qid, i % 5 AS label, i::FLOAT AS x FROM range(300000) t(i)`)
    const lists = await readLists(path)
    expect(lists.labels.length).toBe(300_000)
    expect(lists.features.kind === 'dense' && lists.features.values.every((value, row) => value === row)).toBe(true)
  })

  test('columns are chosen as in other tables', async () => {
    const path = await made('columns.parquet', `SELECT 's' AS session, 3 AS clicks, 'red' AS colour, [1, 2] AS vector, 5 AS "odd ""name"`)
    const options = { list: 'session', label: 'clicks' }
    expect((await readLists(path, options)).featureNames).toEqual(['colour=red', 'vector_0', 'vector_1', 'odd "name'])
    expect((await readLists(path, { ...options, ignore: ['vector'] })).featureNames).toEqual(['colour=red', 'odd "name'])
    expect((await readLists(path, { ...options, encode: false, ignore: ['vector'] })).featureNames).toEqual(['odd "name'])
    expect(await problemOf(path, { list: 'vector', label: 'clicks' })).toMatchObject({ code: 'cell-not-an-id' })
    const binary = await made('binary.parquet', `SELECT 's' AS session, 3 AS clicks, '\\xFF\\x00'::BLOB AS photo`)
    await expect(readLists(binary, { list: 'session', label: 'clicks' })).rejects.toThrow('column "photo" holds binary values')
    const nested = await made('nested.parquet', `SELECT 's' AS session, 3 AS clicks, MAP {'id': 7} AS product`)
    expect(await problemOf(nested, {})).toMatchObject({ code: 'column-not-numeric', column: 'product', type: 'nested' })
    expect(await problemOf(path, { list: 'session', label: 'colour' })).toMatchObject({ code: 'cell-not-a-label' })
    expect(await problemOf(path, { list: 'price' })).toMatchObject({ code: 'unknown-column' })
    expect(rows(await readLists(path, { ...options, item: 'colour', ignore: ['vector'] }))).toEqual([['s', 3, 'red', 5]])
  })

  test('labels and features that cannot be held are refused by row', async () => {
    const path = await made(
      'faults.parquet',
      `SELECT 1 AS qid, l AS label, x FROM (VALUES (1.0::DOUBLE, 1.0::DOUBLE), (NULL, 1), ('inf', 1), (1, 1e39), (1, '-inf')) t(l, x)`,
    )
    const { problems, lists } = await readListsWithProblems(path)
    expect(problems.map((problem) => [problem.code, 'at' in problem && (problem.at as { row?: number }).row])).toEqual([
      ['cell-not-a-label', 2],
      ['cell-not-a-label', 3],
      ['cell-beyond-float32', 4],
      ['cell-beyond-float32', 5],
    ])
    expect(lists.labels.length).toBe(1)
  })

  test('compressed once more, or under a name full of signs, it is the same file', async () => {
    const plain = await made('plain.parquet', 'SELECT 1 AS qid, 2 AS label, 3 AS x')
    const packed = join(folder, 'packed.parquet.gz')
    writeFileSync(packed, gzipSync(readFileSync(plain)))
    const odd = join(folder, "it's [1] *.parquet")
    writeFileSync(odd, readFileSync(plain))
    const temporary = join(folder, 'temporary')
    mkdirSync(temporary)
    vi.stubEnv('TMPDIR', temporary)
    for (const path of [packed, odd]) expect(rows(await readLists(path))).toEqual([['1', 2, undefined, 3]])
    expect(readdirSync(temporary)).toEqual([])
    vi.unstubAllEnvs()
  })

  test('a file without rows, cut short or of another kind is refused', async () => {
    expect(await problemOf(await made('empty.parquet', 'SELECT 1 AS qid, 2 AS label WHERE false'))).toMatchObject({
      code: 'table-without-rows',
    })
    const bytes = readFileSync(await made('whole.parquet', 'SELECT 1 AS qid, 2 AS label'))
    for (const [name, content] of [
      ['cut.parquet', bytes.subarray(0, bytes.length - 9)],
      ['none.parquet', Buffer.alloc(0)],
      ['text.parquet', Buffer.from('qid,label\n1,2\n')],
    ] as const) {
      writeFileSync(join(folder, name), content)
      expect(await problemOf(join(folder, name))).toMatchObject({ code: 'parquet-unreadable', at: { file: join(folder, name) } })
    }
  })

  test('raising the stop flag ends it', async () => {
    const path = await made('stop.parquet', 'SELECT 1 AS qid, 2 AS label')
    await expect(readLists(path, { stop: { stopped: true } })).rejects.toThrow('stopped')
  })

  test('changed bytes give a table or a problem, nothing else', async () => {
    const bytes = readFileSync(
      await made('mutate.parquet', `SELECT i % 7 AS qid, i % 3 AS label, i / 3 AS x, 'd' || i AS doc FROM range(500) t(i)`),
    )
    const random = seededRandom(5)
    const path = join(folder, 'mutated.parquet')
    let refused = 0
    for (let round = 0; round < 60; round++) {
      const mutated = Buffer.from(bytes)
      for (let change = 0; change < 3; change++) mutated[random.integer(mutated.length)] = random.integer(256)
      writeFileSync(path, mutated)
      const answer = await readLists(path).catch((error: unknown) => error)
      if (answer instanceof RankwrightError) refused++
      else expect(answer).toHaveProperty('offsets')
    }
    expect(refused).toBeGreaterThan(0)
  })
})

describe('writing', () => {
  const float32 = fc.integer({ min: 0, max: 0xffffffff }).map((bits) => new Float32Array(new Uint32Array([bits]).buffer)[0])
  const value = float32.map((number) => (Math.abs(number) === Infinity ? Number.NaN : number))
  const text = fc.string({ maxLength: 5, unit: 'binary' }).filter((letters) => !/[\p{Surrogate}\0]/u.test(letters))

  test('every table reads back the same, to the bit', async () => {
    const path = join(folder, 'back.parquet')
    const row = fc.record({
      list: text,
      label: fc.double({ noNaN: true, noDefaultInfinity: true }),
      item: text,
      values: fc.array(value, { minLength: 3, maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), fc.boolean(), async (all, items) => {
        const collector = rowCollector()
        for (const { list, label, item, values } of all) collector.addDense(list, label, values, items ? item : undefined)
        const lists = collector.finish({ featureNames: ['x', "it's", 'a "b"'] })
        await writeLists(lists, path)
        const back = await readLists(path)
        expect([...fileRows(back)]).toEqual([...fileRows(lists)])
        expect(back.featureNames).toEqual(lists.featureNames)
      }),
      { numRuns: 25 },
    )
  })

  test('more rows than fit in a chunk keep their order', async () => {
    const collector = rowCollector()
    for (let at = 0; at < 5000; at++) collector.addDense(`q${at % 3}`, at, [at / 7, at % 2 ? Number.NaN : at])
    const lists = collector.finish()
    const path = join(folder, 'chunks.parquet')
    await writeLists(lists, path)
    const back = await readLists(path)
    expect([back.features, back.labels, back.sourceRows]).toEqual([lists.features, lists.labels, lists.sourceRows])
  })

  test('a folder that is not there is named as the user named it', async () => {
    const collector = rowCollector()
    collector.addDense('q', 1, [1])
    const path = join(folder, 'absent', 'x.parquet')
    await expect(writeLists(collector.finish(), path)).rejects.toThrow(`${path}: `)
  })

  test('names that differ in case only stay apart', async () => {
    const collector = rowCollector()
    collector.addDense('q', 1, [1, 2])
    const path = join(folder, 'alike.parquet')
    await writeLists(collector.finish({ featureNames: ['Price', 'price'] }), path)
    expect((await readLists(path)).featureNames).toEqual(['Price', 'price'])
  })

  test('several row groups follow one another', async () => {
    const collector = rowCollector()
    for (let at = 0; at < 230_000; at++) collector.addDense(`q${at >> 6}`, at % 3, [at, at % 7 ? at / 3 : Number.NaN], `d${at}`)
    const lists = collector.finish({ featureNames: ['x', 'y'] })
    const path = join(folder, 'groups.parquet')
    await writeLists(lists, path)
    expect(await readLists(path)).toEqual(lists)
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const counted = await connection.runAndReadAll(`SELECT count(*)::INTEGER, count(y)::INTEGER, sum(x)::DOUBLE FROM '${path}'`)
    expect(counted.getRows()).toEqual([
      [230_000, 230_000 - Math.ceil(230_000 / 7), Float32Array.from(lists.labels.keys()).reduce((sum, x) => sum + x, 0)],
    ])
  })
})
