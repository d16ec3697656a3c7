/** The nearest number of two significant digits: defaults that follow from the data can be read, said and typed. */
export function twoDigits(value: number): number {
  return Number(value.toPrecision(2))
}
