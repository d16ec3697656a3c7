import { powerOfTen } from './powerOfTen.ts'

/** Whole numbers of so many digits are exact doubles. */
const exactDigits = 15

const [zero, nine, point, plus, minus, percent] = [48, 57, 46, 43, 45, 37]
const [dollar, euro, pound] = [36, 0x20ac, 0xa3]

/**
 * What most numbers in tables look like, read without a pattern: up to 15 digits with at most one point, a sign or a currency before them,
 * or a percent sign after them. NaN for all others, which may be numbers too. The digits and the power of ten are exact doubles, so
 * their quotient is the double that is nearest to the decimal.
 */
export function usualNumber(text: string): number {
  const { length } = text
  if (length === 0 || length > exactDigits + 3) return Number.NaN
  let at = 0
  const first = text.charCodeAt(0)
  const isSigned = first === plus || first === minus
  const hasCurrency = first === dollar || first === euro || first === pound
  if (isSigned || hasCurrency) at = 1
  let digits = 0
  let value = 0
  let places = -1
  for (; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code >= zero && code <= nine) {
      value = 10 * value + (code - zero)
      digits++
      if (places >= 0) places++
    } else if (code === point && places < 0) places = 0
    else break
  }
  if (digits === 0 || digits > exactDigits) return Number.NaN
  const number = places > 0 ? value / powerOfTen(places) : value
  if (at === length) return first === minus ? -number : number
  return at + 1 === length && text.charCodeAt(at) === percent && !isSigned && !hasCurrency ? number / 100 : Number.NaN
}
