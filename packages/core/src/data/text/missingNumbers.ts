import { decimal } from './tableNumber.ts'

/**
 * The numbers among words for missing values, such as -999, also as the 32-bit floats that features are. A number of a table that is one of them is
 * missing, whatever its type.
 */
export function missingNumbers(missingWords: Iterable<string>): ReadonlySet<number> {
  return new Set(
    Array.from(missingWords)
      .flatMap((word) => decimal(word) ?? [])
      .flatMap((number) => [number, Math.fround(number)]),
  )
}
