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
  if (column.kind === 'decimal') return (value) => decimalNumber(unscaled(value), column.scale)
  if (column.kind === 'integer' && column.unsigned) return (value) => Number(integer(value, true))
  return Number
}

/** As DuckDB casts decimals to doubles: one division where the whole number is a double, else whole part and rest by themselves. */
function decimalNumber(whole: bigint, scale: number): number {
  const power = 10 ** scale
  if (scale === 0 || (whole <= 2n ** 53n && whole >= -(2n ** 53n))) return Number(whole) / power
  const exactPower = 10n ** BigInt(scale)
  return Number(whole / exactPower) + Number(whole % exactPower) / power
}
