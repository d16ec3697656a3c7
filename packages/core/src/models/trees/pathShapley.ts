/**
 * Path-dependent Shapley values of a sum of trees: the game in which features that are not told are left to chance, as rows were parted in training. Where
 * a split looks at one of them, both sides count with the shares of rows that went there. Lundberg et al. 2020, "From local explanations to global
 * understanding with explainable AI for trees", Algorithm 1, by another way of adding up.
 *
 * A leaf adds its value times Π oⱼ over the told features and Π zⱼ over the others: oⱼ says whether the row meets all conditions on j along the way to
 * the leaf, zⱼ is the product of the shares of rows that did. The Shapley value of i in such a product is (oᵢ − zᵢ) ∫ Π (t oⱼ + (1 − t) zⱼ) dt over the
 * other features, t from 0 to 1: a feature is told before i with probability t, where i has a uniform place. The integrand is a polynomial, so that a
 * Gauss–Legendre sum is exact. Products are taken on the way down and sums over leaves on the way up, once for each point; all factors are above 0, so
 * nothing cancels.
 */
import { goesLeft, type PreparedTrees } from '../../numeric/compute/trees.ts'
import { gaussLegendre } from '../../numeric/gaussLegendre.ts'
import type { TreeStatistics } from './treeStatistics.ts'

export interface PathShapley {
  /** The mean score as rows were parted in training: what shares add to. */
  readonly expected: number
  /** One share for each feature. */
  shares(values: ArrayLike<number>): Float64Array
}

/** Products of shares of rows below this count as 0: their inverses would overflow. */
const TINY = 1e-290

/** One tree, whose nodes are its splits and then its leaves. What a node has is about the way that leads to it. */
interface Paths {
  readonly tree: number
  readonly splits: number
  /** The product of the shares of rows for the feature of its parent, over all conditions on that feature up to here. */
  readonly rest: Float64Array
  /** The nearest node above that follows a split on the same feature; −1 if there is none. */
  readonly before: Int32Array
  /** The two nodes below each split: left and right. */
  readonly below: Int32Array
  readonly at: Points
}

/** At each point t: 1 − t, the weight, and the weight over 1 − t. */
interface Points {
  readonly points: Float64Array
  readonly left: Float64Array
  readonly weights: Float64Array
  readonly weightsOverLeft: Float64Array
}

type Covers = Required<Pick<TreeStatistics, 'covers' | 'leafCovers'>>

export function pathShapley(prepared: PreparedTrees, covers: Covers, width: number): PathShapley {
  const { trees } = prepared
  const points = new Map<number, Points>()
  const paths: Paths[] = []
  let expected = trees.base
  for (let tree = 0; tree + 1 < trees.starts.length; tree++) {
    const splits = trees.starts[tree + 1] - trees.starts[tree]
    if (splits === 0) expected += trees.leaves[trees.starts[tree] + tree]
    else {
      const { found, mean } = pathsOf(prepared, covers, tree, points)
      paths.push(found)
      expected += mean
    }
  }
  const nodes = paths.reduce((most, { splits }) => Math.max(most, 2 * splits + 1), 0)
  const numbers = paths.reduce((most, { splits, at }) => Math.max(most, (2 * splits + 1) * at.points.length), 0)
  const meets = new Uint8Array(nodes)
  const reached = new Uint8Array(nodes)
  const products = new Float64Array(numbers)
  return {
    expected,
    shares(values) {
      const into = new Float64Array(width)
      for (const path of paths) {
        goDown(prepared, path, values, meets, reached, products)
        goUp(prepared, path, meets, reached, products, into)
      }
      return into
    },
  }
}

/** The parts of a tree that do not depend on the row, and the mean of its leaves. */
function pathsOf(
  { trees }: PreparedTrees,
  { covers, leafCovers }: Covers,
  tree: number,
  known: Map<number, Points>,
): { readonly found: Paths; readonly mean: number } {
  const { starts, columns, left, right, leaves } = trees
  const first = starts[tree]
  const splits = starts[tree + 1] - first
  const nodes = 2 * splits + 1
  const rest = new Float64Array(nodes)
  const before = new Int32Array(nodes).fill(-1)
  const below = new Int32Array(2 * splits)
  const parents = new Int32Array(nodes).fill(-1)
  const different = new Uint32Array(nodes) // features on the way
  const share = new Float64Array(nodes).fill(1) // of all rows
  const coverOf = (node: number) => (node < splits ? covers[first + node] : leafCovers[first + tree + node - splits])
  let mean = 0
  for (let split = 0; split < splits; split++) {
    for (const [side, child] of [left[first + split], right[first + split]].entries()) {
      const node = child >= 0 ? child : splits + ~child
      below[2 * split + side] = node
      parents[node] = split
      let above = split
      while (above > 0 && columns[first + parents[above]] !== columns[first + split]) above = parents[above]
      before[node] = above > 0 ? above : -1
      different[node] = different[split] + (above > 0 ? 0 : 1)
      const part = coverOf(split) > 0 ? coverOf(node) / coverOf(split) : 0.5
      const product = part * (above > 0 ? rest[above] : 1)
      rest[node] = product < TINY ? 0 : product
      share[node] = share[split] * part
      if (child < 0) mean += share[node] * leaves[first + tree + ~child]
    }
  }
  const degree = different.reduce((most, each) => Math.max(most, each)) - 1
  return { found: { tree, splits, rest, before, below, at: pointsFor(Math.floor(degree / 2) + 1, known) }, mean }
}

