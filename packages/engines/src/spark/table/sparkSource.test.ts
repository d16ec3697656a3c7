import { RankwrightError } from '@rankwright/core'
import { expect, test } from 'vitest'
import type { SparkSession } from '../connect/sparkSession.ts'
import { sparkSource } from './sparkSource.ts'

/** A Spark that has no files, and one table under any name. */
const asked: string[] = []
const noFile = () => {
  throw new RankwrightError({ area: 'cluster', code: 'server-refused', address: 'spark://there', reason: '[PATH_NOT_FOUND] No such path.' })
}
const session = {
  async configure() {},
  readView: async () => noFile(),
  async rows(sql: string) {
    asked.push(sql)
    if (sql.includes('parquet.`')) noFile()
    return new Map([
      ['col_name', ['qid', 'label', 'price']],
      ['data_type', ['bigint', 'int', 'double']],
    ])
  },
} as unknown as SparkSession

test.each(['shop.csv', 'shop.tsv', 'shop.txt', 'shop.parquet', 'my.shop.csv'])(
  'where %s is no file, the way to read such a table is told',
  async (name) => {
    await expect(sparkSource(session, name, {})).rejects.toThrow(
      `No such path. By its ending, ${name} was taken for a file: if it is a table, give "SELECT * FROM ${name}".`,
    )
    expect((await sparkSource(session, `SELECT * FROM ${name}`, {})).columns.features).toEqual([2])
    expect(asked.at(-1)).toContain(`(SELECT * FROM ${name}\n)`)
  },
)

test.each(['/shared/shop.csv', 'file:/shared/shop.txt', 's3a://shop/day.parquet'])(
  'where %s is no file, no table is meant',
  async (name) => {
    await expect(sparkSource(session, name, {})).rejects.toThrow(/No such path\.$/)
  },
)
