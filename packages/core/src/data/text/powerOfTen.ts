/** 10^0 .. 10^22, each an exact double. */
const powers = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))

/** 10^n for n up to 22, each exact. */
export function powerOfTen(exponent: number): number {
  return powers[exponent]
}
