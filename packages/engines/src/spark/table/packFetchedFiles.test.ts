import { explain, type Problem } from '@rankwright/core'
import { expect, test } from 'vitest'
import type { SparkSession } from '../connect/sparkSession.ts'
import { packFetchedFiles } from './packFetchedFiles.ts'
import { sectionSizes } from './sectionSizes.ts'
import type { SparkTable } from './sparkTable.ts'

const source: SparkTable = {
  name: 's3a://shop/judged',
  relation: 'parquet.`s3a://shop/judged`',
  files: 's3a://shop/judged',
  typed: [],
  columns: { names: ['qid', 'label', 'first'], list: 0, label: 1, item: undefined, key: undefined, orderBy: undefined, features: [2] },
  order: ['_metadata.file_path', '_metadata.row_index'],
}
const columns = { list: { name: 'qid', type: 'string' }, features: [{ name: 'first', type: 'float' }] } as const
const files = [100, 300].map((megabytes, file) => ({ path: `${source.files}/${file}.parquet`, size: megabytes * 2 ** 20, modified: 0 }))

/** Says what Spark is set to, and of other queries that they are not expected. */
function sessionOf(settings: Readonly<Record<string, string>>): SparkSession {
  const rows = async (query: string) => {
    if (!query.startsWith('SET ')) throw new Error(`asked: ${query}`)
    return new Map([['value', [settings[query.slice('SET '.length)] ?? '<undefined>']]])
  }
  return { rows } as unknown as SparkSession
}

async function notesOf(settings: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const notes: Problem[] = []
  const counted = { cells: 'cells', ...sectionSizes([3], 1) }
  const reading = { onNote: (note: Problem) => notes.push(note) }
  expect(await packFetchedFiles(sessionOf(settings), source, { columns, files }, counted, reading, {})).toBeUndefined()
  return notes.map(explain)
}

test.each<[what: string, settings: Record<string, string>, room: number]>([
  ['1 GB unless told otherwise', {}, 171],
  ['what Spark is set to', { 'spark.executor.memory': '1500m' }, 250],
  ['less where tasks share it', { 'spark.executor.memory': '6g', 'spark.executor.cores': '4' }, 256],
])('a file that is too large for the memory of an executor is left to SQL, with the reason: %s', async (_, settings, room) => {
  expect(await notesOf(settings)).toEqual([
    `s3a://shop/judged: these Parquet files are packed by SQL, which takes several times as long as workers that read them, since s3a://shop/judged/1.parquet has 300 MB, and an executor has memory for files of ${room} MB.`,
  ])
})

test('files that fit are counted and fetched', async () => {
  await expect(notesOf({ 'spark.executor.memory': '2g' })).rejects.toThrow('asked: SELECT place0 AS path, count(*) AS rows FROM cells')
})
