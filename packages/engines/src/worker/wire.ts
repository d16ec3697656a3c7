/**
 * Plain data as bytes, to the bit: questions and answers between a driver and its workers.
 *
 *   length of the JSON (u32) · 0 (u32) · JSON, UTF-8 · arrays, each at a multiple of eight bytes
 *
 * The JSON is the value itself, with {"@": …} for what JSON does not have: typed arrays (`at` and `length` say where their numbers are,
 * little-endian), numbers that are not finite or −0, `undefined`, and objects with a key "@" of their own.
 */
import { RankwrightError } from '@rankwright/core'

const arrayKinds = { Float64Array, Float32Array, Uint32Array, Int32Array, Uint16Array, Int16Array, Uint8Array, Int8Array } as const
type ArrayKind = keyof typeof arrayKinds
type NumberArray = InstanceType<(typeof arrayKinds)[ArrayKind]>

const HEAD_BYTES = 8

export function wireBytes(value: unknown): Uint8Array {
  const arrays: NumberArray[] = []
  let at = 0
  const tree = encoded(value, (array) => {
    const start = at
    arrays.push(array)
    at += aligned(array.byteLength)
    return start
  })
  const json = Buffer.from(JSON.stringify(tree))
  const start = HEAD_BYTES + aligned(json.length)
  const bytes = new Uint8Array(start + at)
  new DataView(bytes.buffer).setUint32(0, json.length, true)
  bytes.set(json, HEAD_BYTES)
  let to = start
  for (const { buffer, byteOffset, byteLength } of arrays) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), to)
    to += aligned(byteLength)
  }
  return bytes
}

/** The value again; arrays have memory of their own. `what` names the bytes where they are broken. */
export function wireValue(given: Uint8Array, what: string): unknown {
  const bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength) // of a Buffer, slice would not copy
  if (bytes.length < HEAD_BYTES) throw broken(what, 'it is too short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = view.getUint32(0, true)
  const start = HEAD_BYTES + aligned(length)
  if (start > bytes.length) throw broken(what, 'it ends too early')
  const json = Buffer.from(bytes.buffer, bytes.byteOffset + HEAD_BYTES, length).toString('utf8')
  let tree: unknown
  try {
    tree = JSON.parse(json)
  } catch {
    throw broken(what, 'its text is no JSON')
  }
  return decoded(tree, what, (kind, from, count) => {
    const Made = arrayKinds[kind]
    const end = start + from + count * Made.BYTES_PER_ELEMENT
    if (!isCount(from) || !isCount(count) || end > bytes.length) throw broken(what, 'an array lies outside of it')
    return new Made(bytes.slice(start + from, end).buffer)
  })
}

function decoded(part: unknown, what: string, arrayAt: (kind: ArrayKind, at: number, length: number) => NumberArray): unknown {
  const inner = (each: unknown) => decoded(each, what, arrayAt)
  if (Array.isArray(part)) return part.map(inner)
  if (typeof part !== 'object' || part === null) return part
  if (!('@' in part)) return mapped(part, inner)
  const { '@': kind, at, length, is } = part as Readonly<Record<string, unknown>>
  if (kind === 'undefined') return undefined
  if (kind === 'number') return Number(is)
  if (kind === 'object' && typeof is === 'object' && is !== null) return mapped(is, inner)
  if (typeof kind === 'string' && Object.hasOwn(arrayKinds, kind)) return arrayAt(kind as ArrayKind, Number(at), Number(length))
  throw broken(what, `it holds something of a kind "${String(kind)}"`)
}

function encoded(part: unknown, place: (array: NumberArray) => number): unknown {
  if (part === undefined) return { '@': 'undefined' }
  if (typeof part === 'number') {
    const isPlain = Number.isFinite(part) && !Object.is(part, -0)
    return isPlain ? part : { '@': 'number', is: Object.is(part, -0) ? '-0' : String(part) }
  }
  if (typeof part === 'string' || typeof part === 'boolean' || part === null) return part
  if (Array.isArray(part)) return part.map((each) => encoded(each, place))
  if (typeof part === 'object') {
    const kind = part.constructor?.name ?? 'Object'
    if (ArrayBuffer.isView(part) && kind in arrayKinds) {
      const array = part as NumberArray
      return { '@': kind, at: place(array), length: array.length }
    }
    if (kind === 'Object') {
      const entries = mapped(part, (each) => encoded(each, place))
      return '@' in part ? { '@': 'object', is: entries } : entries
    }
  }
  throw new Error(`${Object.prototype.toString.call(part)} cannot be sent to a worker`)
}

function mapped(part: object, of: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, of(value)]))
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8
}

function broken(what: string, reason: string): RankwrightError {
  return new RankwrightError({ area: 'engine', code: 'message-broken', what, reason })
}
