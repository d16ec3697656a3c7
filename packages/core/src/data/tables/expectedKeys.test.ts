import { expect, test } from 'vitest'
import { encodeUtf8 } from '../text/utf8.ts'
import { ExpectedKeys } from './expectedKeys.ts'
import { JsonLine } from './jsonLine.ts'

test('a key that stands where it stood before is not looked up again, and another one is', () => {
  const json = new JsonLine('f')
  const lookedUp: string[] = []
  const keys = new ExpectedKeys(json, (name) => lookedUp.push(name))
  const read = (text: string): string[] => {
    const bytes = encodeUtf8(text)
    const found: string[] = []
    json.open(bytes, 0, bytes.length, 1)
    keys.restart()
    json.object(keys.read, () => {
      found.push(keys.key)
      json.skip()
    })
    return found
  }
  expect(read('{"a":1,"b":2}')).toEqual(['a', 'b'])
  expect(read('{"a":1,"b":2}')).toEqual(['a', 'b'])
  expect(lookedUp).toEqual(['a', 'b'])
  expect(read('{"b":2,"ab":1}')).toEqual(['b', 'ab'])
  expect(lookedUp).toEqual(['a', 'b', 'b', 'ab'])
})
