/** The threshold under which every label above 0 is relevant; an item is relevant when its label is at least the threshold. */
export const anyPositiveLabel: number = Number.MIN_VALUE

/** The threshold for tools that take labels strictly above a positive number: the next greater float64. */
export function justAbove(label: number): number {
  const value = new Float64Array([label])
  new BigInt64Array(value.buffer)[0] += 1n
  return value[0]
}
