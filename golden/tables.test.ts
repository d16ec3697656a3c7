import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { fileRows } from '@rankwright/core/data'
import { readLists, writeLists } from '@rankwright/node'
import { afterAll, expect, test } from 'vitest'
import { describeWithRealData } from './realData.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The cells of a plain table without quotes, the naive way. */
const cells = (text: string, separator: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(separator))

describeWithRealData('xgboost-rank', (data) => {
  test.each([
    ['rank.train.csv', 149],
    ['rank.test.csv', 66],
  ])('%s, a table without a header, is read by column numbers', async (name, rows) => {
    const path = join(data, name)
    const lists = await readLists(path, { list: '5', label: '1' })
    expect(lists.featureNames).toEqual(['2', '3', '4'])
    const expected = cells(readFileSync(path, 'utf8'), ',').map(([label, a, b, c, list]) => ({
      list,
      label: Number(label),
      values: Float32Array.of(Number(a), Number(b), Number(c)),
    }))
    expect(expected.length).toBe(rows)
    expect([...fileRows(lists)]).toEqual(expected)
  })

  test('without column numbers it says how to give them', async () => {
    await expect(readLists(join(data, 'rank.train.csv'))).rejects.toThrow('as in `list: 5, label: 1`')
  })
})

describeWithRealData('catboost-querywise', (data) => {
  test.each([
    ['train.tsv.gz', 1500, 91],
    ['test.tsv.gz', 500, 26],
  ])('%s, with a URL among its columns, is read by column numbers', async (name, rows, groups) => {
    const path = join(data, name)
    const lists = await readLists(path, { list: '2', label: '3', item: '4', ignore: ['1', '5'] })
    const expected = cells(gunzipSync(readFileSync(path)).toString(), '\t').map(([, list, label, item, , ...features]) => ({
      list,
      label: Number(label),
      item,
      values: Float32Array.from(features, Number),
    }))
    expect([expected.length, lists.listIds.length, lists.width]).toEqual([rows, groups, 50])
    expect([...fileRows(lists)]).toEqual(expected)
  })

  test.each(['csv', 'tsv', 'jsonl', 'parquet'])('as %s it comes back to the bit', async (format) => {
    const read = await readLists(join(data, 'test.tsv.gz'), { list: '2', label: '3', item: '4', ignore: ['1', '5'] })
    const { featuresChosen: _, sideColumns: __, ...lists } = read // what the reader was told, not what the file holds
    const path = join(folder, `back.${format}`)
    await writeLists(lists, path)
    expect(await readLists(path)).toEqual(lists)
  })
})
