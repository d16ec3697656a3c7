import { RankwrightError } from '../../problems/problem.ts'

/** How many bytes the byte order mark of UTF-8 takes up at `start`: 3, or 0 when there is none. */
export function utf8MarkLength(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
  return end - start >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf ? 3 : 0
}

/**
 * Throws for text in UTF-16, of either byte order: it starts with a byte order mark, or its first two characters are of ASCII, each with
 * a zero byte beside it. Shells of Windows write such files.
 */
export function refuseUtf16(file: string, bytes: Uint8Array, start = 0, end: number = bytes.length): void {
  const [a, b, c, d] = bytes.subarray(start, Math.min(end, start + 4))
  const marked = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)
  if (!marked && !(a > 0 && b === 0 && c > 0 && d === 0) && !(a === 0 && b > 0 && c === 0 && d > 0)) return
  throw new RankwrightError({ area: 'data', code: 'in-utf-16', at: { file, line: 1, column: 1 } })
}
