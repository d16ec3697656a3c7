/** The shortest decimal that reads back to the same number, the sign of 0 included. */
export function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}
