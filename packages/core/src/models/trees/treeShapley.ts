import { goesLeft, type PreparedTrees } from '../../numeric/compute/trees.ts'

/**
 * Adds, for one tree, Shapley values of the game in which some features of a row `x` take the place of those of a row `z`: exact, and they add
 * up to the leaf of x less that of z. Lundberg et al. 2020, "From local explanations to global understanding with explainable AI for trees",
 * the interventional values with a single background row.
 *
 * A leaf is reached when some features, S, come from x and some others, N, from z. It then counts for every order of the features in which S
 * comes first and N later: feature i of S brings the leaf in with (|S| − 1)! |N|! of (|S| + |N|)! orders, feature i of N takes it away with
 * |S|! (|N| − 1)!.
 */
export function addTreeShapley(
  prepared: PreparedTrees,
  tree: number,
  x: ArrayLike<number>,
  z: ArrayLike<number>,
  weight: number,
  into: Float64Array,
): void {
  const { starts, columns, left, right, leaves } = prepared.trees
  const first = starts[tree]
  if (first === starts[tree + 1]) return
  const from = new Int8Array(x.length) // 1: from x, −1: from z, 0: not decided yet
  const taken: number[] = [] // the features that are decided
  /** As deep as there are features that tell the rows apart, however deep the tree is. */
  const visit = (start: number): void => {
    let at = start
    while (at >= 0) {
      const split = first + at
      const column = columns[split]
      const [ofX, ofZ] = [goesLeft(prepared, split, x[column]), goesLeft(prepared, split, z[column])]
      const next = (goes: boolean) => (goes ? left[split] : right[split])
      if (ofX === ofZ || from[column] !== 0) at = next(from[column] < 0 ? ofZ : ofX)
      else {
        taken.push(column)
        from[column] = 1
        visit(next(ofX))
        from[column] = -1
        visit(next(ofZ))
        from[column] = 0
        taken.pop()
        return
      }
    }
    share(weight * leaves[first + tree + ~at])
  }
  visit(0)

  function share(leaf: number): void {
    const mine = taken.reduce((count, column) => count + (from[column] > 0 ? 1 : 0), 0)
    const theirs = taken.length - mine
    const orders = mine > 0 || theirs > 0 ? 1 / choose(mine + theirs, mine) : 0
    for (const column of taken) {
      if (from[column] > 0) into[column] += (leaf * orders) / mine
      else into[column] -= (leaf * orders) / theirs
    }
  }
}

/** The sum over all trees. */
export function treeShapley(prepared: PreparedTrees, x: ArrayLike<number>, z: ArrayLike<number>): Float64Array {
  const shares = new Float64Array(x.length)
  for (let tree = 0; tree + 1 < prepared.trees.starts.length; tree++) addTreeShapley(prepared, tree, x, z, 1, shares)
  return shares
}

/** n! / (k! (n − k)!) */
export function choose(n: number, k: number): number {
  let ways = 1
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i
  return ways
}
