/** Universal Binary JSON, draft 12 (ubjson.org), as far as XGBoost writes it: numbers are big-endian, arrays may say their type and length. */

const MOST_DEPTH = 200

/** Numbers of each type: how many bytes, and how they are read. */
const numbers: Readonly<Record<string, readonly [bytes: number, read: (view: DataView, at: number) => number]>> = {
  i: [1, (view, at) => view.getInt8(at)],
  U: [1, (view, at) => view.getUint8(at)],
  I: [2, (view, at) => view.getInt16(at)],
  l: [4, (view, at) => view.getInt32(at)],
  L: [8, (view, at) => Number(view.getBigInt64(at))],
  d: [4, (view, at) => view.getFloat32(at)],
  D: [8, (view, at) => view.getFloat64(at)],
}

/** The value that the bytes hold. `fail` is called with the place of the first byte that makes no sense. */
export function readUbjson(bytes: Uint8Array, fail: (at: number, reason: string) => never): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const decoder = new TextDecoder()
  let at = 0
  const need = (count: number): number => {
    if (!(count >= 0 && count <= bytes.length - at)) fail(at, 'the file ends in the middle of a value')
    const from = at
    at += count
    return from
  }
  const marker = (): string => {
    let found = 'N'
    while (found === 'N') found = String.fromCharCode(bytes[need(1)]) // N stands for nothing
    return found
  }
  const number = (type: string): number => {
    const row = numbers[type]
    return row === undefined ? fail(at - 1, `expected a number, found the type ${JSON.stringify(type)}`) : row[1](view, need(row[0]))
  }
  const length = (): number => {
    const count = number(marker())
    return Number.isSafeInteger(count) && count >= 0 ? count : fail(at, `${count} is no length`)
  }
  const text = (): string => {
    const count = length()
    const from = need(count)
    return decoder.decode(bytes.subarray(from, from + count))
  }
  /** Type and length of what follows, where they are told. */
  const container = (): { readonly type?: string; readonly count?: number } => {
    let type: string | undefined
    if (bytes[at] === 0x24) {
      at++
      type = marker()
      if (bytes[at] !== 0x23) fail(at, 'a type is told without a length')
    }
    if (bytes[at] !== 0x23) return {}
    at++
    const count = length()
    if (count > (type === undefined ? bytes.length - at : (bytes.length - at) / (numbers[type]?.[0] ?? 1)))
      fail(at, `${count} values do not fit into the rest of the file`)
    return { ...(type !== undefined && { type }), count }
  }
  const array = (depth: number): unknown[] | Float64Array => {
    const { type, count } = container()
    if (type !== undefined && numbers[type] !== undefined) return Float64Array.from({ length: count! }, () => number(type))
    const items: unknown[] = []
    if (count !== undefined) for (let item = 0; item < count; item++) items.push(value(type ?? marker(), depth))
    else for (let next = marker(); next !== ']'; next = marker()) items.push(value(next, depth))
    return items
  }
  const object = (depth: number): Record<string, unknown> => {
    const { type, count } = container()
    const found: Record<string, unknown> = Object.create(null)
    for (let item = 0; item !== count; item++) {
      if (count === undefined && bytes[at] === 0x7d) {
        at++
        break
      }
      const key = text()
      found[key] = value(type ?? marker(), depth)
    }
    return found
  }
  function value(type: string, depth: number): unknown {
    if (depth > MOST_DEPTH) fail(at, `values are nested more than ${MOST_DEPTH} deep`)
    switch (type) {
      case '{':
        return object(depth + 1)
      case '[':
        return array(depth + 1)
      case 'S':
      case 'H':
        return text()
      case 'C':
        return String.fromCharCode(bytes[need(1)])
      case 'T':
      case 'F':
        return type === 'T'
      case 'Z':
        return null
      default:
        return number(type)
    }
  }
  return value(marker(), 0)
}
