/**
 * One regression tree, grown on histograms: at each step the leaf whose split gains most (or the first of the highest level) is split in two. Of
 * the two sides only the smaller one is summed up; the histogram of the other is what is left of their parent's.
 *
 * Friedman 2001, "Greedy function approximation: a gradient boosting machine"; the second-order gain is that of Chen & Guestrin 2016, "XGBoost: a
 * scalable tree boosting system", and growth by leaves with subtraction that of Ke et al. 2017, "LightGBM: a highly efficient gradient boosting
 * decision tree". The sums are of whole numbers here (numeric/compute/quantise.ts), so no rounding depends on their order.
 */

import { type CountRows, leafValue, SPLIT_NUMBERS, type SplitNode, type SplitRules } from '../../numeric/compute/bestSplits.ts'
import { MOST_BINS } from '../../numeric/compute/binRows.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { BIN_NUMBERS } from '../../numeric/compute/histogram.ts'
import type { Training } from '../../runtime/training.ts'
import type { GradientSums } from '../../work/passes/trees/gradientSums.ts'
import { type Scales, scalesOf } from '../../work/passes/trees/wholeNumberScales.ts'
import { bestCategories, type CategoryRules } from './bestCategories.ts'
import type { GrowingRows, PartedNode, PlannedSplit } from './growingRows.ts'
import type { GrownTree } from './grownTree.ts'

export interface GrowthOptions extends CategoryRules {
  readonly growth: 'leaf' | 'level'
  readonly leaves: number
  readonly depth: number
  readonly minRows: number
  readonly countRows: CountRows
  readonly minHessian: number
  readonly l1: number
  readonly l2: number
}

/** What a tree may look at. */
export interface Allowed {
  /** The columns of this tree, ascending. */
  readonly columns: Uint32Array
  /** 1 for columns that scores rise with, −1 for those that they fall with; absent where none has a direction. */
  readonly directions?: Int32Array
  /** Which columns may be used together on a path: column c belongs to the groups whose bits are set; absent where all may. */
  readonly groups?: Uint32Array
  /** 1 for columns of categories; absent where there are none. */
  readonly categorical?: Uint8Array
}

interface Leaf extends SplitNode {
  /** Its number among those of `GrowingRows`. */
  readonly node: number
  readonly depth: number
  /** The split that this leaf is a side of, and which. */
  readonly parent: number
  readonly side: 'left' | 'right'
  readonly columns: Uint32Array
  /** The groups that hold all columns on the way here, as bits. */
  readonly shared: number
  histogram: Int32Array | undefined
  split: Split | undefined
}

interface Split {
  readonly gain: number
  readonly column: number
  readonly bin: number
  /** Missing values that the node never met go with the larger side. */
  readonly missingLeft: boolean
  readonly slope: number
  readonly curvature: number
  readonly rows: number
  /** Of a split on categories: the bins that go left. */
  readonly leftBins?: readonly number[]
}

