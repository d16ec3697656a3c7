import type { TreeArrays } from '../../numeric/compute/trees.ts'

/** The feature that each tree looks at, −1 for a tree without splits; undefined if a tree looks at several. */
export function singleFeatures({ starts, columns }: Pick<TreeArrays, 'starts' | 'columns'>): Int32Array | undefined {
  const found = new Int32Array(starts.length - 1).fill(-1)
  for (let tree = 0; tree < found.length; tree++) {
    for (let split = starts[tree]; split < starts[tree + 1]; split++) {
      if (split > starts[tree] && columns[split] !== found[tree]) return undefined
      found[tree] = columns[split]
    }
  }
  return found
}

/** For each tree, the most splits on a way from its root to a leaf. */
export function treeDepths({ starts, left, right }: Pick<TreeArrays, 'starts' | 'left' | 'right'>): Uint32Array {
  const depths = new Uint32Array(starts.length - 1)
  const own = new Uint32Array(left.length) // splits on the way to each, itself included
  for (let tree = 0; tree < depths.length; tree++) {
    const first = starts[tree]
    for (let split = first; split < starts[tree + 1]; split++) {
      if (split === first) own[split] = 1
      if (left[split] >= 0) own[first + left[split]] = own[split] + 1
      if (right[split] >= 0) own[first + right[split]] = own[split] + 1
      depths[tree] = Math.max(depths[tree], own[split])
    }
  }
  return depths
}
