import { expect, test } from 'vitest'
import { threadsOfWorkers } from './threadsOfWorkers.ts'

test('threads go to folds first, then to the primitives within them, and never add up to more', () => {
  expect(threadsOfWorkers(1, 5)).toEqual([1])
  expect(threadsOfWorkers(3, 5)).toEqual([1, 1, 1])
  expect(threadsOfWorkers(12, 5)).toEqual([3, 3, 2, 2, 2])
})
