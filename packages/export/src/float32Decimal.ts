/** The shortest decimal that reads back to the same float32. */
export function float32Decimal(value: number): number {
  const single = Math.fround(value)
  if (!Number.isFinite(single)) return single
  for (let digits = 1; digits < 9; digits++) {
    const decimal = Number(single.toPrecision(digits))
    if (Math.fround(decimal) === single) return decimal
  }
  return Number(single.toPrecision(9))
}
