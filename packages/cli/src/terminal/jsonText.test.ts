import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from './jsonText.ts'

const textOf = (value: unknown) => [...jsonText(value)].join('')

test('any JSON value comes out as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(textOf(value)).toBe(`${JSON.stringify(value)}\n`)
    }),
  )
})

test('NaN and infinities are null, typed arrays are arrays, undefined entries are left out', () => {
  expect(textOf({ a: Number.NaN, b: new Float64Array([1.5, Number.NaN, Number.POSITIVE_INFINITY]), c: undefined, d: [undefined] })).toBe(
    '{"a":null,"b":[1.5,null,null],"d":[null]}\n',
  )
})

test('what can be iterated is an array, read as it is written', () => {
  let asked = 0
  const numbers = function* () {
    for (let i = 0; i < 100_000; i++) yield [asked++, i]
  }
  const text = jsonText({ numbers: numbers() })
  text.next()
  expect(asked).toBeLessThan(20_000)
  expect(textOf({ few: new Set([1, Number.NaN]), none: new Set() })).toBe('{"few":[1,null],"none":[]}\n')
})

test('a long document comes in pieces', () => {
  const numbers = Array.from({ length: 100_000 }, (_, i) => i)
  const pieces = [...jsonText({ numbers })]
  expect(pieces.length).toBeGreaterThan(5)
  expect(JSON.parse(pieces.join(''))).toEqual({ numbers })
})

test('a text that a terminal would obey is escaped, and reads back the same', () => {
  const hostile = { '\u202ename': 'a\u009b31m\u001b[2J\u2028\u007f' }
  const text = [...jsonText(hostile)].join('')
  expect(text).toMatch(/^[ -~]+\n$/)
  expect(JSON.parse(text)).toEqual(hostile)
})
