import { expect, test } from 'vitest'
import { taskKeys } from './taskKeys.ts'

test('keys are sent to tasks as Spark does it', () => {
  expect([...taskKeys(3)]).toEqual([0, 1, 2].map((task) => remaindersOfSpark.indexOf(task)))
  expect(new Set(taskKeys(100)).size).toBe(100)
})

/** SELECT pmod(hash(id), 3) FROM range(12), with id as an int, of Spark 4.2.0. */
const remaindersOfSpark = [0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2]
