import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import { ListSketch, rowWord, SKETCH_WORDS } from './listSketch.ts'

type Row = readonly [features: number, others: number, label: number]

function sketchOf(rows: readonly Row[]): number[] {
  const sketch = new ListSketch()
  const into = new Int32Array(SKETCH_WORDS)
  for (const row of rows) sketch.add(...row)
  sketch.finish(into, 0)
  return Array.from(into)
}

function wordOf([features, others]: Row): number {
  return rowWord(features, others) >>> 0
}

const word = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
const row = fc.tuple(word, word, fc.integer({ min: 0, max: 4 }))

test('the order of the rows does not matter', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.integer({ min: 0, max: 99 }), (rows, seed) => {
      expect(sketchOf(seededRandom(seed).shuffle([...rows]))).toEqual(sketchOf(rows))
    }),
  )
})

test('it ends with the smallest words of the rows, each once, ascending, the last repeated', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
      const words = [...new Set(rows.map(wordOf))].sort((a, b) => a - b)
      const expected = Array.from({ length: 4 }, (_, place) => words[Math.min(place, words.length - 1)])
      expect(
        sketchOf(rows)
          .slice(2)
          .map((each) => each >>> 0),
      ).toEqual(expected)
    }),
  )
})

test('a row more, a row twice, another label or another value make another list', () => {
  const rows: Row[] = [
    [1, 2, 0],
    [3, 4, 1],
    [5, 6, 0],
  ]
  const others: Row[][] = [
    rows.slice(1),
    [...rows, rows[0]],
    [[1, 2, 1], ...rows.slice(1)],
    [[1, 3, 0], ...rows.slice(1)],
    [[2, 2, 0], ...rows.slice(1)],
    [],
  ]
  const names = [rows, ...others].map((each) => sketchOf(each).slice(0, 2).join())
  expect(new Set(names).size).toBe(names.length)
})

test('a sketch starts anew after each list', () => {
  const sketch = new ListSketch()
  const into = new Int32Array(2 * SKETCH_WORDS)
  for (const at of [0, SKETCH_WORDS]) {
    sketch.add(7, 8, 1)
    sketch.finish(into, at)
  }
  expect(into.slice(SKETCH_WORDS)).toEqual(into.slice(0, SKETCH_WORDS))
})

test('labels 0 and −0 are one, and so are all labels that are missing', () => {
  expect(sketchOf([[1, 2, -0]])).toEqual(sketchOf([[1, 2, 0]]))
  expect(sketchOf([[1, 2, Number.NaN]])).toEqual(sketchOf([[1, 2, -Number.NaN]]))
})

test('other labels change the words of the list, not those of its rows', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
      const raised = sketchOf(rows.map(([features, others, label]) => [features, others, label + 1]))
      expect(raised.slice(2)).toEqual(sketchOf(rows).slice(2))
      expect(raised.slice(0, 2)).not.toEqual(sketchOf(rows).slice(0, 2))
    }),
  )
})

test('a row of zeros is no smaller than others', () => {
  expect(wordOf([0, 0, 0])).toBeGreaterThan(2 ** 16)
})
