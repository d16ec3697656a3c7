// A Parquet file gives the same lists, to the bit, whether hyparquet or DuckDB reads it.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { type RankingLists, RankwrightError, seededRandom } from '@rankwright/core'
import type { ReadListsOptions } from '@rankwright/core/data'
import { StoppedError } from '@rankwright/core/runtime'
import { parquetLists, parquetTable, textsAreWritable } from '@rankwright/parquet'
import { afterAll, describe, expect, test } from 'vitest'
import { openSource } from '../files/openSource.ts'
import { readLists } from '../files/readLists.ts'
import { duckDbReason } from '../files/readParquet.ts'
import { loadDuckDb } from './duckDb.ts'
import { duckDbLists } from './duckDbLists.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-duckdb-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0

/** A Parquet file made by a query of DuckDB's own. */
async function made(query: string, settings = ''): Promise<string> {
  const path = join(folder, `${files++}.parquet`)
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet ${settings})`)
  return path
}

const ways = {
  hyparquet: (...[, table, , options]: Parameters<typeof duckDbLists>) => parquetLists(table, options),
  DuckDB: duckDbLists,
}

async function read(way: keyof typeof ways, path: string, options: ReadListsOptions = {}): Promise<RankingLists> {
  const source = await openSource(path)
  try {
    return await ways[way](source, await parquetTable(source, options), 'the test asks for it', options)
  } finally {
    await source.close()
  }
}

/** Everything that lists hold, numbers as their bits. */
function bits({ features, labels, ...rest }: RankingLists): unknown {
  const { values } = features
  return {
    ...rest,
    features: Array.from(new Uint32Array(values.buffer, values.byteOffset, values.length)),
    labels: Array.from(new BigUint64Array(labels.buffer, labels.byteOffset, labels.length)),
  }
}

async function sameBothWays(path: string, options: ReadListsOptions = {}): Promise<RankingLists> {
  const lists = await read('hyparquet', path, options)
  expect(bits(lists)).toEqual(bits(await read('DuckDB', path, options)))
  return lists
}

const random = seededRandom(7)
const texts = (count: number, one: () => string) => Array.from({ length: count }, one)

describe('both ways give the same lists', () => {
  test('whole numbers of every size, truth values and gaps', async () => {
    const lists = await sameBothWays(
      await made(`SELECT i % 2 AS qid, i::SMALLINT AS label, (i - 2)::TINYINT AS a, (4294967290 + i)::UINTEGER AS b, (i * 1000000007 - 3)::BIGINT * 9007199 AS c,
        (18446744073709551610 + i)::UBIGINT AS o, 255::UTINYINT AS p, 65535::USMALLINT AS q, i > 1 AS h, CASE WHEN i = 1 THEN NULL ELSE i END AS n,
        CASE WHEN i = 1 THEN NULL ELSE i > 0 END AS t, NULL::INTEGER AS m FROM range(4) t(i)`),
    )
    expect(lists.featureNames).toHaveLength(10)
  })

  test('cells that are kept', async () => {
    const path =
      await made(`SELECT 1 AS qid, i AS label, i / 4 AS price, CASE WHEN i = 1 THEN NULL ELSE 'title ' || i END AS title, DATE '2024-02-28' + i::INTEGER AS day
      FROM range(3) t(i)`)
    const kept = await Promise.all(
      (['hyparquet', 'DuckDB'] as const).map(
        (way) =>
          new Promise((resolve, reject) => {
            read(way, path, { features: ['price'], keep: ['title', 'price', 'day', 'qid'], onKept: resolve }).catch(reject)
          }),
      ),
    )
    expect(kept[0]).toEqual([
      { name: 'title', cells: ['title 0', undefined, 'title 2'] },
      { name: 'price', cells: ['0.0', '0.25', '0.5'] },
      { name: 'day', cells: ['2024-02-28', '2024-02-29', '2024-03-01'] },
      { name: 'qid', cells: ['1', '1', '1'] },
    ])
    expect(kept[1]).toEqual(kept[0])
  })

  test('floats and doubles, with NaN, negative zero and the smallest there are', async () => {
    await sameBothWays(
      await made(`SELECT i // 3 AS qid, ln(i + 1)::DOUBLE * -7e-5 AS label, x::FLOAT AS s, x::DOUBLE AS d FROM (VALUES (0, 'nan'), (1, '-0.0'), (2, '1e-45'), (3, NULL),
        (4, '3.4028235e38'), (5, '0.1'), (6, '-1e-300')) t(i, x)`),
    )
  })

  test.each([
    [4, 4],
    [4, 1],
    [9, 3],
    [18, 0],
    [18, 7],
    [30, 2],
    [38, 20],
    [38, 38],
  ])('decimals of %i digits with %i after the point, as ids, labels and features', async (precision, scale) => {
    const digits = () =>
      texts(1 + random.integer(precision), () => String(random.integer(10)))
        .join('')
        .padStart(scale + 1, '0')
    const decimal = () => {
      const all = digits().slice(-precision).padStart(scale, '0')
      const whole = all.slice(0, all.length - scale)
      return `${random.integer(2) ? '-' : ''}${whole === '' ? '0' : whole}${scale > 0 ? `.${all.slice(all.length - scale)}` : ''}`
    }
    const rows = texts(200, () => `('${decimal()}', '${decimal()}', '${decimal()}')`).join(', ')
    const type = `DECIMAL(${precision}, ${scale})`
    await sameBothWays(
      await made(`SELECT a::${type} AS qid, b::${type} AS label, b::${type} AS x, c::${type} AS doc FROM (VALUES ${rows}) t(a, b, c)`),
    )
  })

  test('ids that are floats, doubles, truth values, dates, times and UUIDs', async () => {
    const words = new Uint32Array(1)
    const single = () => {
      words[0] = random.integer(2 ** 32)
      return String(new Float32Array(words.buffer)[0]).replace('Infinity', 'inf')
    }
    const double = () => String((random.uniform() - 0.5) * 10 ** (random.integer(50) - 25))
    const plain = ['0', '-0.0', '1', '1e15', '1e16', '123456789', '0.0001', '0.00001', '1e22', 'nan', 'inf', '-inf', '9.5367431640625e-07']
    for (const type of ['FLOAT', 'DOUBLE']) {
      const values = [...plain, ...texts(500, type === 'FLOAT' ? single : double)].map((value) => `('${value}')`).join(', ')
      await sameBothWays(await made(`SELECT x::${type} AS qid, 0 AS label FROM (VALUES ${values}) t(x)`))
    }
    await sameBothWays(
      await made(`SELECT DATE '1970-01-01' + ((i * 7919 % 2000 - 900) * 500)::INTEGER AS qid, 0 AS label, TIMESTAMP '2024-02-29 12:30:00' - INTERVAL (i * i * 98765) MILLISECOND AS doc
        FROM range(2000) t(i)`),
    )
    for (const [type, value] of [
      ['TIMESTAMP', "'1969-12-31 23:59:59.000001'"],
      ['TIMESTAMP', "'infinity'"],
      ['TIMESTAMP', "'0044-03-15 (BC) 01:02:03.5'"],
      ['TIMESTAMP_MS', "'2024-02-29 12:30:00.120'"],
      ['TIMESTAMP_S', "'2024-02-29 12:30:00'"],
      ['TIMESTAMP_NS', "'2024-02-29 12:30:00.123456789'"],
      ['TIMESTAMPTZ', "'2024-02-29 12:30:00.5+02'"],
      ['TIMESTAMPTZ', "'1969-12-31 23:59:59.000001+00'"],
      ['TIMESTAMPTZ', "'infinity'"],
      ['TIME', "'17:55:01.25'"],
      ['DATE', "'infinity'"],
      ['DATE', "'12024-02-29'"],
      ['UUID', "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'"],
      ['BOOLEAN', 'true'],
      ['UBIGINT', '18446744073709551615'],
      ['BIGINT', "'-9223372036854775808'"],
      ['UINTEGER', '4294967295'],
      ['VARCHAR', "'\ufeffé 𝒳 \"'"],
      ['BLOB', "'plain'::BLOB"],
    ])
      await sameBothWays(await made(`SELECT ${value}::${type} AS qid, 0 AS label`))
  })

  test('many row groups, dictionaries and gaps in every column', async () => {
    const path = await made(
      `SELECT i // 100 AS qid, i % 5 AS label, (i / 7)::FLOAT AS x, CASE WHEN i % 3 = 0 THEN NULL ELSE i END AS y, 'd' || (i % 1000) AS doc FROM range(60000) t(i)`,
      ', ROW_GROUP_SIZE 10000',
    )
    expect((await sameBothWays(path)).labels.length).toBe(60_000)
  })

  test('a folder called ~ is not the home folder', async () => {
    const [here, home] = [process.cwd(), process.env['HOME']]
    const path = await made('SELECT 1 AS qid, 2 AS label, 3 AS x')
    const other = await made('SELECT 1 AS qid, 2 AS label, 4 AS x')
    mkdirSync(join(folder, '~'))
    mkdirSync(join(folder, 'home'))
    copyFileSync(path, join(folder, '~', 'x.parquet'))
    copyFileSync(other, join(folder, 'home', 'x.parquet'))
    try {
      process.chdir(folder)
      process.env['HOME'] = join(folder, 'home')
      for (const name of ['~/x.parquet', './~/x.parquet']) expect((await sameBothWays(name)).features.values[0]).toBe(3)
    } finally {
      process.chdir(here)
      process.env['HOME'] = home
    }
  })

  test('names that DuckDB alone would mix up', async () => {
    const { featureNames } = await sameBothWays(await made('SELECT 1 AS qid, 2 AS label, 3 AS "it\'s ""x""", 4 AS c0, 5 AS C1'))
    expect(featureNames).toEqual(['it\'s "x"', 'c0', 'C1'])
  })

  test('rows that cannot be used', async () => {
    const path = await made(
      `SELECT q AS qid, l AS label, x FROM (VALUES ('a', 1.0::DOUBLE, 1.0::DOUBLE), ('a', NULL, 1), ('a', 'inf', 1), ('a', 1, 1e39), ('a', 1, '-inf'), (NULL, 1, 1)) t(q, l, x)`,
    )
    const messageOf = async (way: keyof typeof ways) => {
      const problems: unknown[] = []
      const lists = await read(way, path, { onProblem: (problem) => problems.push(problem) })
      return { problems, rows: lists.labels.length }
    }
    const [one, other] = [await messageOf('hyparquet'), await messageOf('DuckDB')]
    expect(one.problems).toHaveLength(5)
    expect(one).toEqual(other)
  })
})

