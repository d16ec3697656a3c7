import { expect, test } from 'vitest'
import type { DescribedColumn } from '../encoders/describedColumn.ts'
import { schemaOptions, schemaText, withGivenRoles } from './tableSchema.ts'

const columns: DescribedColumn[] = [
  { name: 'q', role: 'list', reason: 'it is called q' },
  { name: 'grade', role: 'label', reason: 'given' },
  { name: 'title', role: 'text', reason: 'texts' },
  { name: 'brand', role: 'category', reason: '3 different values' },
  { name: 'size', role: 'category', reason: '4 different values' },
  { name: 'code', role: 'ignored', reason: 'an id' },
]

test('a schema that was written is read back as options', () => {
  expect(schemaOptions(schemaText(columns, { missingWords: ['sold'], match: ['q~title'], dateOrder: 'day-first' }), 's.json')).toEqual({
    list: 'q',
    label: 'grade',
    text: ['title'],
    category: ['brand', 'size'],
    ignore: ['code'],
    missingWords: ['sold'],
    match: ['q~title'],
    dateOrder: 'day-first',
  })
})

test.each([
  ['{bad', '1:2', 'it is not JSON'],
  ['{"format": "rankwright-schema", "version": 1,\n"columns": [], "columns": []}', '2:16', 'it has the key "columns" twice'],
  ['[]', '1:1', 'it is no JSON object'],
  ['\n {}', '2:2', 'it lacks "format": "rankwright-schema"'],
  [schemaText(columns).replace('"version": 1', '"version": 2'), '3:12', 'its version is 2, and 1 is known'],
  [schemaText(columns).replace('"version"', '"colour": 3,\n"version"'), '3:1', 'it has an unknown key "colour"'],
  [
    schemaText(columns).replace('"version"', '"dateOrder": "day",\n"version"'),
    '3:14',
    '"dateOrder" is none of auto, day-first, month-first',
  ],
  [schemaText(columns).replace('"text"', '"prose"'), '7:26', 'the role of the column "title" is none of'],
  [schemaText([...columns, columns[2]]), '11:3', 'it has the column "title" twice'],
  [schemaText([...columns, { name: 'p', role: 'list', reason: '' }]), '11:22', '2 columns have the role list'],
])('%j is refused with its place', (text, place, reason) => {
  expect(() => schemaOptions(text, 's.json')).toThrow(`s.json:${place}: this is no schema of a table: ${reason}`)
})

test('a column that is named besides a schema has that role alone, and the others keep theirs', () => {
  const schema = schemaOptions(schemaText(columns), 's.json')
  expect(withGivenRoles({ dateOrder: 'day-first' }, { dateOrder: 'month-first' })).toEqual({ dateOrder: 'month-first' })
  expect(withGivenRoles({ dateOrder: 'day-first' }, {})).toEqual({ dateOrder: 'day-first' })
  expect(withGivenRoles(schema, { text: ['brand'] })).toEqual({
    list: 'q',
    label: 'grade',
    text: ['title', 'brand'],
    category: ['size'],
    ignore: ['code'],
  })
  expect(withGivenRoles(schema, { ignore: ['title'] })).toEqual({
    list: 'q',
    label: 'grade',
    category: ['brand', 'size'],
    ignore: ['code', 'title'],
  })
  expect(withGivenRoles(schema, { item: 'code', list: 'brand' })).toEqual({
    list: 'brand',
    label: 'grade',
    text: ['title'],
    category: ['size'],
    item: 'code',
  })
})
