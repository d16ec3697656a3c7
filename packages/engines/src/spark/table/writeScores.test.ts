import { RankwrightError } from '@rankwright/core'
import { expect, test } from 'vitest'
import type { SparkSession } from '../connect/sparkSession.ts'
import type { SparkParts } from '../parts/sparkParts.ts'
import { writeScores } from './writeScores.ts'

const scores = ['list string', 'place int', 'score double']

/** A Spark that has a folder or table with these columns, and refuses statements that match. */
function sparkWith(columns: readonly string[] | undefined, refused?: RegExp) {
  const ran: string[] = []
  const refuse = (reason: string) => new RankwrightError({ area: 'cluster', code: 'server-refused', address: 'spark://there', reason })
  const session = {
    async rows(sql: string) {
      if (!sql.startsWith('DESCRIBE'))
        return new Map([
          ['rows', [3]],
          ['whole', [3]],
        ])
      if (columns === undefined) throw refuse('[PATH_NOT_FOUND] TABLE_OR_VIEW_NOT_FOUND')
      const parts = columns.map((column) => column.split(' '))
      return new Map([
        ['col_name', parts.map(([name]) => name)],
        ['data_type', parts.map(([, type]) => type)],
      ])
    },
    async run(sql: string) {
      if (refused?.test(sql)) throw refuse('no room')
      ran.push(sql.replace(/_[0-9a-f]{8}\b/g, '_N'))
    },
    sendFile: async (_: Uint8Array, extension: string) => `sent.${extension}`,
  } as unknown as SparkSession
  const parts = { sizes: [{ lists: 1, rows: 3 }], answersThere: async () => ['answers'] } as unknown as SparkParts
  return { ran, write: (target: string, replace = false) => writeScores(session, target, parts, {} as never, replace) }
}

const statements = (ran: readonly string[]) =>
  ran.filter((sql) => !/CACHE TABLE/.test(sql)).map((sql) => sql.split(' ').slice(0, 3).join(' '))

test('a folder that is not there is written at once', async () => {
  const { ran, write } = sparkWith(undefined)
  await write('/shared/scores')
  expect(statements(ran)).toEqual(['INSERT OVERWRITE DIRECTORY'])
})

test('a folder that is there stays, unless it is to be replaced: then all scores are stored before it is emptied', async () => {
  const kept = sparkWith(scores)
  await expect(kept.write('/shared/scores')).rejects.toThrow('Spark empties a folder before it writes to it')
  expect(kept.ran).toEqual([])
  const { ran, write } = sparkWith(scores)
  await write('/shared/scores', true)
  expect(statements(ran)).toEqual(['CREATE TABLE rankwright_scores_N', 'INSERT OVERWRITE DIRECTORY', 'DROP TABLE rankwright_scores_N'])
})

test('scores that could not be stored leave the folder as it is, and those of a folder that could not be written stay in a table', async () => {
  const first = sparkWith(scores, /^CREATE TABLE/)
  await expect(first.write('/shared/scores', true)).rejects.toThrow('no room')
  expect(statements(first.ran)).toEqual([])
  const second = sparkWith(scores, /^INSERT OVERWRITE/)
  await expect(second.write('/shared/scores', true)).rejects.toThrow(/all scores are in the table rankwright_scores_[0-9a-f]{8}/)
  expect(statements(second.ran)).toEqual(['CREATE TABLE rankwright_scores_N'])
})
