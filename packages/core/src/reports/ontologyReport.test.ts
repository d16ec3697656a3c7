import { edgeOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import type { Problem } from '../problems/problem.ts'
import { ProblemLog } from '../problems/problemLog.ts'
import { ontologyReport } from './ontologyReport.ts'

const note: Problem = { area: 'data', code: 'no-rows', at: { file: 'o', line: 1, column: 1 } }

function logOf(count: number): ProblemLog {
  const log = new ProblemLog()
  for (let i = 0; i < count; i++) log.add(note)
  return log
}

test('a parent that is not there is a problem, unless an import may hold it', () => {
  const ontology = edgeOntology('b,a\nc,a\n')
  const alone = ontologyReport(ontology, undefined, logOf(1), logOf(150))
  expect(alone).toMatchObject({ terms: 3, roots: ['a'], depth: 1, notes: [], problemCount: 151 })
  expect(alone.problems).toHaveLength(100)
  const importing = ontologyReport({ ...ontology, imports: ['other.owl'] }, undefined, logOf(1), logOf(2))
  expect(importing).toMatchObject({ imports: ['other.owl'], problemCount: 1 })
  expect([importing.notes.length, importing.problems.length]).toEqual([2, 1])
})

test('of terms that go round in a circle there are only counts', () => {
  const report = ontologyReport(edgeOntology('b,a\na,b\n'), undefined, logOf(0), logOf(0))
  expect(report).toMatchObject({ terms: 2, edges: 2, roots: [], depth: null, problemCount: 1, problems: [{ code: 'cycle' }] })
})
