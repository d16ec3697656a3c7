import { expect, test } from 'vitest'
import { ListRuns } from './listRuns.ts'

function runsOf(lists: readonly string[]): ListRuns {
  const runs = new ListRuns()
  for (const [row, list] of lists.entries()) runs.add(runs.numberOf(list), row)
  return runs
}

test('lists that stand in one piece each need no other order', () => {
  const runs = runsOf(['b', 'b', 'a', 'c', 'c'])
  expect(runs.listIds).toEqual(['b', 'a', 'c'])
  expect(runs.layOut(5)).toEqual({ offsets: Uint32Array.of(0, 2, 3, 5) })
})

test('the rows of a scattered list are brought together in their order', () => {
  const runs = runsOf(['b', 'a', 'b', 'b', 'a'])
  expect(runs.layOut(5)).toEqual({ offsets: Uint32Array.of(0, 3, 5), sourceRows: Uint32Array.of(0, 2, 3, 1, 4) })
})
