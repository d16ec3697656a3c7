import { expect, test } from 'vitest'
import { drawLists } from './drawLists.ts'
import { rankingLists } from './plainRows.ts'

const lists = rankingLists({
  features: Array.from({ length: 60 }, (_, row) => [row]),
  labels: Array.from({ length: 60 }, (_, row) => row % 2),
  lists: Array.from({ length: 60 }, (_, row) => `q${Math.floor(row / 3)}`),
})

test('lists stay whole and in their order, and are as many as the rows ask for', () => {
  const drawn = drawLists(lists, 10, 1)
  expect(drawn.listIds.length).toBe(4)
  expect([...drawn.offsets]).toEqual([0, 3, 6, 9, 12])
  const places = drawn.listIds.map((id) => lists.listIds.indexOf(id))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(drawLists(lists, 10, 1)).toEqual(drawn)
  expect(drawLists(lists, 10, 2).listIds).not.toEqual(drawn.listIds)
})

test('lists with few rows are given as they are', () => {
  expect(drawLists(lists, 60, 1)).toBe(lists)
})
