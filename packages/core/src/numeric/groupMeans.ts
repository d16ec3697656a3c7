/**
 * The mean of the values of each group, ordered by the first value of each. `groups` has a number for each value, the same for those of a
 * group. The order of the values within a group changes no bit, and a group of equal values has just this value.
 */
export function groupMeans(values: Float64Array, groups: Uint32Array): Float64Array {
  const members = new Map<number, number[]>()
  for (const [place, group] of groups.entries()) {
    const own = members.get(group)
    if (own === undefined) members.set(group, [values[place]])
    else own.push(values[place])
  }
  return Float64Array.from(members.values(), meanOf)
}

function meanOf(values: number[]): number {
  const sorted = values.sort((a, b) => a - b)
  if (sorted[0] === sorted[sorted.length - 1]) return sorted[0]
  return sorted.reduce((sum, value) => sum + value, 0) / sorted.length
}
