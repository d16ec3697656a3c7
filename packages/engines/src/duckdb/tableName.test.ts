import { expect, test } from 'vitest'
import { nameText, tableName } from './tableName.ts'

test.each([
  ['sc', ['sc']],
  ['main.sc', ['main', 'sc']],
  ['"main.sc"', ['main.sc']],
  ['"my schema"."t.x"', ['my schema', 't.x']],
  ['my schema.we ird', ['my schema', 'we ird']],
  ['shop.main."a ""b"""', ['shop', 'main', 'a "b"']],
])('%s has the parts %j', (text, parts) => {
  expect(tableName(text)).toEqual(parts)
  expect(tableName(nameText(parts))).toEqual(parts)
})

test.each(['', '.', 'a.', '.a', 'a..b', '"a', 'a"b', '"a"b', '""', 'a.b.c.d'])('%s is no name', (text) => {
  expect(() => tableName(text)).toThrow('is no name of a table. Separate schema and table by a dot')
})

test('names with dots, blanks and quotes are shown in double quotes', () => {
  expect(nameText(['main', 'Größe_1', 'a.b', 'a b', 'a"b'])).toBe('main.Größe_1."a.b"."a b"."a""b"')
})
