import { expect, test } from 'vitest'
import { columnCalled, firstLineIsData, numberedNames, tableColumns } from './tableColumns.ts'

const at = { file: 't.csv', line: 1, column: 1 }

test('features are the columns without another use, in file order', () => {
  const names = ['b', 'Grade', 'a', 'GROUP', 'Id', 'c']
  expect(tableColumns(names, { ignore: ['c'] }, at)).toEqual({ names, list: 3, label: 1, item: 4, features: [0, 2] })
  expect(tableColumns(names, { features: ['a', 'b', 'a'] }, at).features).toEqual([0, 2])
})

test('a column that is given for one use is no candidate for another', () => {
  expect(tableColumns(['id', 'doc', 'label'], { list: 'id' }, at)).toMatchObject({ list: 0, item: 1 })
})

test('a number is a place unless it is a name', () => {
  expect(columnCalled(['a', 'b', '1'], '1', 'list', at)).toBe(2)
  expect(columnCalled(['a', 'b', '1'], '2', 'list', at)).toBe(1)
  for (const name of ['0', '4', '1.0', '-1', '', 'A'])
    expect(() => columnCalled(['a', 'b', '1'], name, 'list', at)).toThrow('The columns are: a, b, 1.')
})

test('a first line is a row only for columns given by number, with a number for a label', () => {
  expect(firstLineIsData(['1', 'x', '3'], { list: '2', label: '1' }, at)).toBe(true)
  expect(firstLineIsData(['label', 'x', '3'], { list: '2', label: '1' }, at)).toBe(false)
  expect(firstLineIsData(['1', '2'], { list: '2', label: '9' }, at)).toBe(false)
  expect(firstLineIsData(['qid', '2'], { list: 'qid' }, at)).toBe(false)
  expect(() => firstLineIsData(['1', '', '2.5'], { list: 'qid' }, at)).toThrow('the first line is all numbers')
  expect(numberedNames(3)).toEqual(['1', '2', '3'])
})

test('long lists of columns are cut short in messages', () => {
  expect(() => tableColumns(numberedNames(136), {}, at)).toThrow('18, 19, 20 and 116 more.')
})

test('one name for two columns is refused unless neither is used', () => {
  const names = ['qid', 'label', 'x', 'x']
  expect(() => tableColumns(names, {}, at)).toThrow('columns 3 and 4 are both called "x"')
  expect(() => tableColumns(names, { ignore: ['x'] }, at)).toThrow('columns 3 and 4 are both called "x"')
  expect(tableColumns(names, { ignore: ['3', '4'] }, at).features).toEqual([])
})

test('no role is given in vain', () => {
  const names = ['qid', 'label', 'x', 'y']
  expect(() => tableColumns(names, { text: ['nope'] }, at)).toThrow('The columns are: qid, label, x, y.')
  expect(() => tableColumns(names, { weight: 'nope' }, at)).toThrow('The columns are: qid, label, x, y.')
  expect(() => tableColumns(names, { text: ['x'], category: ['x'] }, at)).toThrow('"x"')
  expect(() => tableColumns(names, { text: ['qid'] }, at)).toThrow('"qid"')
  expect(() => tableColumns(names, { text: ['x'], ignore: ['x'] }, at)).toThrow('"x"')
  expect(tableColumns(names, { number: ['x'] }, at).features).toEqual([2, 3])
})

test('a weight is read beside the features that are asked for', () => {
  const plan = { raw: new Set(['w', 'y']), side: new Set(['w']), reasons: new Map() }
  expect(tableColumns(['qid', 'label', 'x', 'w', 'y'], { features: ['x'], weight: 'w', plan }, at)).toMatchObject({
    features: [2],
    raw: [3],
  })
})
