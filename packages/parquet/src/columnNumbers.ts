import type { DecodedArray } from 'hyparquet'
import type { ColumnKind } from './columnKind.ts'
import { integer, unscaled } from './idText.ts'

/** The values of a numeric column as doubles, NaN where one is missing. */
export function columnNumbers(values: DecodedArray, column: ColumnKind): ArrayLike<number> {
  if (column.kind === 'nothing') return new Float64Array(values.length).fill(Number.NaN)
  if (values instanceof Float32Array || values instanceof Float64Array) return values
  const number = numberOf(column)
  const numbers = new Float64Array(values.length)
  for (let row = 0; row < values.length; row++) {
    const value: unknown = values[row]
    numbers[row] = value === null || value === undefined ? Number.NaN : number(value)
  }
  return numbers
}

function numberOf(column: ColumnKind): (value: unknown) => number {
  if (column.kind === 'decimal') {
    const { scale } = column
    const double = column.precision > 18 ? hugeNumber : Number
    return (value) => decimalNumber(unscaled(value), scale, double)
  }
  if (column.kind === 'integer' && column.unsigned) return (value) => Number(integer(value, true))
  return Number
}

/** As DuckDB casts decimals to doubles: one division where the whole number is a double, else whole part and rest by themselves. */
function decimalNumber(whole: bigint, scale: number, double: (whole: bigint) => number): number {
  if (scale === 0) return double(whole)
  const power = 10 ** scale
  if (whole <= 2n ** 53n && whole >= -(2n ** 53n)) return double(whole) / power
  const exactPower = 10n ** BigInt(scale)
  return double(whole / exactPower) + double(whole % exactPower) / power
}

/** As DuckDB casts whole numbers of 128 bits, in two halves, each of which is rounded. */
function hugeNumber(whole: bigint): number {
  const low = BigInt.asUintN(64, whole)
  const high = whole >> 64n
  return high === -1n ? -Number(2n ** 64n - 1n - low) - 1 : Number(low) + Number(high) * 2 ** 64
}