export function* growTree(
  rows: Omit<GrowingRows, 'next'>,
  sums: Pick<GradientSums, 'rows' | 'slope' | 'curvature'>,
  allowed: Allowed,
  options: GrowthOptions,
  { treeGrowth: work }: Compute,
): Training<GrownTree> {
  const { binCounts } = rows
  const scales = scalesOf(sums)
  const rules: SplitRules = {
    slopeScale: 1 / scales.slope,
    curvatureScale: 1 / scales.curvature,
    l1: options.l1,
    l2: options.l2,
    minRows: options.minRows,
    minCurvature: options.minHessian,
    countRows: options.countRows,
  }
  const found = new Float64Array(SPLIT_NUMBERS * allowed.columns.length)
  const maySplit = ({ rows, depth }: Pick<Leaf, 'rows' | 'depth'>) => rows >= 2 * options.minRows && depth < options.depth

  function findSplit(leaf: Leaf): void {
    if (leaf.histogram === undefined) return
    const { categorical } = allowed
    const byThreshold = bestThreshold(
      leaf,
      categorical === undefined ? leaf.columns : leaf.columns.filter((column) => categorical[column] === 0),
    )
    leaf.split = categorical === undefined ? byThreshold : betterCategories(leaf, categorical, byThreshold)
  }

  function bestThreshold(leaf: Leaf, columns: Uint32Array): Split | undefined {
    work.bestSplits(leaf.histogram!, columns, binCounts, allowed.directions, leaf, rules, found.subarray(0, SPLIT_NUMBERS * columns.length))
    let best = -1
    for (let place = 0; place < columns.length; place++) {
      const gain = found[SPLIT_NUMBERS * place]
      if (gain > (best < 0 ? 0 : found[SPLIT_NUMBERS * best])) best = place
    }
    if (best < 0) return undefined
    const at = SPLIT_NUMBERS * best
    const column = columns[best]
    const missingRows = leaf.histogram![BIN_NUMBERS * (column * MOST_BINS + binCounts[column]) + 2]
    const missingRight = missingRows > 0 && found[at + 2] === 0
    const [bin, rows] =
      options.countRows === 'by-curvature' && !missingRight
        ? beforeNextCurvature(leaf.histogram!, column, found[at + 1], found[at + 5])
        : [found[at + 1], found[at + 5]]
    const missingLeft = missingRows > 0 ? found[at + 2] === 1 : 2 * rows >= leaf.rows
    return { gain: found[at], column, bin, missingLeft, slope: found[at + 3], curvature: found[at + 4], rows }
  }

  /** A split on categories, where one gains more. */
  function betterCategories(leaf: Leaf, categorical: Uint8Array, other: Split | undefined): Split | undefined {
    let best = other
    for (const column of leaf.columns) {
      if (categorical[column] === 0) continue
      const bins = binCounts[column]
      const split = bestCategories(leaf.histogram!, column, bins, allowed.directions !== undefined, leaf, rules, options)
      if (split !== undefined && split.gain > (best?.gain ?? 0))
        best = { ...split, column, bin: 0, missingLeft: split.leftBins.includes(bins) }
    }
    return best
  }

  function planned({ node, rows: all, depth, split }: Leaf): PlannedSplit {
    const { column, rows: left } = split!
    const smaller = 2 * left <= all ? 'left' : 'right'
    const larger = Math.max(left, all - left)
    return {
      node,
      column,
      sides: sidesOf(split!, binCounts[column]),
      smaller,
      summed: maySplit({ rows: larger, depth: depth + 1 }),
    }
  }

  function letGo(leaf: Leaf): void {
    if (leaf.histogram !== undefined) rows.giveBack(leaf.histogram)
    leaf.histogram = undefined
  }

  if (!maySplit({ rows: sums.rows, depth: 0 }) || options.leaves < 2) return stump(sums.rows)
  const whole = yield* rows.root(scales, allowed.columns)
  const ofAll = { ...sumsOf(whole, allowed.columns[0], binCounts[allowed.columns[0]]), rows: sums.rows }
  const root = newLeaf(ofAll, { least: -Infinity, greatest: Infinity }, 0, 0, -1, 'left', allowed.columns, -1)
  root.histogram = whole
  findSplit(root)
  const leaves: Leaf[] = [root]
  const splits: (Split & { left: number; right: number; cover: number; sides: Uint8Array })[] = []
  while (leaves.length < options.leaves) {
    const left = options.leaves - leaves.length
    const chosen = nextLeaf(leaves, options.growth)
    if (chosen < 0) break
    const parent = leaves[chosen]
    const split = parent.split!
    const last = left === 1
    const plan = last ? { ...planned(parent), summed: false } : planned(parent)
    const number = splits.length
    const parted = yield* rows.part(plan, parent.histogram, () =>
      followers(leaves, chosen, options.growth)
        .slice(0, left - 1)
        .map(planned),
    )
    splits.push({ ...split, left: -1 - chosen, right: -1 - leaves.length, cover: parent.rows, sides: plan.sides })
    if (parent.parent >= 0) splits[parent.parent][parent.side] = number
    const [one, other] = childrenOf(parent, split, parted.nodes, number, allowed, rules)
    leaves[chosen] = one
    leaves.push(other)
    if (parted.histogram !== undefined) {
      const [small, large] = plan.smaller === 'left' ? [one, other] : [other, one]
      small.histogram = parted.histogram
      large.histogram = parent.histogram
      parent.histogram = undefined
      for (const leaf of [one, other]) {
        if (maySplit(leaf)) findSplit(leaf)
        if (leaf.split === undefined) letGo(leaf)
      }
    }
    letGo(parent)
  }
  for (const leaf of leaves) letGo(leaf)
  if (splits.length === 0) return stump(sums.rows)
  const exact = yield* rows.leafSums(
    Uint32Array.from(leaves, ({ node }) => node),
    scales,
  )
  return grown(splits, leaves, leafValues(leaves, exact, scales, options))
}

