import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { Problem } from '../problems/problem.ts'
import { dataReport } from './dataReport.ts'

test('problems carry their sentences, and notes beyond the first hundred are left out', () => {
  const lists = rankingLists({ features: [[1]], labels: [0], lists: ['a'] })
  const empty: Problem = { area: 'data', code: 'no-rows', at: { file: 'f', line: 1, column: 1 } }
  const report = dataReport(lists, { problems: [empty], problemCount: 7, notes: new Array<Problem>(101).fill(empty) })
  expect(report).toMatchObject({ rows: 1, problemCount: 7, problems: [{ ...empty, message: expect.stringContaining('f:1:1') }] })
  expect(report.notes).toHaveLength(100)
})
