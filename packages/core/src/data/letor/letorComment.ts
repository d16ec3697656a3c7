import { decodeUtf8 } from '../text/utf8.ts'

const [tab, carriageReturn, space, quote, equals] = [9, 13, 32, 34, 61]
const docid = [100, 111, 99, 105, 100]

/**
 * The item that a row's comment names: X in a comment that starts with `docid = X`, as in the LETOR collections, or the whole
 * comment when it is a single token. In the first form X may be a JSON string, which can hold spaces.
 */
export function letorItem(bytes: Uint8Array, start: number, end: number): string | undefined {
  let from = skipSpace(bytes, start, end)
  let to = end
  while (to > from && isSpace(bytes[to - 1])) to--
  const value = valueOfDocid(bytes, from, to)
  if (value < 0) return tokenEnd(bytes, from, to) === to && to > from ? decodeUtf8(bytes, from, to) : undefined
  from = value
  if (bytes[from] === quote) {
    const quoted = quotedText(decodeUtf8(bytes, from, to))
    if (quoted !== undefined) return quoted
  }
  to = tokenEnd(bytes, from, to)
  return to > from ? decodeUtf8(bytes, from, to) : undefined
}

/** How a writer puts it, so that `letorItem` reads it back. */
export function letorItemComment(item: string): string {
  return `# docid = ${/^[^\s"]+$/.test(item) ? item : JSON.stringify(item)}`
}

/** Where X starts in `docid = X`, or -1. */
function valueOfDocid(bytes: Uint8Array, start: number, end: number): number {
  for (let i = 0; i < docid.length; i++) if ((bytes[start + i] | 32) !== docid[i]) return -1
  const sign = skipSpace(bytes, start + docid.length, end)
  return bytes[sign] === equals && sign < end ? skipSpace(bytes, sign + 1, end) : -1
}

/** A JSON string at the start of the text; more may follow it after a space. */
function quotedText(text: string | undefined): string | undefined {
  const quoted = text?.match(/^"(?:[^"\\]|\\.)*"(?=\s|$)/)?.[0]
  if (quoted === undefined) return undefined
  try {
    return JSON.parse(quoted) as string
  } catch {
    return undefined
  }
}

function isSpace(byte: number): boolean {
  return byte === space || byte === tab || byte === carriageReturn
}

function skipSpace(bytes: Uint8Array, start: number, end: number): number {
  let position = start
  while (position < end && isSpace(bytes[position])) position++
  return position
}

function tokenEnd(bytes: Uint8Array, start: number, end: number): number {
  let position = start
  while (position < end && !isSpace(bytes[position])) position++
  return position
}
