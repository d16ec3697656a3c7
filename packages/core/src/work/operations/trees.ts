/** What trees are grown on: bins, slopes, histograms of nodes, leaves. Sums of whole numbers, so any order gives the same bits. */
import type { Features } from '../../data/lists/features.ts'
import { measureKnown } from '../../metrics/measureLists.ts'
import { joined } from '../../numeric/allocate.ts'
import { MOST_BINS } from '../../numeric/compute/binRows.ts'
import { addVector } from '../../numeric/compute/blockTree.ts'
import { BIN_NUMBERS, histogramLength } from '../../numeric/compute/histogram.ts'
import { firstAtLeast } from '../../numeric/order/sortedSearch.ts'
import { type CategoryCounts, countCategories } from '../passes/trees/categoryTable.ts'
import { columnsWithMissing, joinedFeatures, chosenRows as rowsOf } from '../passes/trees/chosenRows.ts'
import { type GradientSums, gradientSumsOf, sumsOfBlocks } from '../passes/trees/gradientSums.ts'
import type { Scales } from '../passes/trees/wholeNumberScales.ts'
import { type DrawnRows, isLost, type KeptTreeRows, type Lost, type PartedNodes, type TreesSoFar, withTreeRows } from './keptTrees.ts'
import type { ListValues } from './listMetrics.ts'
import { blockRanges, type ListsHere, type Operation } from './operation.ts'

const lost: Lost = { lost: true }

/** The features of some rows, and which columns have missing values in any row. */
export interface ChosenRows {
  readonly features: Features
  readonly missing: Uint8Array
}

/** `rows` are numbers among all rows, ascending. */
export const chosenRows: Operation<{ readonly rows: Uint32Array }, ChosenRows, ChosenRows> = {
  *parts({ lists, before }, { rows }) {
    const { features, width, labels } = lists
    const own = rows.subarray(firstAtLeast(rows, before.rows), firstAtLeast(rows, before.rows + labels.length))
    const features32 = rowsOf(
      features,
      width,
      own.map((row) => row - before.rows),
    )
    return [{ features: features32, missing: columnsWithMissing(features, width) }]
  },
  combine: (parts) => ({
    features: joinedFeatures(parts.map(({ features }) => features)),
    missing: parts[0].missing.map((_, column) => Math.max(...parts.map(({ missing }) => missing[column]))),
  }),
}

/** How often each category of some features occurs. */
export const categoryCounts: Operation<{ readonly features: Uint32Array }, readonly CategoryCounts[], readonly CategoryCounts[]> = {
  *parts({ lists, before }, { features }) {
    return [
      Array.from(features, (feature) => {
        const { refused, ...counted } = countCategories(lists, feature)
        return refused === undefined ? counted : { ...counted, refused: { ...refused, row: refused.row + before.rows } }
      }),
    ]
  },
  combine: (parts) =>
    parts.reduce((all, part) =>
      all.map((one, feature) => {
        const other = part[feature]
        const refused = one.refused ?? other.refused
        const counts = one.counts.map((count, category) => count + other.counts[category])
        return { counts, missing: one.missing + other.missing, ...(refused && { refused }) }
      }),
    ),
}

export interface TreeGradientsAsked {
  readonly trees: TreesSoFar
  readonly drawn: DrawnRows
}

/** Slopes and curvatures at the scores of the trees, and rows drawn for the next. */
export const treeGradients: Operation<TreeGradientsAsked, Float64Array | Lost, GradientSums | Lost> = {
  keeps: true,
  *parts(here, { trees, drawn }) {
    const sums = withTreeRows(here, trees, (kept) => {
      kept.differentiate()
      if (!kept.draw(drawn)) return undefined
      return sumsOfBlocks(here.graded, here.blocks, kept.rows.numbers, listsHere(here, drawn))
    })
    return sums ?? [lost]
  },
  combine(parts) {
    const sums = noneLost(parts)
    return sums === undefined ? lost : gradientSumsOf(sums)
  },
}

function listsHere({ before, graded }: ListsHere, { lists }: DrawnRows): Uint8Array | undefined {
  return lists instanceof Uint8Array ? lists.subarray(before.lists, before.lists + graded.offsets.length - 1) : undefined
}

export interface TreeNodesAsked extends TreeGradientsAsked {
  readonly scales: Scales
  readonly parted: PartedNodes
  /** Nodes to sum up. */
  readonly nodes: Uint32Array
}

export interface TreeHistogramsAsked extends TreeNodesAsked {
  /** Columns of the histograms, ascending. */
  readonly columns: Uint32Array
}

