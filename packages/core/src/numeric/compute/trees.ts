import { finite32 } from '../special/float32.ts'
import { requireLength } from './requireLength.ts'

/**
 * Regression trees in flat arrays. A score is the base plus one leaf of each tree, added in the order of the trees, in double precision unless
 * `sums` says otherwise.
 */
export interface TreeArrays {
  /** What every score starts from. */
  readonly base: number
  /** `float32`: the sum is rounded to single precision after each tree, as XGBoost does it. */
  readonly sums?: 'float32'
  /** Tree t has the splits starts[t] .. starts[t + 1]; the first of them is its root. A tree without splits is a single leaf. */
  readonly starts: Uint32Array
  /** The feature that each split looks at. */
  readonly columns: Uint32Array
  /**
   * x goes left where x ≤ threshold. All are numbers of single precision, as features are, so that x < t is told by the number next below
   * t. 0 in splits on categories.
   */
  readonly thresholds: Float32Array
  /** Where values on the left go: a later split of the tree, counted from its root; or −1 − leaf, counted from the first leaf of the tree. */
  readonly left: Int32Array
  readonly right: Int32Array
  /** 1 where missing values go left, 0 where they go right. */
  readonly missingLeft: Uint8Array
  /** A tree has one leaf more than it has splits: the first of tree t is leaves[starts[t] + t]. */
  readonly leaves: Float64Array
  /** The splits on categories, ascending. x goes left where its whole part is in the set, and right where it is in none. */
  readonly categorical: Uint32Array
  /** sets[setStarts[c] .. setStarts[c + 1]] is the set of categorical[c]: bit k of its word w stands for the category 32 w + k. */
  readonly setStarts: Uint32Array
  readonly sets: Int32Array
}

/** Trees that rows are scored by again and again. The build that made them may keep them in a form of its own besides. */
export interface PreparedTrees {
  readonly trees: TreeArrays
  /** For each split the number of its set; −1 where it compares with a threshold. */
  readonly setOf: Int32Array
  /** One more than the greatest feature that is looked at. */
  readonly width: number
}

export function prepareTrees(trees: TreeArrays): PreparedTrees {
  const setOf = new Int32Array(trees.columns.length).fill(-1)
  for (const [set, split] of trees.categorical.entries()) setOf[split] = set
  let width = 0
  for (const column of trees.columns) width = Math.max(width, column + 1)
  return { trees, setOf, width }
}

/** into = one score per row of a matrix (rows × width). Infinite values are taken as the greatest float32. */
export function scoreTrees(rows: number, width: number, matrix: Float32Array, prepared: PreparedTrees, into: Float64Array): void {
  requireTreeArrays(rows, width, matrix, prepared, into)
  const { base, starts, sums } = prepared.trees
  for (let row = 0; row < rows; row++) {
    const values = matrix.subarray(row * width, (row + 1) * width)
    let score = base
    if (sums === 'float32')
      for (let tree = 0; tree + 1 < starts.length; tree++) score = Math.fround(score + leafValue(prepared, tree, values))
    else for (let tree = 0; tree + 1 < starts.length; tree++) score += leafValue(prepared, tree, values)
    into[row] = score
  }
}

export function requireTreeArrays(
  rows: number,
  width: number,
  matrix: Float32Array,
  { width: needed }: PreparedTrees,
  into: Float64Array,
): void {
  requireLength('matrix', matrix, rows * width)
  requireLength('into', into, rows)
  if (needed > width) throw new RangeError(`the trees look at ${needed} features, and the rows have ${width}`)
}

/** What one tree gives a row. */
export function leafValue(prepared: PreparedTrees, tree: number, values: ArrayLike<number>): number {
  const { starts, columns, left, right, leaves } = prepared.trees
  const first = starts[tree]
  if (first === starts[tree + 1]) return leaves[first + tree]
  let at = 0
  do {
    const split = first + at
    at = goesLeft(prepared, split, values[columns[split]]) ? left[split] : right[split]
  } while (at >= 0)
  return leaves[first + tree + ~at]
}

/** Which way a value goes. */
export function goesLeft({ trees, setOf }: PreparedTrees, split: number, value: number): boolean {
  if (Number.isNaN(value)) return trees.missingLeft[split] === 1
  const set = setOf[split]
  if (set < 0) return finite32(value) <= trees.thresholds[split]
  const category = Math.trunc(value)
  const word = trees.setStarts[set] + Math.floor(category / 32)
  return category >= 0 && word < trees.setStarts[set + 1] && ((trees.sets[word] >>> (category % 32)) & 1) === 1
}
