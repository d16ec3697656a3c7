/** A number as sentences show it: with four digits. */
export function shown(value: number): number {
  return Number(value.toPrecision(4))
}
