import { seededRandom } from '@rankwright/core'
import type { Random, TreeArrays } from '@rankwright/core/numeric'

export interface SampleTreesShape {
  readonly trees: number
  /** Most leaves of a tree; each has between one and this many. */
  readonly leaves: number
  readonly width: number
  /** Share of the splits that are on categories. */
  readonly categorical?: number
  /** Most words of a set of categories, each of 32. */
  readonly setWords?: number
  /** Leaves and the base are multiples of this; sums of halves are exact. */
  readonly unit?: number
  /** Sums of single precision. */
  readonly single?: boolean
}

/** Trees of all shapes, with thresholds that values of rows will often equal. */
export function sampleTrees(
  seed: number,
  { trees, leaves: most, width, categorical: share = 0, setWords = 2, unit, single = false }: SampleTreesShape,
): TreeArrays {
  const random = seededRandom(seed)
  const number = () => (unit === undefined ? random.normal() : unit * (random.integer(41) - 20))
  const columns: number[] = []
  const thresholds: number[] = []
  const left: number[] = []
  const right: number[] = []
  const missing: number[] = []
  const leaves: number[] = []
  const categorical: number[] = []
  const sets: number[] = []
  const [starts, setStarts] = [[0], [0]]
  for (let tree = 0; tree < trees; tree++) {
    const splits = width === 0 ? 0 : random.integer(most)
    const sides = randomSides(splits, random)
    for (const [toLeft, toRight] of sides) {
      const ofCategories = random.uniform() < share
      if (ofCategories) {
        categorical.push(columns.length)
        for (let words = random.integer(setWords + 1); words > 0; words--) sets.push(random.integer(2 ** 32) | 0)
        setStarts.push(sets.length)
      }
      columns.push(random.integer(width))
      thresholds.push(ofCategories ? 0 : threshold(random))
      left.push(toLeft)
      right.push(toRight)
      missing.push(random.integer(2))
    }
    for (let leaf = 0; leaf <= splits; leaf++) leaves.push(number())
    starts.push(columns.length)
  }
  const base = number()
  return {
    base: single ? Math.fround(base) : base,
    ...(single && { sums: 'float32' as const }),
    starts: Uint32Array.from(starts),
    columns: Uint32Array.from(columns),
    thresholds: Float32Array.from(thresholds),
    left: Int32Array.from(left),
    right: Int32Array.from(right),
    missingLeft: Uint8Array.from(missing),
    leaves: Float64Array.from(leaves),
    categorical: Uint32Array.from(categorical),
    setStarts: Uint32Array.from(setStarts),
    sets: Int32Array.from(sets),
  }
}

const greatest = (2 - 2 ** -23) * 2 ** 127

function threshold(random: Random): number {
  const special = [0, 2 ** -149, -(2 ** -149), greatest, -greatest]
  return random.integer(12) === 0 ? special[random.integer(special.length)] : Math.fround((random.integer(17) - 8) / 4)
}

/** Where the two sides of each split go, in a tree that grew from a single leaf by splitting one leaf after the other. */
function randomSides(splits: number, random: Random): [number, number][] {
  const sides: [number, number][] = []
  const open: (readonly [split: number, side: 0 | 1])[] = []
  for (let split = 0; split < splits; split++) {
    if (split > 0) {
      const [from, side] = open.splice(random.integer(open.length), 1)[0]
      sides[from][side] = split
    }
    sides.push([0, 0])
    open.push([split, 0], [split, 1])
  }
  for (const [leaf, [from, side]] of random.shuffle(open).entries()) sides[from][side] = ~leaf
  return sides
}
