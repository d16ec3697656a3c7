import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import { IdTable } from './idTable.ts'

test('ids are numbered as they come, and found again, by text and by bytes', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.oneof(fc.stringMatching(/^[A-Z]{1,3}:\d{1,7}$/), fc.string()), { maxLength: 900 }), (ids) => {
      const table = new IdTable()
      for (const [number, id] of ids.entries()) {
        expect(table.find(id)).toBe(-1)
        expect(table.add(id)).toBe(number)
      }
      for (const [number, id] of ids.entries()) {
        expect(table.find(id)).toBe(number)
        const bytes = encodeUtf8(`xx${id}xx`)
        expect(table.findBytes(bytes, 2, bytes.length - 2)).toBe(/^[^\\\u0080-\uffff]*$/u.test(id) ? number : -1)
      }
    }),
    { numRuns: 30 },
  )
})

test('bytes that are two letters in Latin-1 are not those letters', () => {
  const table = new IdTable()
  table.add('\u00c3\u00a9')
  const bytes = encodeUtf8('\u00e9')
  expect(Array.from(bytes)).toEqual([0xc3, 0xa9])
  expect(table.findBytes(bytes, 0, 2)).toBe(-1)
})

test('many ids that differ in their first letters only', () => {
  const table = new IdTable()
  for (let number = 0; number < 200_000; number++) table.add(`${number}:term`)
  expect(table.find('199999:term')).toBe(199_999)
  expect(table.find('200000:term')).toBe(-1)
})
