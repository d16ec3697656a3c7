import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNumber } from './formattedNumber.ts'
import { usualNumber } from './usualNumber.ts'

const part = fc.oneof(fc.stringMatching(/^[0-9]{0,9}$/), fc.constantFrom('$', '€', '£', '¥', '%', '.', '.', '-', '+', ',', ' ', 'e', '('))

test('what is read without a pattern is what the patterns read, to the bit', () => {
  let found = 0
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const text = parts.join('')
      const number = usualNumber(text)
      if (Number.isNaN(number)) return
      found++
      expect(number).toBe(readNumber(text)?.value)
    }),
    { numRuns: 3000 },
  )
  expect(found).toBeGreaterThan(300)
})

test.each([
  ['1234.50', 1234.5],
  ['-0', -0],
  ['+.5', 0.5],
  ['$12.', 12],
  ['€0.07', 0.07],
  ['11%', 0.11],
  ['123456789012345', 123456789012345],
])('%s is read', (text, value) => expect(usualNumber(text)).toBe(value))

test.each(['', '.', '$', '%', '-$5', '$-5', '$5%', '-5%', '1,200', '1e3', '1.2.3', '1234567890123456', ' 5', '५'])(
  '%s is left to others',
  (text) => expect(usualNumber(text)).toBeNaN(),
)
