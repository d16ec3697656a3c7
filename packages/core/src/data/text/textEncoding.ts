import { singleByteTables } from './singleByteTables.ts'

/** Encodings of several bytes that platforms decode. */
const decodedByPlatform = ['shift_jis', 'euc-jp', 'gb18030', 'gbk', 'big5', 'euc-kr'] as const

/** How the characters of a text may be written as bytes. */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'latin1',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-9',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'macintosh',
  ...decodedByPlatform,
] as const satisfies readonly (MarkedEncoding | SingleByte | (typeof decodedByPlatform)[number])[]

export type TextEncoding = (typeof textEncodings)[number]

type SingleByte = keyof typeof singleByteTables | 'latin1'

/** Encodings that have a byte order mark. */
export type MarkedEncoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** So many bytes show whether there is a byte order mark. */
export const longestMark = 3

/** The encoding of a text that begins with a byte order mark. */
export function markedEncoding([first, second, third]: Uint8Array): MarkedEncoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined
}

/** The characters of the bytes from 128 on, where each byte is one. What is called Latin-1 is that of Windows: it has the same letters, and more. */
export function singleByteTable(encoding: TextEncoding): string | undefined {
  const name = encoding === 'latin1' ? 'windows-1252' : encoding
  return Object.hasOwn(singleByteTables, name) ? singleByteTables[name as keyof typeof singleByteTables] : undefined
}
