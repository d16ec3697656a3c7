import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import {
  delimitedText,
  fileRows,
  jsonLines,
  letorText,
  type RankingLists,
  RankwrightError,
  rankingLists,
  seededRandom,
} from '@rankwright/core'
import { readLists as readFile } from '@rankwright/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLists, writeParquet } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lists = rankingLists({
  features: [
    [0.1, Number.NaN],
    [2.5, -3],
    [1e-7, 16777216],
  ],
  labels: [2, 0, 1],
  lists: ['a', 'b', 'a'],
  items: ['x', 'y', 'w'],
  featureNames: ['price', 'rating'],
})
const text = (pieces: Iterable<string | Uint8Array>) => Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece)))
const files: Readonly<Record<string, Uint8Array>> = {
  'x.txt': text(letorText(lists)),
  'x.csv': text(delimitedText(lists)),
  'x.tsv': text(delimitedText(lists, '\t')),
  'x.jsonl': text(jsonLines(lists)),
  'x.parquet': writeParquet(lists),
}
const { featureNames: _, ...unnamed } = lists

describe.each(Object.entries(files))('%s', (name, bytes) => {
  const expected = name === 'x.txt' ? unnamed : lists

  test('is read from a file, a blob, a buffer and bytes, compressed or not', async () => {
    const packed = gzipSync(bytes)
    for (const [data, ending] of [
      [bytes, ''],
      [packed, '.gz'],
    ] as const) {
      const whole = new Uint8Array(data)
      expect(await readLists(new File([whole], name + ending))).toEqual(expected)
      expect(await readLists(new Blob([whole]), { name: name + ending })).toEqual(expected)
      expect(await readLists(whole.buffer, { name: name + ending })).toEqual(expected)
      expect(await readLists(whole, { name: name + ending })).toEqual(expected)
    }
  })

  test('is known by its content where it has no name', async () => {
    expect(await readLists(bytes)).toEqual(expected)
    expect(await readLists(new Blob([gzipSync(bytes)]))).toEqual(expected)
  })

  test('cut short under compression is refused', async () => {
    const packed = gzipSync(bytes)
    await expect(readLists(new Blob([packed.subarray(0, packed.length - 12)]), { name })).rejects.toMatchObject({
      problems: [{ code: 'broken-gzip' }],
    })
  })
})

test('columns are chosen and faulty rows told as everywhere', async () => {
  const problems: unknown[] = []
  const read = await readLists(new Blob(['session,clicks,x,t\ns,1,2,a\ns,no,2,b\n']), {
    name: 'x.csv',
    list: 'session',
    label: 'clicks',
    ignore: ['t'],
    onProblem: (problem) => problems.push(problem),
  })
  expect([read.labels.length, read.width]).toEqual([1, 1])
  expect(problems).toMatchObject([{ code: 'cell-not-a-label', at: { file: 'x.csv', line: 3, column: 3 } }])
})

test('what is no data file is refused', async () => {
  await expect(readLists(new Blob([]))).rejects.toMatchObject({ problems: [{ code: 'no-rows' }] })
  await expect(readLists(new Blob(['hello']))).rejects.toMatchObject({ problems: [{ code: 'unknown-format' }] })
  await expect(readLists(new Blob(['hello']), { name: 'x.parquet' })).rejects.toMatchObject({
    problems: [{ code: 'parquet-unreadable', at: { file: 'x.parquet' } }],
  })
})