/**
 * Bins without curvature count for nothing by curvature, so a split before them gains as much as one behind them: LightGBM, which looks at bins from
 * the last one down, takes the one behind. Gives its bin, and the rows up to it. What is on the right has curvature, else it would have no rows.
 */
function beforeNextCurvature(histogram: Int32Array, column: number, found: number, left: number): [bin: number, rows: number] {
  let [bin, rows] = [found, left]
  for (let at = BIN_NUMBERS * (column * MOST_BINS + bin + 1); histogram[at] === 0 && histogram[at + 1] === 0; at += BIN_NUMBERS) {
    bin++
    rows += histogram[at + 2]
  }
  return [bin, rows]
}

function nextLeaf(leaves: readonly Leaf[], growth: GrowthOptions['growth']): number {
  let best = -1
  for (let number = 0; number < leaves.length; number++) {
    if (leaves[number].split !== undefined && (best < 0 || comesBefore(leaves[number], leaves[best], growth))) best = number
  }
  return best
}

function comesBefore(leaf: Leaf, other: Leaf, growth: GrowthOptions['growth']): boolean {
  return growth === 'level' ? leaf.depth < other.depth : leaf.split!.gain > other.split!.gain
}

/** The other leaves that have a split, in the order in which they are next if no better ones come up. */
function followers(leaves: readonly Leaf[], chosen: number, growth: GrowthOptions['growth']): Leaf[] {
  const others = leaves.filter((leaf, number) => number !== chosen && leaf.split !== undefined)
  return others.sort((a, b) => Number(comesBefore(b, a, growth)) - Number(comesBefore(a, b, growth)))
}

/** For each bin of the column whether it goes left. */
function sidesOf({ bin, missingLeft, leftBins }: Split, binCount: number): Uint8Array {
  const sides = new Uint8Array(MOST_BINS)
  if (leftBins === undefined) sides.fill(1, 0, bin + 1)
  else for (const category of leftBins) sides[category] = 1
  if (missingLeft) sides[binCount] = 1
  return sides
}

function childrenOf(
  parent: Leaf,
  split: Split,
  [leftNode, rightNode]: PartedNode['nodes'],
  number: number,
  { directions, groups }: Allowed,
  rules: SplitRules,
): [Leaf, Leaf] {
  const shared = groups === undefined ? parent.shared : parent.shared & groups[split.column]
  const columns = groups === undefined ? parent.columns : columnsWith(parent.columns, groups, shared, split.column)
  const other = { slope: parent.slope - split.slope, curvature: parent.curvature - split.curvature, rows: parent.rows - split.rows }
  const [lower, upper] = rangesOf(parent, split, other, directions?.[split.column] ?? 0, rules)
  const depth = parent.depth + 1
  return [
    newLeaf(split, lower, leftNode, depth, number, 'left', columns, shared),
    newLeaf(other, upper, rightNode, depth, number, 'right', columns, shared),
  ]
}

