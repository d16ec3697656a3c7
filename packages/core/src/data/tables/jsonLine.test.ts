import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RankwrightError } from '../../problems/problem.ts'
import { encodeUtf8 } from '../text/utf8.ts'
import { JsonLine } from './jsonLine.ts'

function opened(text: string): JsonLine {
  const json = new JsonLine('x.jsonl')
  const bytes = encodeUtf8(`${text}\n`)
  json.open(bytes, 0, bytes.length - 1, 1)
  return json
}

/** Any value, built from the reader's own steps. */
function read(json: JsonLine): unknown {
  switch (json.kind) {
    case 'text':
      return json.text()
    case 'number':
      return json.number()
    case 'array': {
      const values: unknown[] = []
      json.array(() => values.push(read(json)))
      return values
    }
    case 'object': {
      const entries: [string, unknown][] = []
      let key = ''
      json.object(
        () => {
          key = json.text()
        },
        () => entries.push([key, read(json)]),
      )
      return Object.fromEntries(entries)
    }
    case 'other': {
      if (json.word('null')) return null
      if (json.word('true')) return true
      if (json.word('false')) return false
      throw json.malformed('a value')
    }
  }
}

const sound = (value: unknown) => !/\p{Surrogate}/u.test(JSON.stringify(value)) && !/\\ud[89a-f]/i.test(JSON.stringify(value))

test('what JSON.stringify writes is read as it was, with any spaces', () => {
  fc.assert(
    fc.property(fc.jsonValue().filter(sound), fc.constantFrom(undefined, '\t'), (value, space) => {
      const json = opened(JSON.stringify(value, null, space).replaceAll('\n', ' \r'))
      expect(read(json)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(json.ended).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('skipping ends where reading ends, and refuses what JSON.parse refuses', () => {
  const pieces = fc.array(
    fc.constantFrom('{', '}', '[', ']', '"a"', ':', ',', '1', '-', '0', '.5', 'e3', 'true', 'nul', 'null', ' ', '\\', '"'),
    { maxLength: 9 },
  )
  let refused = 0
  fc.assert(
    fc.property(pieces, (some) => {
      const text = some.join('')
      let expected = true
      try {
        JSON.parse(text)
      } catch {
        expected = false
        refused++
      }
      const json = opened(text)
      let found = true
      try {
        if (json.ended) throw json.malformed('a value')
        json.skip()
        found = json.ended
      } catch (error) {
        if (!(error instanceof RankwrightError)) throw error
        found = false
      }
      expect(found, text).toBe(expected)
    }),
    { numRuns: 3000, examples: [[['[', ']']], [['{', '"a"', ':', '1', '}']], [['-', '0', '.5', 'e3']]] },
  )
  expect(refused).toBeGreaterThan(100)
})

test('a fault is reported with its column in bytes', () => {
  const json = opened('["é" 1]')
  expect(() => json.skip()).toThrow('x.jsonl:1:7: expected "," or "]", found "1".')
})
