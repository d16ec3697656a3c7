import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankingLists } from '../lists/plainRows.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { decodeUtf8 } from '../text/utf8.ts'
import { parseLetor } from './letorParser.ts'
import { letorText } from './letorWriter.ts'

function written(lists: RankingLists): string {
  return [...letorText(lists)].map((piece) => decodeUtf8(piece, 0, piece.length)).join('')
}

test('rows are written in file order with their list, features and item', () => {
  const lists = rankingLists({
    features: [
      [0, 0.1],
      [-2.5, Number.NaN],
      [1e-10, 123456],
    ],
    labels: [0, 1.5, -2],
    lists: ['b', 'a', 'b'],
    items: ['x', 'two words', '"q"'],
  })
  expect(written(lists)).toBe(
    '0 qid:b 1:0 2:0.1 # docid = x\n1.5 qid:a 1:-2.5 2:NULL # docid = "two words"\n-2 qid:b 1:1e-10 2:123456 # docid = "\\"q\\""\n',
  )
})

test('every 32-bit float is read back to the bit, negative zero too', () => {
  const bits = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((word) => new Float32Array(Uint32Array.of(word).buffer)[0])
  const decimal = fc
    .tuple(fc.integer({ min: -999999, max: 999999 }), fc.integer({ min: 0, max: 8 }))
    .map(([digits, places]) => digits / 10 ** places)
  const value = fc.oneof(bits, decimal, fc.constantFrom(0, -0, 2 ** -126, 2 ** -20, 16777216, 0.5)).map(Math.fround)
  const usable = value.filter((each) => Number.isNaN(each) || Number.isFinite(each))
  fc.assert(
    fc.property(fc.array(fc.tuple(usable, usable), { minLength: 1, maxLength: 50 }), (features) => {
      const lists = rankingLists({ features, labels: features.map((_, row) => row / 3), lists: features.map((_, row) => row % 3) })
      const back = parseLetor(written(lists))
      expect(back).toEqual(lists)
      expect(back.features.values.every((each, index) => Object.is(each, lists.features.values[index]))).toBe(true)
    }),
  )
})

test('values are as short as can be', () => {
  const shown = (value: number) => written(rankingLists({ features: [[value]], labels: [0], lists: [1] })).slice('0 qid:1 1:'.length, -1)
  for (const text of ['0.007477', '1', '100', '0.05', '12.5', '3.4028235e+38', '1e-45', '9999999', '0.33333334', '-0', '-0.5']) {
    expect(shown(Number(text))).toBe(text)
  }
})

test('wide data keeps its width and its zeros', () => {
  const text = `${Array.from({ length: 300 }, (_, row) => `0 qid:${row} ${row + 1}:${row / 4} 1500:-0\n`).join('')}1 qid:x 60000:0\n`
  const lists = parseLetor(text)
  expect(lists.features.kind).toBe('sparse')
  const again = written(lists)
  expect(again.split('\n')[0]).toBe('0 qid:0 1500:-0 60000:0')
  expect(parseLetor(again)).toEqual(lists)
})

test('list ids with white space are percent-encoded, and different lists stay different', () => {
  const ids = ['blue kettle', 'blue%20kettle', 'plain', '', 'tab\tand\nline']
  const lists = rankingLists({ features: ids.map((_, i) => [i]), labels: ids.map(() => 0), lists: ids })
  const back = parseLetor(written(lists))
  expect(back.listIds).toEqual(['blue%20kettle', 'blue%2520kettle', 'plain', '%', 'tab%09and%0Aline'])
})
