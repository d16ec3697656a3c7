import { RankwrightError } from '../problems/problem.ts'
import { isEmptied, refuseArgument } from './refuseArgument.ts'

/** What the entries of an array of numbers may be, beside finite: `infinite` ones too, and NaN where a value is `missing`. */
export type Entries = 'finite' | 'infinite' | 'missing'

/** Throws unless the value is an array, or like one, of numbers. */
export function requireNumbers(argument: string, value: unknown, entries: Entries = 'finite'): asserts value is ArrayLike<number> {
  const numbers = requireArrayLike(argument, value, 'an array of numbers')
  const float = numbers instanceof Float64Array || numbers instanceof Float32Array
  if (!float && ArrayBuffer.isView(numbers)) return
  for (let at = numbers instanceof Float64Array ? firstNotFinite(numbers) : 0; at < numbers.length; at++) {
    const entry = numbers[at]
    if (Number.isFinite(entry)) continue
    const allowed = typeof entry === 'number' && (Number.isNaN(entry) ? entries === 'missing' : entries === 'infinite')
    if (!allowed) refuseArgument(`${argument}[${at}]`, entry, expectedEntry(entries))
  }
}

/** Most arrays are of this kind and all finite: a loop that sees no other kind, and in which no sum waits for the others, is several times as fast. */
function firstNotFinite(numbers: Float64Array): number {
  const { length } = numbers
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let at = 0
  for (; at + 3 < length; at += 4) {
    a += 0 * numbers[at]
    b += 0 * numbers[at + 1]
    c += 0 * numbers[at + 2]
    d += 0 * numbers[at + 3]
  }
  for (; at < length; at++) a += 0 * numbers[at]
  if (a + b + c + d === 0) return length
  at = 0
  while (Number.isFinite(numbers[at])) at++
  return at
}

/** Throws unless the two have the same length. */
export function requireSameLength(argument: string, value: ArrayLike<unknown>, other: string, otherValue: ArrayLike<unknown>): void {
  if (value.length === otherValue.length) return
  throw new RankwrightError({
    area: 'argument',
    code: 'arguments-differ-in-length',
    argument,
    found: value.length,
    other,
    expected: otherValue.length,
  })
}

/** The value as something with a length and entries. Texts are not, nor are functions. */
export function requireArrayLike(argument: string, value: unknown, expected: string): ArrayLike<unknown> {
  if (ArrayBuffer.isView(value) && isEmptied(value)) refuseArgument(argument, value, expected)
  if (typeof value === 'object' && value !== null && 'length' in value && Number.isSafeInteger(value.length) && Number(value.length) >= 0) {
    return value as ArrayLike<unknown>
  }
  return refuseArgument(argument, value, expected)
}

function expectedEntry(entries: Entries): string {
  return entries === 'infinite'
    ? 'a number that is not NaN'
    : entries === 'missing'
      ? 'a finite number, or NaN where it is missing'
      : 'a finite number'
}
