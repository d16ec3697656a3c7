import { expect, test } from 'vitest'
import type { ByteSource } from './byteSource.ts'
import { utf8Source } from './utf8Source.ts'

const text = 'qid,title\nq1,naïve 手机 😀\n'

/** In pieces of an odd size, so that characters are cut. */
function sourceOf(bytes: Uint8Array): ByteSource {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 3) }, (_, at) => bytes.slice(3 * at, 3 * at + 3))
  return {
    name: 'table.csv',
    size: bytes.length,
    head: async () => pieces[0],
    async *bytes() {
      yield* pieces
    },
    async close() {},
  }
}

async function read(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder()
  let found = ''
  for await (const chunk of (await utf8Source(sourceOf(bytes))).bytes()) found += decoder.decode(chunk, { stream: true })
  return found + decoder.decode()
}

const lesserFirst = Buffer.from(`\ufeff${text}`, 'utf16le')

test('UTF-16 with a byte order mark is read in either byte order', async () => {
  expect(await read(lesserFirst)).toBe(text)
  expect(await read(Buffer.from(lesserFirst).swap16())).toBe(text)
})

test('other text is left as it is', async () => {
  const plain = sourceOf(Buffer.from(text))
  expect(await utf8Source(plain)).toBe(plain)
})

test('half a character is refused', async () => {
  await expect(read(lesserFirst.subarray(0, -1))).rejects.toMatchObject({ problems: [{ code: 'in-utf-16' }] })
  await expect(read(Buffer.from('\ufeffa\ud800b', 'utf16le'))).rejects.toMatchObject({ problems: [{ code: 'in-utf-16' }] })
})
