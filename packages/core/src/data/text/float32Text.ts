/**
 * The shortest decimal that reads back to the same 32-bit float (read as a double, then rounded to 32 bits, as our readers
 * do). Of equally short ones, the nearest. NaN and infinities have no decimal; the caller decides what stands for them.
 */
export function float32Text(value: number): string {
  const size = Math.abs(value)
  if (size < 1e7 && size >= 1e-5) {
    // The fewest decimals that read back. A whole number below 10^9 divided by a power of ten prints as that decimal.
    for (let power = 1; power <= 1e10; power *= 10) {
      const scaled = Math.round(size * power)
      if (scaled > 999_999_999) break
      const rounded = scaled / power
      if (Math.fround(rounded) === size) return String(value < 0 ? -rounded : rounded)
    }
  } else if (size === 0) return Object.is(value, -0) ? '-0' : '0'
  // A float has an error of at most 2^-24 of its size, so a decimal of up to 6 digits is what rounding to 6 digits gives;
  // below the smallest normal float the error is larger, and shorter decimals have to be tried one by one.
  for (let digits = size < 2 ** -126 ? 1 : 6; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits))
    if (Math.fround(rounded) === value) return String(rounded)
  }
  return String(Number(value.toPrecision(9)))
}
