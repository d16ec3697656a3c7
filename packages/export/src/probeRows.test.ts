import { rankingLists } from '@rankwright/core'
import { fitFeatureMap } from '@rankwright/core/runtime'
import { expect, test } from 'vitest'
import { missingValues, probeRows } from './probeRows.ts'

const lists = rankingLists({
  features: [
    [5, -1],
    [9, 1],
    [Number.NaN, 0],
  ],
  labels: [0, 1, 2],
  lists: [1, 1, 1],
})
const map = fitFeatureMap(lists, { scale: 'min-max', missing: 'zero' })
const column = (values: ArrayLike<number>, j: number) => Array.from(values).filter((_, place) => place % 2 === j)

test('rows inside the range hold its ends, values between and missing ones, and nothing else', () => {
  const first = column(probeRows(map).features.values, 0)
  expect(first[0]).toBeNaN()
  expect(first[1]).not.toBeNaN()
  const there = first.filter((value) => !Number.isNaN(value))
  expect([Math.min(...there), Math.max(...there)]).toEqual([5, 9])
  expect(there.some((value) => value > 5 && value < 9)).toBe(true)
  expect(column(probeRows(map).features.values, 1)).toContain(0)
})

test('rows outside the range hold values beyond both ends and infinite ones', () => {
  const first = column(probeRows(map, { outside: true, rows: 2000 }).features.values, 0)
  for (const wanted of [
    (x: number) => x < 5 && x > 0,
    (x: number) => x > 9 && x < Infinity,
    (x: number) => x === Infinity,
    (x: number) => x === -Infinity,
  ]) {
    expect(first.some(wanted)).toBe(true)
  }
})

test('what stands for a missing value is clipped like any other', () => {
  expect([...missingValues(map)]).toEqual([5, 0])
  expect([...missingValues(fitFeatureMap(lists, { scale: 'min-max', missing: 'mean' }))]).toEqual([7, 0])
})
