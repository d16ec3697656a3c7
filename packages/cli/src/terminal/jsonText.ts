/**
 * A value as JSON in pieces, so that a million ranked rows never become one string. What JSON has no word for (NaN,
 * infinities) is null; typed arrays are arrays; undefined entries are left out.
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
    yield JSON.stringify(value) ?? 'null'
  } else if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) {
    yield* entries(value as ArrayLike<unknown>)
  } else {
    let separator = '{'
    for (const [key, entry] of Object.entries(value)) {
      if (entry === undefined) continue
      yield `${separator}${JSON.stringify(key)}:`
      yield* parts(entry)
      separator = ','
    }
    yield separator === '{' ? '{}' : '}'
  }
}

function* entries(values: ArrayLike<unknown>): Generator<string> {
  let separator = '['
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (typeof value === 'number') yield `${separator}${Number.isFinite(value) ? value : 'null'}`
    else {
      yield separator
      yield* parts(value)
    }
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
