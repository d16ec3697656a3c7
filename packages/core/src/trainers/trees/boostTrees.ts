/** Gradient boosting: each tree is fitted to the slopes and curvatures of the objective at the scores so far. */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { allowedColumns, type FeatureRules } from './allowedColumns.ts'
import { binnedRows } from './binnedRows.ts'
import { type FeatureBins, featureBins } from './featureBins.ts'
import { featureNumbersOf } from './featureNumbers.ts'
import { type GrownTree, type GrowthMemory, type GrowthOptions, growTree } from './growTree.ts'
import { histogramPool } from './histogramPool.ts'
import { type ObjectiveOptions, objectiveFor } from './objectives/objectives.ts'
import type { Gradients } from './objectives/treeObjective.ts'

/** Draws of lists and features without a split, one after the other, after which growing ends. */
const MOST_USELESS = 20

export interface BoostOptions extends Omit<GrowthOptions, 'depth'>, ObjectiveOptions, FeatureRules {
  readonly depth?: number
  readonly trees: number
  readonly learningRate: number
  readonly featureShare: number
  readonly listShare: number
  readonly bins: number
  readonly seed: number
}

export interface BoostedTrees {
  readonly bins: FeatureBins
  readonly trees: readonly GrownTree[]
  /** The mean of |slope| over the rows when growing ended, as a share of that at the start. */
  readonly slope: number
  /** Rare categories that are not told apart, and why growing ended before its time. */
  readonly notes: readonly string[]
}

/** What a training may have besides. */
export interface BoostExtras {
  /** What scores start from, for the lists of the training and the watched ones; else from 0. */
  readonly startScores?: (lists: RankingLists) => Float64Array
  /** Lists whose scores are told after each tree. */
  readonly watched?: RankingLists
  /** Told after each tree; gives what was measured, and whether another tree is wanted. */
  readonly goesOn?: (trees: number, scores: Float64Array) => { readonly measured: Readonly<Record<string, number>>; readonly on: boolean }
}

export function* boostTrees(
  lists: RankingLists,
  names: readonly string[] | number,
  options: BoostOptions,
  runtime: Runtime,
  { startScores, watched, goesOn }: BoostExtras = {},
): Training<BoostedTrees> {
  const compute = runtime.compute.own()
  const mark = compute.mark()
  try {
    const random = seededRandom(options.seed)
    const categorical = namedCategories(options.categories, names)
    const bins = yield* featureBins(lists, options.bins, random.fork('bins'), runtime, categorical)
    const memory = growthMemory(lists, bins, compute)
    const allowed = allowedColumns(options, names, bins.features)
    const objective = objectiveFor(lists, options, random.fork('objective'), compute)
    const follow = watched && watchedRows(watched, bins, compute, startScores?.(watched))
    const scores = compute.float64(lists.labels.length)
    if (startScores !== undefined) scores.set(startScores(lists))
    const gradients: Gradients = { slopes: compute.float64(scores.length), curvatures: compute.float64(scores.length) }
    const steepness = (): number => {
      objective.gradients(scores, gradients)
      weigh(lists, gradients)
      return meanSize(gradients.slopes)
    }
    const trees: GrownTree[] = []
    const notes = [...bins.notes]
    const draws = random.fork('trees')
    const first = steepness()
    let [now, useless] = [first, 0]
    if (bins.features.length === 0) notes.push('no trees: each feature has the same value in all rows, so there is nothing to split')
    while (trees.length < options.trees && bins.features.length > 0) {
      obeyStop(runtime)
      const sample = drawLists(lists, options.listShare, draws, memory.order)
      const columns = drawColumns(bins.features.length, options.featureShare, draws)
      const tree = growTree(memory, sample, gradients, { ...allowed, columns }, { ...options, depth: options.depth ?? Infinity })
      if (tree.columns.length === 0) {
        if (++useless < (options.listShare < 1 || options.featureShare < 1 ? MOST_USELESS : 1)) continue
        notes.push(`ended after ${trees.length} trees: no split lowers the objective any more`)
        break
      }
      useless = 0
      addTree(tree, memory, sample, options.learningRate, scores)
      trees.push(tree)
      follow?.add(tree)
      const told = follow && goesOn?.(trees.length, follow.scores)
      now = steepness()
      yield { stage: 'tree', done: trees.length, total: options.trees, objective: now / first, ...(told && { metrics: told.measured }) }
      if (told?.on === false) break
    }
    return { bins, trees, slope: first > 0 ? now / first : 0, notes }
  } finally {
    compute.release(mark)
  }
}