test('texts, dates and categories become the same features', async () => {
  const path = await made(
    `SELECT i // 4 AS qid, i % 3 AS label, 'red shoe ' || (i * 7 % 50) || ' é' AS title, CASE WHEN i % 5 = 0 THEN NULL ELSE 'b' || i % 4 END AS brand, DATE '2026-01-01' + (i % 90)::INT AS added, i / 3 AS x FROM range(200) t(i)`,
  )
  const lists = await sameBothWays(path)
  expect(lists.featureNames).toEqual(expect.arrayContaining(['title:40', 'brand=b1', 'brand=(missing)', 'added:age in days', 'x']))
})

test('times with a zone are dates, and told in UTC on every machine', async () => {
  const path = await made(
    `SELECT i // 4 AS qid, i % 3 AS label, TIMESTAMPTZ '2026-01-01 23:30:00+00' + INTERVAL (i % 9) DAY AS "at", TIME '08:00:00' + INTERVAL (i % 3) HOUR AS "opens", INTERVAL (i % 2) MONTH AS "lasts" FROM range(40) t(i)`,
  )
  const zone = process.env['TZ']
  try {
    process.env['TZ'] = 'Europe/Berlin'
    const lists = await sameBothWays(path, { ignore: ['lasts'], category: ['opens'] })
    expect(lists.featureNames).toEqual(expect.arrayContaining(['at:age in days', 'opens=08:00:00', 'opens=10:00:00']))
    const named = await sameBothWays(path, { ignore: ['lasts', 'opens'], category: ['at'] })
    expect(named.featureNames).toContain('at=2026-01-01 23:30:00+00:00')
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
  const lasting = await readLists(path, { category: ['lasts'], ignore: ['at', 'opens'] })
  expect(lasting.featureNames).toEqual(['lasts=00:00:00', 'lasts=1 month'])
})

test('lists of numbers are vectors', async () => {
  const path = await made(
    'SELECT i // 4 AS qid, i % 3 AS label, CASE WHEN i = 1 THEN NULL ELSE [i::FLOAT, 0.1] END AS p, [1::DOUBLE, i] AS q FROM range(8) t(i)',
  )
  const lists = await read('DuckDB', path, { match: ['q~p'] })
  expect(lists.featureNames).toEqual(['p_0', 'p_1', 'q_0', 'q_1', 'q~p:cosine'])
  expect(Array.from(lists.features.values.subarray(5, 9))).toEqual([Number.NaN, Number.NaN, 1, 1])
  expect(lists.features.values[11]).toBe(Math.fround(0.1))
  await expect(read('hyparquet', path)).rejects.toThrow('column "p" holds nested values')
})

test('lists of texts are the texts that JSON lines make of arrays', async () => {
  const tags = ['wifi', ' pool ', 'spa', 'bar, late']
  const rows = Array.from({ length: 40 }, (_, i) => ({
    qid: i >> 2,
    label: i % 3,
    tags: i === 5 ? null : i === 6 ? [] : tags.slice(i % 4),
  }))
  const path = await made(
    `SELECT i // 4 AS qid, i % 3 AS label, CASE WHEN i = 5 THEN NULL WHEN i = 6 THEN [] ELSE [${tags.map((tag) => `'${tag}'`)}][i % 4 + 1:] END AS tags FROM range(40) t(i)`,
  )
  const { encoders, features, featureNames } = await read('DuckDB', path)
  const lines = await readLists(Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')), { format: 'jsonl' })
  expect({ encoders, features, featureNames }).toEqual({
    encoders: lines.encoders,
    features: lines.features,
    featureNames: lines.featureNames,
  })
  expect(featureNames).toContain('tags=wifi, pool, spa, bar, late')
  await expect(read('hyparquet', path)).rejects.toThrow(
    'column "tags" holds nested values, not numbers. Give each part a column of its own',
  )
})

describe('when DuckDB is asked', () => {
  const reason = async (path: string, options: ReadListsOptions = {}, most?: number) => {
    const source = await openSource(path)
    try {
      return duckDbReason(await parquetTable(source, options), most)
    } finally {
      await source.close()
    }
  }

  test('the values in use decide, not those that are left out', async () => {
    const path = await made('SELECT 1 AS qid, 2 AS label, i AS x, i AS y FROM range(10) t(i)')
    expect(await reason(path)).toBeUndefined()
    expect(await reason(path, {}, 39)).toBe('its columns in use hold 40 values, more than 39')
    expect(await reason(path, { ignore: ['y'] }, 39)).toBeUndefined()
  })

  test('compressions that zlib knows are read without it', async () => {
    for (const codec of ['uncompressed', 'snappy', 'gzip', 'brotli']) {
      const path = await made('SELECT 1 AS qid, 2 AS label, i AS x FROM range(1000) t(i)', `, COMPRESSION ${codec}`)
      expect(await reason(path)).toBeUndefined()
      const source = await openSource(path)
      expect((await (await import('../files/readParquet.ts')).readParquet(source, {})).labels.length).toBe(1000)
      await source.close()
    }
    expect(await reason(await made('SELECT 1 AS qid, 2 AS label', ', COMPRESSION lz4_raw'))).toBe('it is compressed with LZ4_RAW')
  })

  test('ids of rare types are left to it', async () => {
    const path = await made("SELECT INTERVAL '12' HOUR AS qid, 2 AS label")
    expect(await reason(path)).toBe('its ids or texts are of a rare type')
    expect((await read('DuckDB', path)).listIds).toEqual(['12:00:00'])
    await expect(read('hyparquet', path)).rejects.toMatchObject({ problems: [{ code: 'cell-not-an-id', found: 'of type INTERVAL' }] })
    const source = await openSource(path)
    expect(textsAreWritable(await parquetTable(source, {}))).toBe(false)
    await source.close()
  })

  test('without it the message names the package to install', async () => {
    const absent = () => Promise.reject(new Error("Cannot find package '@duckdb/node-api'"))
    const attempt = loadDuckDb({ file: 'big.parquet', reason: 'it is compressed with LZO' }, absent)
    await expect(attempt).rejects.toThrow(RankwrightError)
    await expect(attempt).rejects.toThrow(
      "big.parquet: this Parquet file is read by DuckDB, because it is compressed with LZO, and DuckDB cannot be loaded here (Cannot find package '@duckdb/node-api'). Install it with: npm install @duckdb/node-api",
    )
  })
})

test.each(Object.keys(ways) as (keyof typeof ways)[])('a raised stop flag ends %s', async (way) => {
  const path = await made('SELECT 1 AS qid, 2 AS label')
  await expect(read(way, path, { stop: { stopped: true } })).rejects.toThrow(StoppedError)
})

test('structs are the columns that objects of JSON lines are', async () => {
  const price = (row: number) => ({ amount: row / 7, 'in "words"': `w${row % 3}`, tax: { rate: row % 2, parts: [row, 1] } })
  const rows = Array.from({ length: 12 }, (_, row) => ({
    qid: `q${row >> 2}`,
    label: row % 3,
    price: row % 5 === 4 ? null : price(row),
    stock: row,
  }))
  const json = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const cells = rows.map(({ qid, label, price: own, stock }) => {
    const struct = `{amount: ${own?.amount}, 'in "words"': '${own?.['in "words"']}', tax: {rate: ${own?.tax.rate}, parts: [${own?.tax.parts}]}}`
    return `('${qid}', ${label}, ${own === null ? 'NULL' : struct}, ${stock})`
  })
  const path = await made(`SELECT * FROM (VALUES ${cells.join(', ')}) AS t(qid, label, price, stock)`)
  const lists = await readLists(path)
  expect(lists.featureNames).toContain('price.tax.rate')
  expect(bits(lists)).toEqual(bits(await readLists(new TextEncoder().encode(json), { name: 't.jsonl' })))
  expect((await readLists(path, { ignore: ['price'] })).featureNames).toEqual(['stock'])
  expect((await readLists(path, { features: ['price.amount'] })).width).toBe(1)
  await expect(read('hyparquet', path)).rejects.toThrow('column "price.amount" holds nested values')
})
