import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLists } from '@rankwright/node'
import { afterAll, describe, expect, test } from 'vitest'
import { withDuckDb } from '../duckdb/duckDb.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-unlabelled-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tables: Readonly<Record<string, (path: string) => Promise<void> | void>> = {
  'rows.csv': (path) => writeFileSync(path, 'query,item,price\na,x,3\na,y,1\nb,z,2\n'),
  'rows.tsv': (path) => writeFileSync(path, 'query\titem\tprice\na\tx\t3\na\ty\t1\nb\tz\t2\n'),
  'rows.jsonl': (path) =>
    writeFileSync(path, '{"query":"a","item":"x","price":3}\n{"query":"a","item":"y","price":1}\n{"query":"b","item":"z","price":2}\n'),
  'lists.jsonl': (path) =>
    writeFileSync(
      path,
      '{"id":"a","items":[{"id":"x","features":{"price":3}},{"id":"y","features":{"price":1}}]}\n{"id":"b","items":[{"id":"z","features":{"price":2}}]}\n',
    ),
  'rows.parquet': (path) =>
    withDuckDb({ file: path, reason: 'the test asks for it' }, async ({ connection }) => {
      const rows = "(VALUES ('a', 'x', 3::FLOAT), ('a', 'y', 1::FLOAT), ('b', 'z', 2::FLOAT)) AS t(query, item, price)"
      await connection.run(`COPY (SELECT * FROM ${rows}) TO '${path}' (FORMAT parquet)`)
    }),
}

describe.each(Object.entries(tables))('%s without labels', (name, write) => {
  const path = join(folder, name)

  test('is read for scoring, and refused for everything else', async () => {
    await write(path)
    const lists = await readLists(path, { unlabelled: true })
    expect(lists.listIds).toEqual(['a', 'b'])
    expect(lists.itemIds).toEqual(['x', 'y', 'z'])
    expect(Array.from(lists.labels)).toEqual([0, 0, 0])
    expect(lists.features).toMatchObject({ values: Float32Array.of(3, 1, 2) })
    await expect(readLists(path)).rejects.toThrow(/label/)
  })
})

test('labels that are there are still read and checked', async () => {
  const path = join(folder, 'labelled.csv')
  writeFileSync(path, 'query,label,price\na,2,3\n')
  expect(Array.from((await readLists(path, { unlabelled: true })).labels)).toEqual([2])
  writeFileSync(path, 'query,label,price\na,two,3\n')
  await expect(readLists(path, { unlabelled: true })).rejects.toThrow('labelled.csv:2:3')
})
