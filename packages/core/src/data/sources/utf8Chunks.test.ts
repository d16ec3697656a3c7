import { expect, test } from 'vitest'
import { utf8Chunks } from './utf8Chunks.ts'

const text = 'qid,title\nq1,naïve 手机 😀\n'

/** In pieces of an odd size, so that characters are cut. */
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

async function read(bytes: Uint8Array, size = 3): Promise<string> {
  const found: Uint8Array[] = []
  for await (const chunk of utf8Chunks('table.csv', pieces(bytes, size))) found.push(chunk)
  return Buffer.concat(found).toString('latin1')
}

const lesserFirst = Buffer.from(`\ufeff${text}`, 'utf16le')
const inUtf8 = Buffer.from(text).toString('latin1')

test.each([1, 3, 1000])('UTF-16 with a byte order mark is read in either byte order, %i bytes at a time', async (size) => {
  expect(await read(lesserFirst, size)).toBe(inUtf8)
  expect(await read(Buffer.from(lesserFirst).swap16(), size)).toBe(inUtf8)
})

test.each([1, 3, 1000])('all else stays as it is, %i bytes at a time', async (size) => {
  for (const bytes of [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.of(0xff), Buffer.of(0xff, 0xff, 0), Buffer.alloc(0)])
    expect(await read(bytes, size)).toBe(bytes.toString('latin1'))
})

test('half a character is refused', async () => {
  await expect(read(lesserFirst.subarray(0, -1))).rejects.toMatchObject({ problems: [{ code: 'in-utf-16' }] })
  await expect(read(Buffer.from('\ufeffa\ud800b', 'utf16le'))).rejects.toMatchObject({ problems: [{ code: 'in-utf-16' }] })
})
