import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseScores } from './numberLines.ts'
import { numberText } from './numberText.ts'
import { encodeUtf8 } from './utf8.ts'

test('scores that are written, one per line, are read back to the bit', () => {
  const finite = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, -0, 5e-324, Number.MAX_VALUE, -1e21, 1e-7),
  )
  fc.assert(
    fc.property(fc.array(finite), (scores) => {
      const text = scores.map((score) => `${numberText(score)}\n`).join('')
      expect(parseScores('scores.txt', encodeUtf8(text))).toEqual(Float64Array.from(scores))
    }),
    { numRuns: 500 },
  )
})
