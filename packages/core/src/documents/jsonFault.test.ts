import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFault } from './jsonFault.ts'

test.each([
  ['{"a": [listnet]}', 7],
  ['data: x', 0],
  ['{"a": 1,}', 8],
  ['[1, 2,]', 6],
  ['{"a" 1}', 5],
  ['{a: 1}', 1],
  ['{"a": 1} {', 9],
  ['[1 2]', 3],
  ['[01]', 2],
  ['[1}', 2],
  ['["a\n"]', 1],
  ['["\\x"]', 1],
  ["['a']", 1],
  ['// note\n{}', 0],
  ['{"a":', 5],
  ['["a', 1],
])('%s is wrong at %i', (text, position) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(jsonFault(text)).toBe(position)
})

test('what the parser takes has no fault, and what follows it is one', () => {
  const json = fc.json().map((text) => ` ${text}\n`)
  fc.assert(
    fc.property(json, fc.constantFrom('x', '{', ']', ',', ':', '"', '0'), (text, further) => {
      expect(jsonFault(text)).toBe(text.length)
      expect(jsonFault(text + further)).toBe(text.length)
    }),
  )
})

test('what has a fault is refused by the parser too', () => {
  const marks = fc.constantFrom('{', '}', '[', ']', ',', ':', '\\', '-', '0', 'e', ' ')
  fc.assert(
    fc.property(fc.json(), fc.nat(), marks, (text, number, mark) => {
      const place = number % text.length
      const spoiled = `${text.slice(0, place)}${mark}${text.slice(place + 1)}`
      if (jsonFault(spoiled) < spoiled.length) expect(() => JSON.parse(spoiled)).toThrow(SyntaxError)
    }),
  )
})
