import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WordReader } from '../cells/wordReader.ts'
import { AsciiTrigrams } from './asciiTrigrams.ts'

const ascii = new AsciiTrigrams()

function hashedTrigrams(words: WordReader): Set<number> {
  const count = words.readTrigrams()
  return new Set(words.trigrams.subarray(0, count))
}

test('as many trigrams are different, and shared, as their hashes say', () => {
  const text = fc.stringMatching(/^[abAZ09 -]{0,30}$/)
  fc.assert(
    fc.property(text, text, (asked, other) => {
      const [query, words] = [new WordReader(), new WordReader()]
      query.read(asked)
      words.read(other)
      const [ofQuery, ofText] = [hashedTrigrams(query), hashedTrigrams(words)]
      const trigrams = ascii.of(query)
      expect(trigrams.length).toBe(ofQuery.size)
      expect(ascii.sharedWith(trigrams, words)).toBe([...ofText].filter((hash) => ofQuery.has(hash)).length)
      expect(ascii.found).toBe(ofText.size)
    }),
    { numRuns: 400 }, // marks are used up after 127 texts
  )
})
