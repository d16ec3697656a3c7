import { seededRandom } from '@rankwright/core'
import { expect, test } from 'vitest'
import { judgedProducts, productFeatures } from './productSearch.ts'
import { productTable } from './productTable.ts'

const lists = judgedProducts(300, seededRandom(1))
const products = lists.flat()

test('the same seed makes the same shop, another seed another', () => {
  expect(productTable(judgedProducts(20, seededRandom(5)))).toBe(productTable(judgedProducts(20, seededRandom(5))))
  expect(productTable(judgedProducts(20, seededRandom(6)))).not.toBe(productTable(judgedProducts(20, seededRandom(5))))
})

test('all five grades occur, low ones more often', () => {
  const counts = [0, 1, 2, 3, 4].map((grade) => products.filter(({ label }) => label === grade).length)
  expect(Math.min(...counts)).toBeGreaterThan(products.length * 0.03)
  expect(counts[0]).toBeGreaterThan(counts[4])
})

test('every list has its own query and its positions are 1, 2, …', () => {
  expect(new Set(lists.map(([first]) => first.query)).size).toBe(lists.length)
  for (const list of lists) {
    expect(list.map(({ position }) => position).sort((a, b) => a - b)).toEqual(list.map((_, i) => i + 1))
  }
})

test('clicks favour the top of the present order beyond what the grades explain', () => {
  const clicksOf = (grade: number, from: number, to: number) => {
    const chosen = products.filter(({ label, position }) => label === grade && position >= from && position < to)
    return chosen.reduce((sum, { clicks }) => sum + clicks, 0) / chosen.length
  }
  expect(clicksOf(3, 1, 4)).toBeGreaterThan(2 * clicksOf(3, 8, 20))
})

test('some values are missing, none is infinite', () => {
  const values = products.flatMap(({ features }) => productFeatures.map((name) => features[name]))
  expect(values.some(Number.isNaN)).toBe(true)
  expect(values.every((value) => Number.isNaN(value) || Number.isFinite(value))).toBe(true)
})
