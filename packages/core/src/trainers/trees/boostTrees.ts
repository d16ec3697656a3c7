/** Gradient boosting: each tree is fitted to the slopes and curvatures of the objective at the scores so far. */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { TreesModel } from '../../models/trees/trees.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import { namedOption } from '../../problems/namedOption.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { isHeld, type TrainingLists } from '../../work/heldLists.ts'
import type { TreeFit } from '../../work/operations/keptTrees.ts'
import type { FeatureBins } from '../../work/passes/trees/binnedRows.ts'
import type { ObjectiveOptions } from '../../work/passes/trees/objectives/objectives.ts'
import { allowedColumns, type FeatureRules } from './allowedColumns.ts'
import { featureBins, heldSource, sourceHere } from './featureBins.ts'
import { featureNumbersOf } from './featureNumbers.ts'
import type { GrownTree } from './grownTree.ts'
import { type GrowthOptions, growTree } from './growTree.ts'
import { heldRows } from './heldRows.ts'
import { rowsInMemory } from './rowsInMemory.ts'
import { watching } from './watching.ts'

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
  /** Trees that are there already. */
  readonly start?: TreesModel
  /** Lists that are measured after each tree. */
  readonly watched?: {
    readonly lists: TrainingLists
    readonly metric: string
    /** Told after each tree; says whether another one is wanted. */
    readonly goesOn: (trees: number, measured: number) => boolean
  }
}

/** Lists in memory are worked on as they are; others are asked. */
export function* boostTrees(
  lists: TrainingLists,
  names: readonly string[] | number,
  options: BoostOptions,
  runtime: Runtime,
  { start, watched }: BoostExtras = {},
): Training<BoostedTrees> {
  const compute = runtime.compute.own()
  const mark = compute.mark()
  try {
    const random = seededRandom(options.seed)
    const categorical = namedCategories(options.categories, names)
    const ofBins = random.fork('bins')
    const source = isHeld(lists) ? yield* heldSource(lists, ofBins, categorical.keys()) : sourceHere(lists, ofBins)
    const bins = yield* featureBins(source, options.bins, runtime, categorical)
    const allowed = allowedColumns(options, names, bins.features)
    const notes = [...bins.notes]
    if (bins.features.length === 0) {
      notes.push('no trees: each feature has the same value in all rows, so there is nothing to split')
      return { bins, trees: [], slope: 1, notes }
    }
    const { objective, weights, cutoff, normalise, seed } = options
    const { notes: _, ...cuts } = bins
    const fit: TreeFit = {
      bins: cuts,
      objective: { objective, weights, cutoff, normalise },
      seed,
      ...(start && { start }),
      growth: JSON.stringify(options),
    }
    const rows = isHeld(lists) ? heldRows(lists, fit, compute) : rowsInMemory(lists, fit, compute)
    const { lists: listCount } = isHeld(lists) ? yield* lists.ask('summary', {}) : sizeHere(lists)
    const watch = watched && (yield* watching(watched.lists, fit, watched.metric, compute))
    const trees: GrownTree[] = []
    const draws = random.fork('trees')
    const draw = () => ({
      lists: drawLists(listCount, options.listShare, draws),
      columns: drawColumns(bins.features.length, options.featureShare, draws),
    })
    let sample = draw()
    let sums = yield* rows.next(undefined, sample.lists)
    const first = sums.steepness
    let useless = 0
    while (trees.length < options.trees) {
      obeyStop(runtime)
      const growth = { ...options, depth: options.depth ?? Infinity }
      const tree = yield* growTree(rows, sums, { ...allowed, columns: sample.columns }, growth, compute)
      if (tree.columns.length === 0) {
        if (++useless < (options.listShare < 1 || options.featureShare < 1 ? MOST_USELESS : 1)) {
          sample = draw()
          sums = yield* rows.next(undefined, sample.lists)
          continue
        }
        notes.push(whyEnded(trees.length, first, options))
        break
      }
      useless = 0
      for (const [leaf, value] of tree.values.entries()) tree.values[leaf] = value * options.learningRate
      trees.push(tree)
      const measured = watch && (yield* watch(tree))
      const on = measured === undefined || watched!.goesOn(trees.length, measured)
      sample = draw()
      sums = yield* rows.next(tree, sample.lists)
      const metrics = measured === undefined ? undefined : { [watched!.metric]: measured }
      yield { stage: 'tree', done: trees.length, total: options.trees, objective: sums.steepness / first, ...(metrics && { metrics }) }
      if (!on) break
    }
    return { bins, trees, slope: first > 0 ? sums.steepness / first : 0, notes }
  } finally {
    compute.release(mark)
  }
}

/** Metrics tell labels apart from 0 on, so lists of negative labels have no slopes at all. */
function whyEnded(trees: number, slopes: number, { objective, weights }: ObjectiveOptions): string {
  if (trees > 0 || slopes > 0 || objective !== 'lambdarank') return `ended after ${trees} trees: no split lowers the objective any more`
  const logistic = namedOption({ objective: 'logistic' })
  return `no trees: no pair changes ${weights}, which takes labels below 0 for 0. Give labels above 0 for what is relevant, or ${logistic}, which counts any difference`
}

/** The features of categories with their names, by number. */
function namedCategories(given: readonly string[] | undefined, names: readonly string[] | number): Map<number, string> {
  const numbers = featureNumbersOf(names)
  return new Map((given ?? []).map((name) => [numbers(name, 'categories'), name]))
}

function sizeHere({ offsets }: RankingLists): { readonly lists: number } {
  return { lists: offsets.length - 1 }
}

/** A 1 for each drawn list; undefined if all are. */
function drawLists(lists: number, share: number, random: Random): Uint8Array | undefined {
  return share >= 1 ? undefined : drawSome(lists, Math.max(1, Math.round(share * lists)), random)
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
