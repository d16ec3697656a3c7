import { RankwrightError } from '@rankwright/core'
import type { Place } from '@rankwright/core/problems'

export type JsonObject = Readonly<Record<string, unknown>>

/** Checks the parts of another program's JSON document one by one; unknown keys are theirs and stay unread. */
export interface ForeignDocument {
  object(value: unknown, where: string): JsonObject
  text(value: unknown, where: string): string
  /** A finite number that float32 can hold; Solr also writes numbers as texts such as "10.0f". */
  number(value: unknown, where: string): number
  /** A finite number of double precision. */
  double(value: unknown, where: string): number
  /** A whole number from 0, also as a text. */
  count(value: unknown, where: string, atMost?: number): number
  items(value: unknown, where: string): readonly unknown[]
  /** An array of finite numbers, or of whole ones in a range. */
  numbers(value: unknown, where: string, allowed: NumbersAllowed): Float64Array
  fail(where: string, reason: string): never
  /** The file is sound, and says what we have no exact form for. */
  refuse(what: string): never
}

export interface NumbersAllowed {
  readonly length?: number
  readonly atLeast?: number
  readonly atMost?: number
}

const MOST_COUNT = 2 ** 31 - 1

export function foreignDocument(format: string, file: string): ForeignDocument {
  const at: Place = { file }
  const fail = (where: string, reason: string): never => {
    throw new RankwrightError({ area: 'export', code: 'broken-foreign-model', at, format, where, reason })
  }
  const refuse = (what: string): never => {
    throw new RankwrightError({ area: 'export', code: 'import-beyond', at, format, what })
  }
  return {
    fail,
    refuse,
    object(value, where) {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return fail(where, `expected an object, found ${excerptOf(value)}`)
      return value as JsonObject
    },
    text(value, where) {
      return typeof value === 'string' && value !== '' ? value : fail(where, `expected a text, found ${excerptOf(value)}`)
    },
    number(value, where) {
      const number = typeof value === 'string' && decimal.test(value) ? Number.parseFloat(value) : value
      if (typeof number !== 'number' || !Number.isFinite(Math.fround(number)))
        return fail(where, `expected a number, found ${excerptOf(value)}`)
      return number
    },
    double(value, where) {
      return typeof value === 'number' && Number.isFinite(value) ? value : fail(where, `expected a number, found ${excerptOf(value)}`)
    },
    count(value, where, atMost = MOST_COUNT) {
      const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
      if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > atMost)
        return fail(where, `expected a whole number from 0${atMost < MOST_COUNT ? ` to ${atMost}` : ''}, found ${excerptOf(value)}`)
      return number
    },
    numbers(value, where, { length, atLeast, atMost }) {
      const items: unknown = value instanceof Float64Array ? Array.from(value) : value
      if (!Array.isArray(items)) return fail(where, `expected an array, found ${excerptOf(value)}`)
      if (length !== undefined && items.length !== length) fail(where, `expected ${length} numbers, found ${items.length}`)
      return Float64Array.from(items, (item: unknown, index) => {
        const number = typeof item === 'boolean' ? Number(item) : item
        if (typeof number !== 'number' || !Number.isFinite(number)) return fail(where, `number ${index + 1} is ${excerptOf(item)}`)
        if (atLeast !== undefined && atMost !== undefined && !(Number.isInteger(number) && number >= atLeast && number <= atMost))
          return fail(where, `number ${index + 1} is ${excerptOf(item)}, expected a whole number from ${atLeast} to ${atMost}`)
        return number
      })
    },
    items(value, where) {
      return Array.isArray(value) ? value : fail(where, `expected an array, found ${excerptOf(value)}`)
    },
  }
}

/** What Java's Float.parseFloat takes, except for hexadecimals and words. */
const decimal = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?[fd]?\s*$/i

function excerptOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value).slice(0, 60)
}
