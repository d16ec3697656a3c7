import { expect, test } from 'vitest'
import { type ScoreTable, scoresCsv } from './scoreTable.ts'

const table: ScoreTable = {
  scores: Float64Array.of(0.5, -0, 1e-9),
  offsets: Uint32Array.of(0, 2, 3),
  listIds: ['a,b', 'c'],
  sourceRows: Uint32Array.of(0, 2, 1),
  kept: [{ name: 'the "title"', cells: ['first', undefined, ' third'] }],
}
const text = (given: ScoreTable) => [...scoresCsv(given)].join('')

test('rows stand as in the file, with their places in their lists and cells that read back', () => {
  expect(text(table)).toBe('list,place,"the ""title""",score\n"a,b",1,first,0.5\nc,1,,1e-9\n"a,b",2," third",-0\n')
  const { kept: _, sourceRows: __, ...plain } = table
  expect(text({ ...plain, itemIds: ['x', 'y', 'z'] })).toBe('list,place,item,score\n"a,b",1,x,0.5\n"a,b",2,y,-0\nc,1,z,1e-9\n')
})

test('many rows come in pieces', () => {
  const rows = 2500
  const pieces = [...scoresCsv({ scores: new Float64Array(rows), offsets: Uint32Array.of(0, rows), listIds: ['q'] })]
  expect(pieces.length).toBeGreaterThan(2)
  const lines = pieces.join('').split('\n')
  expect([lines.length, lines[rows], lines[rows + 1]]).toEqual([rows + 2, `q,${rows},0`, ''])
})

test.each([
  ['columns of its own names', { kept: [{ name: 'score', cells: ['', '', ''] }] }, 'columns with different names'],
  ['a column twice', { kept: [...table.kept!, ...table.kept!] }, 'columns with different names'],
  ['too few cells', { kept: [{ name: 'a', cells: ['x'] }] }, 'a cell for each score'],
  ['a row twice', { sourceRows: Uint32Array.of(0, 0, 1) }, 'each row of the file once'],
  ['lists that do not fit', { offsets: Uint32Array.of(0, 2, 4) }, 'where each list begins'],
])('%s are refused', (_, wrong, message) => {
  expect(() => text({ ...table, ...wrong })).toThrow(message)
})