describe('Parquet files of DuckDB', () => {
  const queries = {
    types: `SELECT i % 2 AS qid, i::SMALLINT AS label, 'd' || i AS doc, i::TINYINT AS a, i::UINTEGER AS b, (i * 1000000007)::BIGINT AS c, (i / 8)::FLOAT AS d, (i / 3)::DOUBLE AS e,
      (i * 1.25)::DECIMAL(6, 2) AS f, (i * 1.25)::DECIMAL(30, 2) AS g, i > 1 AS h, CASE WHEN i = 1 THEN NULL ELSE i END AS n, i::UBIGINT AS o FROM range(4) t(i)`,
    dates: `SELECT DATE '2024-02-29' + i::INTEGER AS qid, i AS label, TIMESTAMP '2024-02-29 12:30:00' + INTERVAL (i * 500) MILLISECOND AS doc FROM range(3) t(i)`,
    doubles: 'SELECT i::DOUBLE / 2 AS qid, i AS label, i % 2 = 0 AS doc FROM range(3) t(i)',
    long: 'SELECT i // 100 AS qid, i % 5 AS label, (i / 7)::FLOAT AS x, CASE WHEN i % 3 = 0 THEN NULL ELSE i END AS y FROM range(300000) t(i)',
  }
  const paths: Record<string, string> = {}

  beforeAll(async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    for (const [name, query] of Object.entries(queries)) {
      paths[name] = join(folder, `${name}.parquet`)
      await connection.run(`COPY (${query}) TO '${paths[name]}' (FORMAT parquet)`)
    }
    await connection.run(
      `COPY (SELECT 1 AS qid, 2 AS label) TO '${(paths['zstd'] = join(folder, 'zstd.parquet'))}' (FORMAT parquet, COMPRESSION zstd)`,
    )
  })

  test.each(Object.keys(queries))('%s: the same lists as in Node, where DuckDB reads them', async (name) => {
    const bytes = readFileSync(paths[name])
    expect(await readLists(new Blob([bytes]), { name: 'x.parquet' })).toEqual(await readFile(paths[name]))
  })

  test('columns that are not numbers are refused as in Node', async () => {
    const bytes = readFileSync(paths['types'])
    for (const options of [{ item: 'a' }, { label: 'doc' }, { label: 'h' }, { list: 'price' }, { label: 'label', ignore: ['price'] }]) {
      const code = async (reading: Promise<unknown>) => (await reading.catch((error: RankwrightError) => error.problems[0].code)) as string
      const inNode = await code(readFile(paths['types'], options))
      expect(typeof inNode).toBe('string')
      expect(await code(readLists(bytes, { name: 'x.parquet', ...options }))).toBe(inNode)
    }
  })

  test('another compression asks for its decompressor', async () => {
    await expect(readLists(readFileSync(paths['zstd']))).rejects.toThrow('compressed with ZSTD, for which the option compressors')
  })

  test('changed bytes give a table or a problem, nothing else', async () => {
    const bytes = readFileSync(paths['types'])
    const random = seededRandom(3)
    let refused = 0
    for (let round = 0; round < 300; round++) {
      const mutated = new Uint8Array(bytes)
      for (let change = 0; change < 3; change++) mutated[random.integer(mutated.length)] = random.integer(256)
      const answer = await readLists(mutated, { name: 'x.parquet' }).catch((error: unknown) => error)
      if (answer instanceof RankwrightError) refused++
      else if (answer instanceof Error) throw answer
      else expect(answer).toHaveProperty('offsets')
    }
    expect(refused).toBeGreaterThan(0)
  })
})

test('what writeParquet writes, DuckDB reads, to the bit', async () => {
  const random = seededRandom(1)
  const bits = new Float32Array(Uint32Array.from({ length: 9000 }, () => random.integer(2 ** 32)).buffer).map((value) =>
    Math.abs(value) === Infinity ? 0 : value,
  )
  const written: RankingLists = rankingLists({
    features: Array.from({ length: 3000 }, (_, row) => [bits[3 * row], bits[3 * row + 1], row]),
    labels: Array.from({ length: 3000 }, (_, row) => row / 3),
    lists: Array.from({ length: 3000 }, (_, row) => `liste é ${row % 70}`),
    featureNames: ['x', 'y "z"', 'w'],
  })
  const path = join(folder, 'written.parquet')
  writeFileSync(path, writeParquet(written))
  const read = await readFile(path)
  expect([...fileRows(read)]).toEqual([...fileRows(written)])
  expect(read.featureNames).toEqual(written.featureNames)
  expect([...fileRows(await readLists(readFileSync(path)))]).toEqual([...fileRows(written)])
})
