import { expect, test } from 'vitest'
import { ByteBuffer } from './byteBuffer.ts'

test('bytes stay in order through appending, dropping and growing, with room for one more', () => {
  const buffer = new ByteBuffer()
  const room = buffer.bytes.length
  buffer.append(Uint8Array.of(1, 2, 3))
  buffer.drop(2)
  buffer.append(new Uint8Array(room - 1).fill(7))
  expect(buffer.length).toBe(room)
  expect(buffer.bytes.length).toBeGreaterThan(room)
  expect([buffer.bytes[0], buffer.bytes[1], buffer.bytes[room - 1]]).toEqual([3, 7, 7])
})

test('an empty chunk changes nothing', () => {
  const buffer = new ByteBuffer()
  buffer.append(Uint8Array.of(5))
  buffer.append(new Uint8Array(0))
  expect([buffer.length, buffer.bytes[0]]).toEqual([1, 5])
})
