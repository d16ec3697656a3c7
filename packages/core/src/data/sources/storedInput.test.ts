import { expect, test } from 'vitest'
import { encodeUtf8 } from '../text/utf8.ts'
import type { ByteInput } from './byteInput.ts'
import { wholeOf } from './byteSource.ts'
import { openStored } from './openStored.ts'
import { storedInput } from './storedInput.ts'

const bytes = encodeUtf8('2 qid:b 1:0.5\n0 qid:a 1:3\n')
const none = { unpack: () => expect.fail('nothing here is compressed') }

function stream(chunks: readonly Uint8Array[]) {
  let next = 0
  let cancelled = false
  return {
    getReader: () => ({
      read: async () => (next < chunks.length ? { done: false, value: chunks[next++] } : { done: true }),
      cancel: async () => void (cancelled = true),
    }),
    wasCancelled: () => cancelled,
  }
}

const oneByOne = () => Array.from(bytes, (byte) => Uint8Array.of(byte))
const blob = {
  size: bytes.length,
  name: 'x.txt',
  slice: (start: number, end: number) => ({ arrayBuffer: async () => bytes.slice(start, end).buffer as ArrayBuffer }),
}
const response = { ok: true, status: 200, statusText: 'OK', url: 'https://example.org/data/x.txt?a=/b', body: stream(oneByOne()) }

test.each<[string, () => ByteInput, string]>([
  ['bytes', () => bytes, 'data'],
  ['a view of a larger buffer', () => encodeUtf8(`--${String.fromCharCode(...bytes)}`).subarray(2), 'data'],
  ['a buffer', () => bytes.slice().buffer as ArrayBuffer, 'data'],
  ['a blob', () => blob, 'x.txt'],
  ['a stream, byte by byte', () => stream(oneByOne()), 'data'],
  ['the answer of a server', () => response, 'x.txt'],
  [
    'anything that gives chunks',
    async function* () {
      yield* oneByOne()
    } as () => AsyncGenerator<Uint8Array>,
    'data',
  ],
])('%s gives its bytes under its name', async (_, input, name) => {
  const source = await openStored(await storedInput(input()), {}, none)
  expect(source.name).toBe(name)
  expect((await source.head((head) => head.length >= 7)).subarray(0, 7)).toEqual(bytes.subarray(0, 7))
  expect(await wholeOf(source)).toEqual(bytes)
})

test('a name that is given counts before the input’s own', async () => {
  expect((await storedInput(blob, 'mine.csv')).name).toBe('mine.csv')
})

test('an answer that is a failure is not taken for data', async () => {
  const body = stream([encodeUtf8('not found')])
  const failed = { ok: false, status: 404, statusText: 'Not Found', url: 'https://example.org/x.txt', body }
  await expect(storedInput(failed)).rejects.toThrow('x.txt: the file cannot be read: the server answered 404 Not Found.')
  expect(body.wasCancelled()).toBe(true)
})

test('a stream that is closed before its end is cancelled', async () => {
  const input = stream(oneByOne())
  const source = await openStored(await storedInput(input), {}, none)
  await source.close()
  expect(input.wasCancelled()).toBe(true)
})
