import { expect, test } from 'vitest'
import { leftOutSample } from './leftOutSample.ts'

const sizes = Uint32Array.from({ length: 1000 }, (_, list) => 1 + (list % 20))

test('few rows are left out one and all', () => {
  expect(leftOutSample(sizes, 10_500, 1)).toBeUndefined()
  expect(leftOutSample([5000, 5000, 5000], 100, 1)).toBeUndefined()
})

test('of many rows, lists are drawn by the seed until there are enough', () => {
  const { lists, note } = leftOutSample(sizes, 2000, 1)!
  const rows = lists.reduce((sum, list) => sum + sizes[list], 0)
  expect(rows).toBeGreaterThanOrEqual(2000)
  expect(rows).toBeLessThan(2020)
  expect(Array.from(lists)).toEqual(Array.from(new Set(lists)).sort((a, b) => a - b))
  expect(note).toContain(`${lists.length} of 1000 lists`)
  expect(leftOutSample(sizes, 2000, 1)).toEqual({ lists, note })
  expect(leftOutSample(sizes, 2000, 2)!.lists).not.toEqual(lists)
})
