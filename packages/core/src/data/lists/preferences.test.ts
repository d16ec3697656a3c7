import { expect, test } from 'vitest'
import { rankingLists } from './plainRows.ts'
import { parsePreferences, parsePreferredPairs } from './preferences.ts'

const named = rankingLists({
  features: [
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 8],
  ],
  labels: [0, 0, 0, 0],
  lists: ['a', 'a', 'b', 'b'],
  items: ['x', 'y, or z', 'x', 'w'],
})
const bytes = (text: string) => new TextEncoder().encode(text)

test('each pair is a list of two, the preferred item with label 1', () => {
  const pairs = parsePreferences('p.csv', bytes('list,preferred,other\na,"y, or z",x\r\nb,x,w\n'), named)
  expect(pairs.features).toEqual({ kind: 'dense', values: Float32Array.of(3, 4, 1, 2, 5, 6, 7, 8) })
  expect([...pairs.labels]).toEqual([1, 0, 1, 0])
  expect([...pairs.offsets]).toEqual([0, 2, 4])
  expect(pairs.itemIds).toEqual(['y, or z', 'x', 'x', 'w'])
})

test.each([';', '\t', '|', 'sep=;'])('%j between columns is as good as a comma', (given) => {
  const separator = given.at(-1)!
  const lines = ['list,preferred,other', 'a,"y; or ""z""",x', 'b,x,w'].map((line) => line.replaceAll(',', separator))
  const text = [...(given.length > 1 ? [given] : []), ...lines].join('\r\n')
  const own = { ...named, itemIds: ['x', 'y; or "z"', 'x', 'w'] }
  expect(parsePreferences('p.csv', bytes(`\ufeff${text}`), own).itemIds).toEqual(['y; or "z"', 'x', 'x', 'w'])
})

test('pairs of rows are sorted by their lists, the preferred one second', () => {
  const text = 'list,preferred,other\nb,x,w\na,x,"y, or z"\nb,w,x\n'
  expect(parsePreferredPairs('p.csv', bytes(text), named)).toEqual({
    starts: Uint32Array.of(0, 1, 3),
    first: Uint32Array.of(1, 3, 2),
    second: Uint32Array.of(0, 2, 3),
  })
})

test('columns may stand in any order, and items without ids are called by their rows in the file', () => {
  const { itemIds: _, ...nameless } = named
  const pairs = parsePreferences('p.csv', bytes('other,list,preferred\n3,b,2\n'), nameless)
  expect(pairs.features).toEqual({ kind: 'dense', values: Float32Array.of(5, 6, 7, 8) })
})

test.each([
  ['list,preferred\na,x\n', 'p.csv:1:1: the columns other are missing'],
  ['list,preferred,other\na,x,w\n', 'p.csv:2:1: the data has no item "w" in the list "a"'],
  ['list,preferred,other\nc,x,w\n', 'p.csv:2:1: the data has no item "x" in the list "c"'],
  ['list,preferred,other\n\na,x,x\n', 'p.csv:3:1: "x" is preferred to itself'],
  ['list,preferred,other\n', 'p.csv: there are no pairs in this file'],
])('%j is refused', (text, message) => {
  expect(() => parsePreferences('p.csv', bytes(text), named)).toThrow(message)
})
