/**
 * The mean of the values of each group, ordered by the first value of each. `groups` has a number for each value, the same for those of a
 * group. The order of the values within a group changes no bit, and a group of equal values has just this value.
 */
export function groupMeans(values: Float64Array, groups: Uint32Array): Float64Array {
  const { ofValue, starts } = groupsInOrder(groups)
  const members = new Float64Array(values.length)
  const ends = starts.slice()
  for (let place = 0; place < values.length; place++) members[ends[ofValue[place]]++] = values[place]
  return Float64Array.from({ length: starts.length - 1 }, (_, group) => meanOf(members.subarray(starts[group], starts[group + 1])))
}

/** Groups numbered by their first values: the number of each value's group, and how many values the groups before each have. */
function groupsInOrder(groups: Uint32Array): { readonly ofValue: Uint32Array; readonly starts: Uint32Array } {
  const numbers = new Map<number, number>()
  const sizes: number[] = []
  const ofValue = groups.map((group) => {
    const known = numbers.get(group)
    const number = known ?? numbers.size
    if (known === undefined) numbers.set(group, number)
    sizes[number] = (sizes[number] ?? 0) + 1
    return number
  })
  const starts = new Uint32Array(sizes.length + 1)
  for (const [group, size] of sizes.entries()) starts[group + 1] = starts[group] + size
  return { ofValue, starts }
}

function meanOf(values: Float64Array): number {
  if (values.length === 1) return values[0]
  const sorted = values.sort()
  if (sorted[0] === sorted[sorted.length - 1]) return sorted[0]
  let sum = 0
  for (const value of sorted) sum += value
  return sum / sorted.length
}
