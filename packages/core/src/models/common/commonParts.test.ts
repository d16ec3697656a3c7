import { expect, test } from 'vitest'
import { documentReader } from '../../documents/documentReader.ts'
import { featuresFrom } from './commonParts.ts'

const read = documentReader('m.json')

test('a name that appears twice is refused', () => {
  expect(() => featuresFrom(['a', 'b', 'a'], read)).toThrow('the name "a" appears twice')
})

test('200,000 names are read in a moment', () => {
  const names = Array.from({ length: 200_000 }, (_, column) => `feature ${column}`)
  const begin = performance.now()
  expect(featuresFrom(names, read)).toBe(names)
  expect(performance.now() - begin).toBeLessThan(3000) // one look through all names for each of them took a minute
})