/** All leaves are written out in one place: objects of one shape are quick to make and to read. */
function newLeaf(
  { slope, curvature, rows }: Pick<SplitNode, 'slope' | 'curvature' | 'rows'>,
  { least, greatest }: Range,
  node: number,
  depth: number,
  parent: number,
  side: Leaf['side'],
  columns: Uint32Array,
  shared: number,
): Leaf {
  return { slope, curvature, rows, least, greatest, node, depth, parent, side, columns, shared, histogram: undefined, split: undefined }
}

/** Columns that are in a group with all on the way; below a column without a group, that column alone. */
function columnsWith(columns: Uint32Array, groups: Uint32Array, shared: number, split: number): Uint32Array {
  return columns.filter((column) => (groups[split] === 0 ? column === split : (groups[column] & shared) !== 0))
}

type Range = Pick<SplitNode, 'least' | 'greatest'>

/** A column with a direction parts the range of the node in the middle between the values of the two sides. */
function rangesOf(
  { least, greatest }: Range,
  left: Pick<SplitNode, 'slope' | 'curvature'>,
  right: Pick<SplitNode, 'slope' | 'curvature'>,
  direction: number,
  rules: SplitRules,
): [Range, Range] {
  if (direction === 0)
    return [
      { least, greatest },
      { least, greatest },
    ]
  const value = (side: Pick<SplitNode, 'slope' | 'curvature'>) =>
    leafValue(side.slope * rules.slopeScale, side.curvature * rules.curvatureScale, { least, greatest }, rules)
  const middle = (value(left) + value(right)) / 2
  const [low, high] = [
    { least, greatest: middle },
    { least: middle, greatest },
  ]
  return direction > 0 ? [low, high] : [high, low]
}

/** Every row is in some bin of a column. */
function sumsOf(histogram: Int32Array, column: number, bins: number): Pick<SplitNode, 'slope' | 'curvature'> {
  let [slope, curvature] = [0, 0]
  for (let bin = 0; bin <= bins; bin++) {
    const at = BIN_NUMBERS * (column * MOST_BINS + bin)
    slope += histogram[at]
    curvature += histogram[at + 1]
  }
  return { slope, curvature }
}

/** From sums with all digits: splits are found on rounded numbers, values are not. */
function leafValues(leaves: readonly Leaf[], sums: Float64Array, scales: Scales, options: GrowthOptions): Float64Array {
  return Float64Array.from(leaves, (leaf, place) =>
    leafValue(sums[2 * place] / scales.fineSlope, sums[2 * place + 1] / scales.fineCurvature, leaf, options),
  )
}

/** A tree that nothing was gained by. */
function stump(rows: number): GrownTree {
  return {
    columns: new Uint32Array(),
    sides: new Uint8Array(),
    left: new Int32Array(),
    right: new Int32Array(),
    bins: new Uint32Array(),
    missingLeft: new Uint8Array(),
    gains: new Float64Array(),
    covers: new Float64Array(),
    values: new Float64Array(1),
    leafRows: Float64Array.of(rows),
    leafNodes: new Uint32Array(1),
  }
}

function grown(
  splits: readonly (Split & { readonly left: number; readonly right: number; readonly cover: number; readonly sides: Uint8Array })[],
  leaves: readonly Leaf[],
  values: Float64Array,
): GrownTree {
  const sides = new Uint8Array(MOST_BINS * splits.length)
  for (const [number, split] of splits.entries()) sides.set(split.sides, MOST_BINS * number)
  return {
    columns: Uint32Array.from(splits, ({ column }) => column),
    sides,
    left: Int32Array.from(splits, ({ left }) => left),
    right: Int32Array.from(splits, ({ right }) => right),
    bins: Uint32Array.from(splits, ({ bin }) => bin),
    missingLeft: Uint8Array.from(splits, ({ missingLeft }) => Number(missingLeft)),
    gains: Float64Array.from(splits, ({ gain }) => gain),
    covers: Float64Array.from(splits, ({ cover }) => cover),
    values,
    leafRows: Float64Array.from(leaves, ({ rows }) => rows),
    leafNodes: Uint32Array.from(leaves, ({ node }) => node),
  }
}
