import { refuseUtf16 } from '../../data/text/byteOrderMark.ts'
import { textLines } from '../../data/text/textLines.ts'
import { decodeUtf8, lenientText } from '../../data/text/utf8.ts'
import { RankwrightError } from '../../problems/problem.ts'

/** The text of a file that is read whole, without a byte order mark; an encoding other than UTF-8 is reported with its line. */
export function wholeText(file: string, bytes: Uint8Array): string {
  refuseUtf16(file, bytes)
  if (decodeUtf8(bytes, 0, bytes.length) !== undefined) return lenientText(bytes)
  for (const { line, start, end } of textLines(file, bytes)) {
    if (decodeUtf8(bytes, start, end) === undefined)
      throw new RankwrightError({ area: 'data', code: 'not-utf8', at: { file, line }, what: 'line' })
  }
  return lenientText(bytes)
}
