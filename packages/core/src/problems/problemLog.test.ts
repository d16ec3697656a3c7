import { expect, test } from 'vitest'
import { mostProblems, ProblemLog } from './problemLog.ts'

test('the first problems are kept, and all are counted', () => {
  const log = new ProblemLog()
  for (let line = 1; line <= mostProblems + 5; line++) log.add({ area: 'data', code: 'no-rows', at: { file: 'f', line, column: 1 } })
  expect([log.count, log.problems.length]).toEqual([mostProblems + 5, mostProblems])
  expect(log.problems.at(-1)).toMatchObject({ at: { line: mostProblems } })
})