/** For each node, column and bin three numbers: the sum of slopes, that of curvatures, the rows. A column has its bins, then that of missing values. */
export interface ShortHistograms {
  readonly numbers: Int32Array
}

export const treeHistograms: Operation<TreeHistogramsAsked, ShortHistograms | Lost, ShortHistograms | Lost> = {
  keeps: true,
  inAnyOrder: true,
  *parts(here, asked) {
    const { trees, nodes, columns } = asked
    const short = withTreeRows(here, trees, (kept) => {
      if (!atNodes(kept, asked)) return undefined
      const { stride, binCounts } = kept.rows.binned
      const histogram = here.runtime.compute.integers(histogramLength(stride))
      const length = shortLength(columns, binCounts)
      const numbers = new Int32Array(nodes.length * length)
      for (const [place, node] of nodes.entries()) {
        kept.rows.histogram(node, histogram)
        shorten(histogram, columns, binCounts, numbers.subarray(place * length, (place + 1) * length))
      }
      return { numbers }
    })
    return [short ?? lost]
  },
  combine(parts) {
    const found = noneLost(parts)
    if (found === undefined) return lost
    const [{ numbers }, ...others] = found
    for (const other of others) for (let at = 0; at < numbers.length; at++) numbers[at] += other.numbers[at]
    return { numbers }
  },
}

/** Length of a short histogram. */
export function shortLength(columns: Uint32Array, binCounts: Uint32Array): number {
  return columns.reduce((length, column) => length + 3 * (binCounts[column] + 1), 0)
}

function shorten(histogram: Int32Array, columns: Uint32Array, binCounts: Uint32Array, into: Int32Array): void {
  let at = 0
  for (const column of columns) {
    const first = BIN_NUMBERS * MOST_BINS * column
    for (let from = first; from <= first + BIN_NUMBERS * binCounts[column]; from += BIN_NUMBERS) {
      into[at++] = histogram[from]
      into[at++] = histogram[from + 1]
      into[at++] = histogram[from + 2]
    }
  }
}

/** Fine whole numbers for each node: slopes and curvatures, in pairs. */
export const treeLeafSums: Operation<TreeNodesAsked, Float64Array | Lost, Float64Array | Lost> = {
  keeps: true,
  inAnyOrder: true,
  *parts(here, asked) {
    const sums = withTreeRows(here, asked.trees, (kept) =>
      atNodes(kept, asked) ? kept.rows.leafSums(asked.nodes, asked.scales) : undefined,
    )
    return [sums ?? lost]
  },
  combine(parts) {
    const found = noneLost(parts)
    if (found === undefined) return lost
    const [sum, ...others] = found
    for (const other of others) addVector(sum, other)
    return sum
  },
}

function atNodes(kept: KeptTreeRows, { drawn, scales, parted }: TreeNodesAsked): boolean {
  kept.differentiate()
  if (!kept.draw(drawn)) return false
  kept.quantise(scales)
  kept.part(parted)
  return true
}

export interface TreeMetricsAsked {
  readonly trees: TreesSoFar
  readonly metric: string
  /** Of all lists; ERR counts from it. */
  readonly greatestLabel: number
}

/** A metric of every list at the scores of the trees. */
export const treeMetrics: Operation<TreeMetricsAsked, ListValues | Lost, ListValues | Lost> = {
  keeps: true,
  *parts(here, { trees, metric, greatestLabel }) {
    const { graded, runtime } = here
    const choice = { metrics: [metric], maxGrade: Math.max(0, greatestLabel) }
    const values = withTreeRows(here, trees, (kept) => measureKnown(kept.rows.numbers.scores, graded, choice, runtime.compute).values[0])
    if (values === undefined) return [lost]
    return blockRanges(here).map(([from, to]) => ({
      values: values.slice(from, to),
      ...(graded.listWeights && { weights: graded.listWeights.slice(from, to) }),
    }))
  },
  combine(parts) {
    const found = noneLost(parts)
    if (found === undefined) return lost
    const values = joined(
      Float64Array,
      found.map((part) => part.values),
    )
    const weights = found.flatMap((part) => (part.weights === undefined ? [] : [part.weights]))
    return weights.length === 0 ? { values } : { values, weights: joined(Float64Array, weights) }
  },
}

/** Undefined if a part has been lost. */
function noneLost<Part extends object>(parts: readonly (Part | Lost)[]): readonly Part[] | undefined {
  const found = parts.flatMap((part) => (isLost(part) ? [] : [part]))
  return found.length === parts.length ? found : undefined
}
