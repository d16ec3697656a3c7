import { expect, test } from 'vitest'
import { type TextEncoding, textEncodings } from '../text/textEncoding.ts'
import { utf8Chunks } from './utf8Chunks.ts'

const text = 'qid,title\nq1,naïve 手机 😀\n'

/** In pieces of an odd size, so that characters are cut. */
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

async function read(bytes: Uint8Array, size = 3, encoding?: TextEncoding): Promise<string> {
  const found: Uint8Array[] = []
  for await (const chunk of utf8Chunks('table.csv', pieces(bytes, size), encoding)) found.push(chunk)
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

test('half a character is refused where it stands', async () => {
  await expect(read(lesserFirst.subarray(0, -3))).rejects.toThrow('table.csv:2:18: the bytes here are no text in utf-16le.')
  await expect(read(Buffer.from('\ufeffa\ud800b', 'utf16le'))).rejects.toThrow('table.csv:1:2: the bytes here are no text in utf-16le.')
})

/** A text in each kind of encoding, as Python's codecs write it. */
const written: readonly [encoding: TextEncoding, text: string, hex: string][] = [
  ['utf-16le', 'é,“x”', 'e9002c001c2078001d20'],
  ['utf-16be', 'é,“x”', '00e9002c201c0078201d'],
  ['windows-1252', '“café” – 3 €', '93636166e99420962033 2080'],
  ['latin1', 'Größe ’', '4772f6df652092'],
  ['windows-1250', 'Łódź', 'a3f3649f'],
  ['windows-1251', 'цена', 'f6e5ede0'],
  ['iso-8859-15', '3 €', '3320a4'],
  ['koi8-r', 'цена', 'c3c5cec1'],
  ['macintosh', 'café', '6361668e'],
  ['shift_jis', '表,価格 ソ', '955c2c89bf8a6920835c'],
  ['euc-jp', '価格', 'b2c1b3ca'],
  ['gb18030', '手机,😀', 'cad6bbfa2c9439fc36'],
  ['gbk', '手机', 'cad6bbfa'],
  ['big5', '手機,功', 'a4e2bef72ca55c'],
  ['euc-kr', '가격', 'b0a1b0dd'],
]

test.each([1, 2, 3, 1000])('text is read in the encoding that is given, %i bytes at a time', async (size) => {
  for (const [encoding, text, hex] of written) {
    const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex')
    expect([encoding, await read(bytes, size, encoding)]).toEqual([encoding, Buffer.from(text).toString('latin1')])
  }
})

test('every encoding has the characters of ASCII', async () => {
  const ascii = 'qid,label\r\n"a ""b""",1;2|3~`\\\n'
  for (const encoding of textEncodings) {
    const bytes = Buffer.from(ascii, encoding.startsWith('utf-16') ? 'utf16le' : 'latin1')
    expect([encoding, await read(encoding === 'utf-16be' ? bytes.swap16() : bytes, 5, encoding)]).toEqual([encoding, ascii])
  }
})

test.each<[encoding: TextEncoding, hex: string, place: string]>([
  ['windows-1252', '610ae92c81', '2:4'],
  ['iso-8859-2', '93', '1:1'],
  ['shift_jis', '955c0a2c89bf20fd', '2:6'],
  ['shift_jis', '2c89', '1:2'],
  ['gb18030', 'cad60a84', '2:1'],
  ['euc-kr', 'b0a18141', '1:4'],
  ['utf-16be', '0061d8000062', '1:2'],
])('bytes that are no text in %s are refused where they stand: %s', async (encoding, hex, place) => {
  const refusal = `table.csv:${place}: the bytes here are no text in ${encoding}.`
  for (const size of [1, 3, 1000]) await expect(read(Buffer.from(hex, 'hex'), size, encoding)).rejects.toThrow(refusal)
})

test('a byte order mark must agree with what is given', async () => {
  expect(await read(lesserFirst, 3, 'utf-16le')).toBe(inUtf8)
  expect(await read(Buffer.from(text), 3, 'utf-8')).toBe(inUtf8)
  const otherwise = 'table.csv:1:1: the file begins with the byte order mark of utf-8, so it is not in windows-1252. Leave out `encoding`.'
  await expect(read(Buffer.from(`\ufeff${text}`), 3, 'windows-1252')).rejects.toThrow(otherwise)
  await expect(read(lesserFirst, 3, 'utf-8')).rejects.toThrow('the byte order mark of utf-16le')
})
