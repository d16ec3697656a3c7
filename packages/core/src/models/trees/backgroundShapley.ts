/**
 * Interventional Shapley values against a background: the mean, over its rows z, of the values of treeShapley.ts. Lundberg et al. 2020, "From local
 * explanations to global understanding with explainable AI for trees".
 *
 * What a leaf adds depends on a row of the background only by which features meet their conditions on the way to the leaf. So rows with the same answer
 * are counted once, as bits, before any item is explained.
 */
import { goesLeft, type PreparedTrees } from '../../numeric/compute/trees.ts'
import { addTreeShapley, choose } from './treeShapley.ts'

export type BackgroundShapley = (rows: readonly ArrayLike<number>[]) => (values: ArrayLike<number>) => Float64Array

/** Features on the way to a leaf that bits are kept of; trees with longer ways are walked for each row of the background. */
const MOST_BITS = 30

/** The conditions on the way to a leaf. */
interface Way {
  readonly leaf: number
  readonly features: readonly number[]
  readonly all: number
  readonly splits: readonly number[]
  /** Whether each split has to go left, and the bit of its feature. */
  readonly goLeft: readonly boolean[]
  readonly bits: readonly number[]
}

/** A way, with the answers of the background and how many rows gave each. */
interface CountedWay extends Way {
  readonly answers: readonly number[]
  readonly counts: readonly number[]
}

/** One over the number of ways to choose `mine` of `mine + theirs`, at mine · (MOST_BITS + 1) + theirs. */
const orders = Float64Array.from({ length: (MOST_BITS + 1) * (MOST_BITS + 1) }, (_, at) => {
  const [mine, theirs] = [Math.floor(at / (MOST_BITS + 1)), at % (MOST_BITS + 1)]
  return 1 / choose(mine + theirs, mine)
})

/** The background comes second, so that one after the other can be taken for the same trees. */
export function backgroundShapley(prepared: PreparedTrees, width: number): BackgroundShapley {
  const trees = prepared.trees.starts.length - 1
  const ways: Way[][] = []
  const long: number[] = []
  for (let tree = 0; tree < trees; tree++) {
    const found = waysOf(prepared, tree)
    if (found === undefined) long.push(tree)
    else ways.push(found)
  }
  return (rows) => {
    const counted = ways.map((each) => countedWays(prepared, each, rows))
    return (values) => {
      const into = new Float64Array(width)
      for (const each of counted) for (const way of each) addWay(prepared, way, values, 1 / rows.length, into)
      for (const tree of long) for (const row of rows) addTreeShapley(prepared, tree, values, row, 1 / rows.length, into)
      return into
    }
  }
}

/** The way to each leaf of a tree; undefined if one has too many features. */
function waysOf({ trees }: PreparedTrees, tree: number): Way[] | undefined {
  const { starts, columns, left, right, leaves } = trees
  const first = starts[tree]
  const splits = starts[tree + 1] - first
  const found: Way[] = []
  const open: { readonly at: number; readonly way: Omit<Way, 'leaf' | 'all'> }[] =
    splits === 0 ? [] : [{ at: 0, way: { features: [], splits: [], goLeft: [], bits: [] } }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, way } = next
    if (at < 0) {
      found.push({ ...way, leaf: leaves[first + tree + ~at], all: 2 ** way.features.length - 1 })
      continue
    }
    const split = first + at
    const known = way.features.indexOf(columns[split])
    if (known < 0 && way.features.length === MOST_BITS) return undefined
    if (way.splits.length === MOST_SPLITS) return undefined
    const features = known < 0 ? [...way.features, columns[split]] : way.features
    const bits = [...way.bits, 1 << (known < 0 ? features.length - 1 : known)]
    for (const [child, side] of [
      [left[split], true],
      [right[split], false],
    ] as const) {
      open.push({ at: child, way: { features, bits, splits: [...way.splits, split], goLeft: [...way.goLeft, side] } })
    }
  }
  return found
}

/** Ways are kept for each leaf: of longer ones the copies would be too many. */
const MOST_SPLITS = 200

function countedWays(prepared: PreparedTrees, ways: readonly Way[], rows: readonly ArrayLike<number>[]): CountedWay[] {
  return ways.map((way) => {
    const counts = new Map<number, number>()
    for (const row of rows) {
      const answer = answerOf(prepared, way, row)
      counts.set(answer, (counts.get(answer) ?? 0) + 1)
    }
    return { ...way, answers: [...counts.keys()], counts: [...counts.values()] }
  })
}

/** The bits of the features that meet all their conditions. */
function answerOf(prepared: PreparedTrees, { all, splits, goLeft, bits }: Way, row: ArrayLike<number>): number {
  const { columns } = prepared.trees
  let met = all
  for (let step = 0; step < splits.length; step++) {
    if ((met & bits[step]) !== 0 && goesLeft(prepared, splits[step], row[columns[splits[step]]]) !== goLeft[step]) met &= ~bits[step]
  }
  return met
}

/** The features that only x meets bring the leaf in, those that only z meets take it away; one that neither meets keeps it out. */
function addWay(prepared: PreparedTrees, way: CountedWay, values: ArrayLike<number>, weight: number, into: Float64Array): void {
  const { answers, counts, features, leaf, all } = way
  const own = answerOf(prepared, way, values)
  const needed = all & ~own
  const theirs = ones(needed)
  let taken = 0
  for (let at = 0; at < answers.length; at++) {
    if ((answers[at] & needed) !== needed) continue
    const bringing = own & ~answers[at]
    const mine = ones(bringing)
    const amount = weight * counts[at] * leaf * orders[mine * (MOST_BITS + 1) + theirs]
    if (theirs > 0) taken += amount / theirs
    for (let bits = bringing; bits !== 0; bits &= bits - 1) into[features[31 - Math.clz32(bits & -bits)]] += amount / mine
  }
  if (taken !== 0) for (let bits = needed; bits !== 0; bits &= bits - 1) into[features[31 - Math.clz32(bits & -bits)]] -= taken
}

/** How many bits are set. */
function ones(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
