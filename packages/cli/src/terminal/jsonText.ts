/**
 * A value as JSON in pieces, so that a million ranked rows never become one string. What JSON has no word for (NaN,
 * infinities) is null; typed arrays and what can be iterated are arrays; undefined entries are left out.
 */
export function* jsonText(value: unknown): Generator<string> {
  let piece = ''
  for (const part of parts(value)) {
    piece += part
    if (piece.length >= 1 << 16) {
      yield piece
      piece = ''
    }
  }
  yield `${piece}\n`
}

function* parts(value: unknown): Generator<string> {
  if (value === null || typeof value !== 'object') {
    yield typeof value === 'string' ? quoted(value) : (JSON.stringify(value) ?? 'null')
  } else if (Symbol.iterator in value) {
    yield* entries(value as Iterable<unknown>)
  } else {
    let separator = '{'
    for (const [key, entry] of Object.entries(value)) {
      if (entry === undefined) continue
      yield `${separator}${quoted(key)}:`
      yield* parts(entry)
      separator = ','
    }
    yield separator === '{' ? '{}' : '}'
  }
}

/** A text as JSON that no terminal obeys: what JSON leaves as it is, controls beyond ASCII and marks of writing direction, is escaped too. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function* entries(values: Iterable<unknown>): Generator<string> {
  let separator = '['
  for (const value of values) {
    if (typeof value === 'number') yield `${separator}${Number.isFinite(value) ? value : 'null'}`
    else if (isShortRow(value)) yield separator + JSON.stringify(value)
    else {
      yield separator
      yield* parts(value)
    }
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** Pairs and the like, of which there may be millions. */
function isShortRow(value: unknown): boolean {
  return Array.isArray(value) && value.length <= 16 && value.every((entry) => typeof entry === 'number')
}