function pointsFor(count: number, known: Map<number, Points>): Points {
  const found = known.get(count)
  if (found !== undefined) return found
  const { points, weights } = gaussLegendre(count)
  const left = points.map((point) => 1 - point)
  const made = { points, left, weights, weightsOverLeft: weights.map((weight, q) => weight / left[q]) }
  known.set(count, made)
  return made
}

/** products ← for each node the product of the factors of all features on the way to it, at each point. */
function goDown(
  prepared: PreparedTrees,
  { tree, splits, rest, before, below, at }: Paths,
  values: ArrayLike<number>,
  meets: Uint8Array,
  reached: Uint8Array,
  products: Float64Array,
): void {
  const { starts, columns } = prepared.trees
  const { points, left } = at
  const count = points.length
  const first = starts[tree]
  for (let q = 0; q < count; q++) products[q] = 1
  reached[0] = 1
  for (let split = 0; split < splits; split++) {
    const goes = goesLeft(prepared, first + split, values[columns[first + split]]) ? 0 : 1
    const from = split * count
    for (let side = 0; side < 2; side++) {
      const node = below[2 * split + side]
      const above = before[node]
      const metAbove = above >= 0 && meets[above] === 1
      const own = goes === side && (above < 0 || metAbove)
      const share = rest[node]
      meets[node] = own ? 1 : 0
      reached[node] = reached[split] === 1 && (own || share > 0) ? 1 : 0
      if (reached[node] === 0) continue
      const to = node * count
      if (above < 0) {
        if (own) for (let q = 0; q < count; q++) products[to + q] = products[from + q] * (points[q] + left[q] * share)
        else for (let q = 0; q < count; q++) products[to + q] = products[from + q] * left[q] * share
      } else if (metAbove) {
        const old = rest[above]
        const told = own ? 1 : 0
        for (let q = 0; q < count; q++)
          products[to + q] = (products[from + q] * (told * points[q] + left[q] * share)) / (points[q] + left[q] * old)
      } else {
        const part = share / rest[above]
        for (let q = 0; q < count; q++) products[to + q] = products[from + q] * part
      }
    }
  }
}

/**
 * From the leaves up, products of a node become sums over the leaves below it. Divided by the factor of its own feature, such a sum gives the share of that
 * feature; what the same feature had there by a condition further up is taken back. Of conditions that are not met the two cancel.
 */
function goUp(
  { trees }: PreparedTrees,
  { tree, splits, rest, before, below, at }: Paths,
  meets: Uint8Array,
  reached: Uint8Array,
  sums: Float64Array,
  into: Float64Array,
): void {
  const { starts, columns, leaves } = trees
  const { points, left, weights, weightsOverLeft } = at
  const count = points.length
  const first = starts[tree]
  for (let split = splits - 1; split >= 0; split--) {
    if (reached[split] === 0) continue
    const to = split * count
    for (let q = 0; q < count; q++) sums[to + q] = 0
    let share = 0
    for (let side = 0; side < 2; side++) {
      const node = below[2 * split + side]
      if (reached[node] === 0) continue
      const from = node * count
      const leaf = node < splits ? 1 : leaves[first + tree + node - splits]
      const above = before[node]
      const metAbove = above >= 0 && meets[above] === 1
      let own = 0
      if (meets[node] === 1) {
        const part = rest[node]
        for (let q = 0; q < count; q++) own += (weights[q] * sums[from + q]) / (points[q] + left[q] * part)
        own *= 1 - part
      } else if (above < 0 || metAbove) for (let q = 0; q < count; q++) own -= weightsOverLeft[q] * sums[from + q]
      if (metAbove) {
        const part = rest[above]
        let back = 0
        for (let q = 0; q < count; q++) back += (weights[q] * sums[from + q]) / (points[q] + left[q] * part)
        own -= (1 - part) * back
      }
      for (let q = 0; q < count; q++) sums[to + q] += leaf * sums[from + q]
      share += leaf * own
    }
    into[columns[first + split]] += share
  }
}
