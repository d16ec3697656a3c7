import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, expect, test } from 'vitest'
import { readLists, readListsWithProblems } from './readLists.ts'
import { readModel } from './readModel.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-unpack-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A megabyte of comment lines that takes a kilobyte. */
const packed = gzipSync(`${`#${' '.repeat(998)}\n`.repeat(1000)}1 qid:1 1:1\n`)
const path = join(folder, 'bomb.txt.gz')
writeFileSync(path, packed)
const refusal = /bomb\.txt\.gz: \d kB of compressed data unpack to more than 1 MB\..*`limit: MB`/

test('gzip data may not unpack further than the limit', async () => {
  expect((await readLists(path)).labels.length).toBe(1)
  expect((await readLists(path, { limit: 2 })).labels.length).toBe(1)
  await expect(readLists(path, { limit: 0.9 })).rejects.toThrow(refusal)
  expect((await readListsWithProblems(path, { limit: 0.9 })).problems[0]).toMatchObject({ code: 'unpacks-too-far' })
})

test('nor may what comes through a pipe, or a model', async () => {
  await expect(readLists(Readable.from([packed]), { name: 'bomb.txt.gz', limit: 0.9 })).rejects.toThrow(refusal)
  await expect(readModel(path, { limit: 0.9 })).rejects.toThrow(refusal)
})

test('a Parquet file may not claim more values than its size allows', async () => {
  const file = join(folder, 'constant.parquet')
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`COPY (SELECT 1 AS qid, 2 AS label, 3 AS x FROM range(200000)) TO '${file}' (FORMAT parquet)`)
  await expect(readLists(file, { limit: 2 })).rejects.toThrow(/constant\.parquet: \d+ kB of compressed data unpack to more than 2 MB/)
  expect((await readLists(file, { limit: 3 })).labels.length).toBe(200_000)
})

test('a small Parquet file that holds millions of values is only read if the user says so', async () => {
  const file = join(folder, 'millions.parquet')
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`COPY (SELECT 1 AS qid, 2 AS label, 3 AS x FROM range(1500000)) TO '${file}' (FORMAT parquet)`)
  await expect(readLists(file)).rejects.toThrow(/millions\.parquet: \d+ kB of compressed data unpack to more than 16 MB/)
  expect((await readLists(file, { limit: 18 })).labels.length).toBe(1_500_000)
})
