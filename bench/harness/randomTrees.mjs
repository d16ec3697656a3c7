// The same trees for all entrants of a benchmark.
import { seededRandom } from '@rankwright/core'

export const noTraining = {
  lists: 0,
  rows: 0,
  data: 'none',
  given: [],
  tuned: [],
  iterations: 0,
  objective: 0,
  optimality: 0,
  arithmetic: 'exact',
}

/** Trees that grew leaf by leaf, with thresholds all over the range of the features. Every leaf was met by some rows. */
export function randomTrees(trees, leaves, width) {
  const random = seededRandom(leaves)
  const splits = trees * (leaves - 1)
  const parts = { left: new Int32Array(splits), right: new Int32Array(splits) }
  for (let tree = 0; tree < trees; tree++) {
    const first = tree * (leaves - 1)
    const open = []
    for (let split = 0; split + 1 < leaves; split++) {
      if (split > 0) {
        const [from, side] = open.splice(random.integer(open.length), 1)[0]
        parts[side][first + from] = split
      }
      open.push([split, 'left'], [split, 'right'])
    }
    for (const [leaf, [from, side]] of open.entries()) parts[side][first + from] = ~leaf
  }
  const leafCovers = Float64Array.from({ length: trees * leaves }, () => 1 + random.integer(100))
  const covers = new Float64Array(splits)
  for (let tree = 0; tree < trees; tree++) {
    const first = tree * (leaves - 1)
    const coverOf = (child) => (child < 0 ? leafCovers[first + tree + ~child] : covers[first + child])
    for (let split = first + leaves - 2; split >= first; split--) covers[split] = coverOf(parts.left[split]) + coverOf(parts.right[split])
  }
  return {
    base: 0,
    starts: Uint32Array.from({ length: trees + 1 }, (_, tree) => tree * (leaves - 1)),
    columns: Uint32Array.from({ length: splits }, () => random.integer(width)),
    thresholds: Float32Array.from({ length: splits }, () => random.normal()),
    ...parts,
    missingLeft: new Uint8Array(splits),
    leaves: Float64Array.from({ length: trees * leaves }, () => Math.fround(0.1 * random.normal())),
    categorical: new Uint32Array(0),
    setStarts: new Uint32Array(1),
    sets: new Int32Array(0),
    covers,
    leafCovers,
  }
}
