import { RankwrightError } from '../problems/problem.ts'
import { type ArrayType, decodeArray } from './jsonArray.ts'

/**
 * Reads the parts of a parsed JSON document, checking each one and naming the path to what is wrong. Nothing from the
 * document is used as a key or called.
 */
export interface DocumentReader {
  /** An object with exactly these keys, or with any keys; those that end in `?` may be absent. */
  object(value: unknown, where: string, keys?: readonly string[]): Readonly<Record<string, unknown>>
  number(value: unknown, where: string, allowed?: { readonly atLeast?: number; readonly above?: number; readonly atMost?: number }): number
  /** A whole number of at least 0, or within the bounds given. */
  count(value: unknown, where: string, allowed?: { readonly atLeast?: number; readonly atMost?: number }): number
  text(value: unknown, where: string): string
  texts(value: unknown, where: string): string[]
  choice<Choice extends string>(value: unknown, where: string, of: readonly Choice[]): Choice
  items(value: unknown, where: string): readonly unknown[]
  float64(value: unknown, where: string, length?: number): Float64Array
  float32(value: unknown, where: string, length?: number): Float32Array
  int32(value: unknown, where: string, length?: number): Int32Array
  /** `unknown` is a key of the part that does not belong there. */
  fail(where: string, reason: string, unknown?: UnknownKey): never
}

export interface UnknownKey {
  readonly key: string
  /** The keys that the part may have. */
  readonly known: readonly string[]
}

/** `fail` says what is thrown for a part that is wrong, where the document is not in a file. */
export function documentReader(
  file: string,
  fail: DocumentReader['fail'] = (where, reason) => {
    throw new RankwrightError({ area: 'model', code: 'broken-model', at: { file }, where, reason })
  },
): DocumentReader {
  const array = <Type extends ArrayType>(value: unknown, where: string, dtype: Type, length?: number) => {
    const decoded = decodeArray(value, dtype, length)
    return typeof decoded === 'string' ? fail(where, decoded) : decoded
  }
  return {
    fail,
    object(value, where, keys) {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return fail(where, `expected an object, found ${found(value)}`)
      if (keys === undefined) return value as Readonly<Record<string, unknown>>
      const known = new Set(keys.map((key) => key.replace('?', '')))
      for (const key of Object.keys(value))
        if (!known.has(key)) fail(where, `unknown key ${JSON.stringify(key.slice(0, 40))}`, { key, known: [...known] })
      for (const key of keys) if (!key.endsWith('?') && !Object.hasOwn(value, key)) fail(where, `the key "${key}" is missing`)
      return value as Readonly<Record<string, unknown>>
    },
    number(value, where, { atLeast = -Infinity, above = -Infinity, atMost = Infinity } = {}) {
      if (typeof value !== 'number' || !Number.isFinite(value)) return fail(where, `expected a number, found ${found(value)}`)
      if (value < atLeast || value <= above || value > atMost) return fail(where, `${value} is out of range`)
      return value
    },
    count(value, where, { atLeast = 0, atMost = Number.MAX_SAFE_INTEGER } = {}) {
      if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
        return fail(where, `expected a count, found ${found(value)}`)
      if (value < atLeast || value > atMost) return fail(where, `${value} is out of range`)
      return value
    },
    text(value, where) {
      return typeof value === 'string' ? value : fail(where, `expected a text, found ${found(value)}`)
    },
    texts(value, where) {
      if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return fail(where, 'expected an array of texts')
      return value
    },
    choice(value, where, of) {
      return of.find((choice) => choice === value) ?? fail(where, `expected one of ${of.join(', ')}, found ${found(value)}`)
    },
    items(value, where) {
      return Array.isArray(value) ? value : fail(where, `expected an array, found ${found(value)}`)
    },
    float64: (value, where, length) => array(value, where, 'f64', length),
    float32: (value, where, length) => array(value, where, 'f32', length),
    int32: (value, where, length) => array(value, where, 'i32', length),
  }
}

function found(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  return JSON.stringify(value).slice(0, 60)
}
