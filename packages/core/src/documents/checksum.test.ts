import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checksumOf } from './checksum.ts'

test('is SHA-256 of the canonical form: keys in order, nothing between', () => {
  const canonical = '{"a":[1,-0.5,1e+21,"é\\n"],"b":{"x":null,"y":true},"z":0}'
  const document = { z: -0, checksum: 'not counted', b: { y: true, x: null }, a: [1, -0.5, 1e21, 'é\n'] }
  expect(checksumOf(document)).toBe(`sha256:${createHash('sha256').update(canonical).digest('hex')}`)
})

test('does not depend on the order of keys, and on every value', () => {
  const values = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true })
  fc.assert(
    fc.property(values, (document) => {
      const again = JSON.parse(JSON.stringify(document))
      expect(checksumOf(Object.fromEntries(Object.entries(again).toReversed()))).toBe(checksumOf(document))
      expect(checksumOf({ ...again, more: 1 })).not.toBe(checksumOf({ ...again, more: 2 }))
      expect(checksumOf({ ...again, more: '1' })).not.toBe(checksumOf({ ...again, more: 1 }))
    }),
  )
})

test('there is none of a document that is nested without end', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  expect(checksumOf({ deep })).toBe(undefined)
})
