import { refuseUtf16, utf8MarkLength } from './byteOrderMark.ts'

const [lineFeed, carriageReturn] = [10, 13]

/** The lines of a text as byte ranges, without their ends; a byte order mark is skipped. `file` is how messages call the text. */
export function* textLines(file: string, bytes: Uint8Array): Generator<{ line: number; start: number; end: number }> {
  refuseUtf16(file, bytes)
  let start = utf8MarkLength(bytes)
  for (let line = 1; start < bytes.length; line++) {
    const feed = bytes.indexOf(lineFeed, start)
    const next = feed < 0 ? bytes.length : feed + 1
    let end = feed < 0 ? bytes.length : feed
    if (end > start && bytes[end - 1] === carriageReturn) end--
    yield { line, start, end }
    start = next
  }
}
