import { RankwrightError } from '@rankwright/core'
import type { Place } from '@rankwright/core/problems'

export type JsonObject = Readonly<Record<string, unknown>>

/** Checks the parts of another program's JSON document one by one; unknown keys are theirs and stay unread. */
export interface ForeignDocument {
  object(value: unknown, where: string): JsonObject
  text(value: unknown, where: string): string
  /** A finite number that float32 can hold; Solr also writes numbers as texts such as "10.0f". */
  number(value: unknown, where: string): number
  items(value: unknown, where: string): readonly unknown[]
  fail(where: string, reason: string): never
}

export function foreignDocument(format: string, file: string): ForeignDocument {
  const at: Place = { file }
  const fail = (where: string, reason: string): never => {
    throw new RankwrightError({ area: 'export', code: 'broken-foreign-model', at, format, where, reason })
  }
  return {
    fail,
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
