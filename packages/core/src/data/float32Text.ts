/**
 * The shortest decimal that reads back to the same 32-bit float (read as a double, then rounded to 32 bits, as our readers
 * do). Of equally short ones, the nearest. NaN and infinities have no decimal; the caller decides what stands for them.
 */
export function float32Text(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return Object.is(value, -0) ? '-0' : String(value)
  // A float has an error of at most 2^-24 of its size, so a decimal of up to 6 digits is what rounding to 6 digits gives;
  // below the smallest normal float the error is larger, and shorter decimals have to be tried one by one.
  const tiny = Math.abs(value) < 2 ** -126
  for (let digits = tiny ? 1 : 6; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits))
    if (Math.fround(rounded) === value) return String(rounded)
  }
  return String(Number(value.toPrecision(9)))
}
