/** How many bytes the byte order mark of UTF-8 takes up at `start`: 3, or 0 when there is none. */
export function utf8MarkLength(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
  return end - start >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf ? 3 : 0
}

/** Whether the text starts with the byte order mark of UTF-16, of either byte order. */
export function hasUtf16Mark(bytes: Uint8Array, start = 0, end: number = bytes.length): boolean {
  const [first, second] = [bytes[start], bytes[start + 1]]
  return end - start >= 2 && ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
}
