import { expect, test } from 'vitest'
import { placeOfFault, placeOfKey, placeOfPart, repeatedKey } from './jsonPlaces.ts'

const text = `{
  "a": [1, {"b": "x, ]}\\"", "c": [true, null]}],
  "k.ey": {},
  "a2": {"deep": -1.5e3}
}`

test.each([
  ['a', 2, 8],
  ['a[0]', 2, 9],
  ['a[1].b', 2, 18],
  ['a[1].c[1]', 2, 41],
  ['a2.deep', 4, 18],
])('%s stands in line %i, column %i', (part, line, column) => {
  expect(placeOfPart(text, part)).toEqual({ line, column })
})

test('what is not there has the place of what it would be in', () => {
  expect(placeOfPart(text, 'a[1].missing')).toEqual(placeOfPart(text, 'a[1]'))
  expect(placeOfPart(text, 'a[7]')).toEqual(placeOfPart(text, 'a'))
  expect(placeOfPart(text, '')).toEqual({ line: 1, column: 1 })
})

test('of a key that is there twice, the last counts', () => {
  expect(placeOfPart('{"a": 1,\n"a": 2}', 'a')).toEqual({ line: 2, column: 6 })
})

test('a text that is cut short is wrong at its end, another one where it stops being JSON', () => {
  expect(placeOfFault('{"a":\n [1,')).toEqual({ line: 2, column: 5 })
  expect(placeOfFault('{"a":\n [one]}')).toEqual({ line: 2, column: 3 })
})

test('the place of a key is where the key stands, whatever its letters', () => {
  const text = '{"a": [\n  {"b.c[0]": 1, "d": 2}], "e": 3}'
  expect(placeOfKey(text, 'a[0]', 'b.c[0]')).toEqual({ line: 2, column: 4 })
  expect(placeOfKey(text, 'a[0]', 'd')).toEqual({ line: 2, column: 17 })
  expect(placeOfKey(text, '', 'e')).toEqual({ line: 2, column: 27 })
  expect(placeOfKey(text, 'a[0]', 'missing')).toEqual(placeOfPart(text, 'a[0]'))
})

test('a key that an object has twice is found, and where', () => {
  expect(repeatedKey('{"a": [{"b": 1, "c": "{\\"b\\": 2}"}, {"b": 2}],\n "d": {"a": 1}, "\\u0061": 2}')).toEqual({
    key: 'a',
    place: { line: 2, column: 17 },
  })
  expect(repeatedKey('[1, {"x": {"y": [], "y": null}}]')).toEqual({ key: 'y', place: { line: 1, column: 21 } })
  expect(repeatedKey('{"a": {"a": {}}, "b": [{"a": 1}, {"a": 1}]}')).toBe(undefined)
})
