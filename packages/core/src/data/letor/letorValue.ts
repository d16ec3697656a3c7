/**
 * Feature values of LETOR rows, read from their bytes into an array of 32-bit floats. Each function returns the place after the
 * value, or -1 when it does not know the nearest float; then a slower one has to look.
 *
 * A number that is at most 2^53 without its point is one exact division by a power of ten, so it is the nearest double. Of longer
 * numbers the first digits decide which 32-bit float is nearest, except for one number in half a million.
 *
 * The bytes end with a line feed, which no value contains: the loops need no other bound.
 */

const [space, hash, plus, minus, point, zero, letterE, smallE] = [32, 35, 43, 45, 46, 48, 69, 101]
/** Whole numbers up to this are exact. */
export const greatestExact: number = 2 ** 53
export const smallestNormal: number = 2 ** -126
/** Exact up to 10^22, the nearest double beyond. */
export const powersOfTen: Float64Array = Float64Array.from({ length: 61 }, (_, exponent) => Number(`1e${exponent}`))

/**
 * The value of a number with at least sixteen decimals, as programs print doubles; NaN when those do not decide it. `fraction` is the
 * first eight of them, `tail` the other eight. From 0.01 on, what follows them and our roundings are less than 2^-45 of the number:
 * when the floats nearest to 2^-44 less and to 2^-44 more are the same, that one is the answer.
 */
export function printedDouble(whole: number, fraction: number, tail: number): number {
  const size = whole + (fraction * 1e8 + tail) * 1e-16
  const nearest = Math.fround(size * (1 - 2 ** -44))
  return nearest === Math.fround(size * (1 + 2 ** -44)) && size >= 0.01 ? nearest : Number.NaN
}

/**
 * A value with many digits or an exponent. Where it is not one exact division or product of exact doubles, it is computed with a
 * relative error below 2^-47 (two roundings for each of 40 digits at most, and a few more); when the floats nearest to 2^-46 less
 * and to 2^-46 more are the same, that one is the answer.
 */
export function longValue(bytes: Uint8Array, view: DataView, start: number, into: Float32Array, at: number): number {
  let position = start
  let byte = bytes[position]
  const negative = byte === minus
  if (negative || byte === plus) byte = bytes[++position]
  let mantissa = 0
  let digits = -position
  for (; byte >= zero && byte < zero + 10; byte = bytes[++position]) mantissa = mantissa * 10 + byte - zero
  digits += position
  let exponent = 0
  if (byte === point) {
    const first = ++position
    for (let four = 0; position <= bytes.length - 4 && (four = fourDigits(view, position)) >= 0; position += 4)
      mantissa = mantissa * 10000 + four
    for (byte = bytes[position]; byte >= zero && byte < zero + 10; byte = bytes[++position]) mantissa = mantissa * 10 + byte - zero
    exponent = first - position
    digits -= exponent
  }
  if (byte === smallE || byte === letterE) {
    byte = bytes[++position]
    const down = byte === minus
    if (down || byte === plus) byte = bytes[++position]
    const first = position
    let power = 0
    for (; byte >= zero && byte < zero + 10; byte = bytes[++position]) power = power * 10 + byte - zero
    if (position === first) return -1
    exponent += down ? -power : power
  }
  if (digits === 0 || digits > 40 || (byte > space && byte !== hash) || exponent < -60 || exponent > 60) return -1
  const size = exponent < 0 ? mantissa / powersOfTen[-exponent] : mantissa * powersOfTen[exponent]
  if (mantissa <= greatestExact && exponent >= -22 && exponent <= 22) {
    into[at] = negative ? -size : size
    return position
  }
  const nearest = Math.fround(size * (1 - 2 ** -46))
  into[at] = negative ? -nearest : nearest
  return nearest === Math.fround(size * (1 + 2 ** -46)) && nearest >= smallestNormal && nearest < Infinity ? position : -1
}

/** The number that four bytes are, or -1 when not all of them are digits. */
export function fourDigits(view: DataView, position: number): number {
  const digits = view.getUint32(position, true) ^ 0x30303030
  if ((((digits + 0x76767676) | digits) & 0x80808080) !== 0) return -1
  const pairs = (Math.imul(digits, 10) + (digits >>> 8)) | 0
  return Math.imul(pairs & 255, 100) + ((pairs >>> 16) & 255)
}

/** The number that eight bytes are, or -1. */
export function eightDigits(view: DataView, position: number): number {
  const high = fourDigits(view, position)
  if (high < 0) return -1
  const low = fourDigits(view, position + 4)
  return low < 0 ? -1 : Math.imul(high, 10_000) + low
}

/** How many of four bytes are digits before the first that is not, without a branch. */
export function leadingDigits(view: DataView, position: number): number {
  const word = view.getUint32(position, true) ^ 0x30303030
  const others = (((word & 0x7f7f7f7f) + 0x76767676) | word) & 0x80808080
  return (32 - Math.clz32(~others & (others - 1))) >> 3
}
