/** Numbers as tables write them. */
import { formattedNumber } from './formattedNumber.ts'
import { saysMissing } from './missingWords.ts'
import { powerOfTen } from './powerOfTen.ts'
import { usualNumber } from './usualNumber.ts'

const decimalForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** The value of a decimal (infinite when too large for a double), or undefined when the text is not a decimal. */
export function decimal(text: string): number | undefined {
  return decimalForm.test(text) ? Number(text) : undefined
}

/**
 * The feature value of a cell: a decimal, or a number as people write it (`$1,200.50`, `11%`, `yes`), or NaN for a missing one: an empty
 * cell or a word such as NA or N/A. Undefined when it is none of these.
 */
export function featureValue(text: string): number | undefined {
  const usual = usualNumber(text)
  if (!Number.isNaN(usual)) return usual
  const number = decimal(text)
  if (number !== undefined) return number
  return saysMissing(text) ? Number.NaN : formattedNumber(text)
}

/**
 * The 32-bit float nearest to the double that the plain decimal bytes[start .. end] (digits with at most one point, no
 * sign) stands for, or NaN when 15 digits do not decide it. Writing the decimal's first 15 digits as m, it lies between
 * m and m + 1 units of the fifteenth digit; both bounds are exact doubles up to their last rounding, and rounding keeps
 * order, so when both become the same float that is the answer.
 */
export function longDecimalAsFloat32(bytes: Uint8Array, start: number, end: number): number {
  let leading = 0
  let taken = 0
  let exponent = 0
  let afterPoint = false
  for (let position = start; position < end; position++) {
    const digit = bytes[position] - 48
    if (digit === -2) {
      afterPoint = true
      continue
    }
    if (taken < 15) {
      leading = leading * 10 + digit
      if (leading > 0) taken++
      if (afterPoint) exponent--
    } else if (!afterPoint) exponent++
  }
  if (exponent > 22 || exponent < -22) return Number.NaN
  const low = Math.fround(exponent < 0 ? leading / powerOfTen(-exponent) : leading * powerOfTen(exponent))
  const high = Math.fround(exponent < 0 ? (leading + 1) / powerOfTen(-exponent) : (leading + 1) * powerOfTen(exponent))
  return low === high && low !== 0 ? low : Number.NaN
}
