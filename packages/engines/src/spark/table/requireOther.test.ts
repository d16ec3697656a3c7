import { resolve } from 'node:path'
import { RankwrightError } from '@rankwright/core'
import { expect, test } from 'vitest'
import type { SparkSession } from '../connect/sparkSession.ts'
import { requireOther } from './requireOther.ts'

/** A Spark that knows the files of these tables and paths. */
const files: Readonly<Record<string, readonly string[]>> = {
  'shop.b': ['file:///warehouse/b/part-1.parquet'],
  seen: ['file:///warehouse/b/part-1.parquet'],
  'parquet.`s3a://bucket/a b`': ['s3a://bucket/a%20b/1.parquet'],
  'parquet.`/shared/many`': ['file:///shared/many/day=0/1.parquet'],
  'other.c': ['hdfs://name/c/1.parquet'],
}
const session = {
  async inputFiles(query: string) {
    const found = files[query.replace('SELECT * FROM ', '')]
    if (found === undefined)
      throw new RankwrightError({ area: 'cluster', code: 'server-refused', address: 'spark://there', reason: 'TABLE_OR_VIEW_NOT_FOUND' })
    return found
  },
} as unknown as SparkSession

test.each([
  ['shop.b', 'shop.b'],
  ['shop.b', 'SHOP.`B`'],
  ['shop.b', 'b'],
  ['b', 'shop.b'],
  ['SELECT * FROM shop . b', 'shop.b'],
  ['SELECT * FROM `Shop`.`b` JOIN c', 'b'],
  ['seen', 'shop.b'], // a view
  ['shop.b', '/warehouse/b'],
  ['SELECT * FROM seen', 'file:/warehouse/b/'],
  ['s3a://bucket/a b', 's3a://bucket/a b'],
  ['s3a://bucket/a b', 'parquet.`s3a://bucket`'],
  ['/shared/many', 'file:///shared/many'],
  ['file:/shared/many', '/shared/many'],
  ['/shared/many', '/shared/many/scores'],
  ['/shared/train.csv', '/shared'],
  ['other.c', '/c'],
])('scores of %s do not replace %s', async (source, target) => {
  await expect(requireOther(session, target, source, false)).rejects.toThrow('so it is not replaced. Choose another name.')
})

test.each([
  ['shop.b', 'shop.scores'],
  ['shop.b', 'other.b'],
  ['SELECT * FROM shop.b', 'other.b'],
  ['shop.b', '/warehouse/bb'],
  ['/shared/many', '/shared/many-scores'],
  ['s3a://bucket/a b', 's3a://other/a b'],
  ['/shared/many', 'many'],
])('scores of %s may go into %s', async (source, target) => {
  await expect(requireOther(session, target, source, false)).resolves.toBeUndefined()
})

test('files that are read here may be in the folder, too', async () => {
  await expect(requireOther(session, '/shared/many', '/shared/many', true)).rejects.toThrow('not replaced')
  await expect(requireOther(session, resolve('many'), 'many', true)).rejects.toThrow('not replaced')
  await expect(requireOther(session, '/shared/scores', '/shared/many/1.txt', true)).resolves.toBeUndefined()
})

test('what is no name is refused before Spark is asked', async () => {
  await expect(requireOther({} as SparkSession, 'my table', 'shop.b', false)).rejects.toThrow('as in `my table`,')
})
