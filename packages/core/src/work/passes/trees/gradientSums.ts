import { addInTree, addVector } from '../../../numeric/compute/blockTree.ts'
import type { GradedLists } from '../rankingPass.ts'
import type { Gradients } from './objectives/treeObjective.ts'

/** Sums over rows, taken block by block. */
export interface GradientSums {
  /** The sum of |slope| over all rows. */
  readonly steepness: number
  /** Over the rows of the drawn lists: of |slope|, of the curvatures, and how many they are. */
  readonly slope: number
  readonly curvature: number
  readonly rows: number
}

/** Four numbers for each block of lists. `drawn` has a 1 for each list that was drawn; all were if it is not given. */
export function sumsOfBlocks(
  { offsets }: GradedLists,
  blocks: Uint32Array,
  { slopes, curvatures }: Gradients,
  drawn: Uint8Array | undefined,
): Float64Array[] {
  return Array.from(blocks.subarray(1), (to, block) => {
    let [steepness, slope, curvature, rows] = [0, 0, 0, 0]
    for (let list = blocks[block]; list < to; list++) {
      const [first, end] = [offsets[list], offsets[list + 1]]
      for (let row = first; row < end; row++) steepness += Math.abs(slopes[row])
      if (drawn !== undefined && drawn[list] === 0) continue
      for (let row = first; row < end; row++) {
        slope += Math.abs(slopes[row])
        curvature += curvatures[row]
      }
      rows += end - first
    }
    return Float64Array.of(steepness, slope, curvature, rows)
  })
}

export function gradientSumsOf(blocks: readonly Float64Array[]): GradientSums {
  const parts = blocks.map((block) => block.slice())
  addInTree(parts, addVector)
  const [steepness, slope, curvature, rows] = parts[0]
  return { steepness, slope, curvature, rows }
}