/** The features of categories with their names, by number. */
function namedCategories(given: readonly string[] | undefined, names: readonly string[] | number): Map<number, string> {
  const numbers = featureNumbersOf(names)
  return new Map((given ?? []).map((name) => [numbers(name, 'categories'), name]))
}

/** The largest arrays first: memory that grows later may have to leave them where they are. */
function growthMemory(lists: RankingLists, bins: FeatureBins, compute: Compute): GrowthMemory {
  const rows = lists.labels.length
  const binned = binnedRows(lists, bins, compute)
  return {
    compute,
    binned,
    order: compute.words(rows),
    scratch: compute.words(rows),
    gradients: compute.integers(2 * rows),
    histograms: histogramPool(binned.stride, compute),
  }
}

/** The values of the leaves shrink by the learning rate; then every row gets that of its leaf. */
function addTree(
  tree: GrownTree,
  { compute, binned, order }: GrowthMemory,
  sample: number,
  learningRate: number,
  scores: Float64Array,
): void {
  for (const [leaf, value] of tree.values.entries()) {
    tree.values[leaf] = value * learningRate
    const start = tree.leafStarts[leaf]
    compute.treeGrowth.addToRows(order.subarray(start, start + tree.leafRows[leaf]), tree.values[leaf], scores)
  }
  compute.treeGrowth.walkBins(binned.stride, binned.bins, tree, tree.values, order.subarray(sample), scores)
}

/** Rows of other lists, scored tree by tree. */
function watchedRows(lists: RankingLists, bins: FeatureBins, compute: Compute, start: Float64Array | undefined) {
  const { stride, bins: own } = binnedRows(lists, bins, compute)
  const rows = compute.words(lists.labels.length)
  for (let row = 0; row < rows.length; row++) rows[row] = row
  const scores = compute.float64(rows.length)
  if (start !== undefined) scores.set(start)
  return { scores, add: (tree: GrownTree) => compute.treeGrowth.walkBins(stride, own, tree, tree.values, rows, scores) }
}

function meanSize(slopes: Float64Array): number {
  let sum = 0
  for (let row = 0; row < slopes.length; row++) sum += Math.abs(slopes[row])
  return sum / slopes.length
}

/** Lists count with their weights. */
function weigh({ offsets, listWeights }: RankingLists, { slopes, curvatures }: Gradients): void {
  if (listWeights === undefined) return
  for (const [list, weight] of listWeights.entries()) {
    for (let row = offsets[list]; row < offsets[list + 1]; row++) {
      slopes[row] *= weight
      curvatures[row] *= weight
    }
  }
}

/** order ← the rows of the drawn lists, then those of the others, each in the order of the file; gives how many come first. */
function drawLists({ offsets, labels }: RankingLists, share: number, random: Random, order: Uint32Array): number {
  if (share >= 1) {
    for (let row = 0; row < order.length; row++) order[row] = row
    return order.length
  }
  const lists = offsets.length - 1
  const drawn = drawSome(lists, Math.max(1, Math.round(share * lists)), random)
  let [place, end] = [0, labels.length]
  for (let list = 0; list < lists; list++)
    if (drawn[list] === 1) for (let row = offsets[list]; row < offsets[list + 1]; row++) order[place++] = row
  for (let list = lists - 1; list >= 0; list--)
    if (drawn[list] === 0) for (let row = offsets[list + 1] - 1; row >= offsets[list]; row--) order[--end] = row
  return place
}

function drawColumns(columns: number, share: number, random: Random): Uint32Array {
  const all = Uint32Array.from({ length: columns }, (_, column) => column)
  if (share >= 1) return all
  const drawn = drawSome(columns, Math.max(1, Math.round(share * columns)), random)
  return all.filter((column) => drawn[column] === 1)
}

/** 1 for each of `wanted` drawn out of `count`, all choices equally likely. */
function drawSome(count: number, wanted: number, random: Random): Uint8Array {
  const drawn = new Uint8Array(count)
  let left = wanted
  for (let number = 0; number < count; number++) {
    if (random.integer(count - number) >= left) continue
    drawn[number] = 1
    left--
  }
  return drawn
}
