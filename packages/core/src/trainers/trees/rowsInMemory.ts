import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { scoreWithTrees } from '../../models/trees/trees.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { listBlocks } from '../../numeric/compute/listBlocks.ts'
import { seededRandom } from '../../numeric/random.ts'
import { awaitedAnswer } from '../../runtime/training.ts'
import type { TreeFit } from '../../work/operations/keptTrees.ts'
import { binnedRows } from '../../work/passes/trees/binnedRows.ts'
import { gradientSumsOf, sumsOfBlocks } from '../../work/passes/trees/gradientSums.ts'
import { objectiveFor } from '../../work/passes/trees/objectives/objectives.ts'
import { rowNumbers, TreeRows } from '../../work/passes/trees/treeRows.ts'
import type { GrowingRows } from './growingRows.ts'
import { type HistogramPool, histogramPool } from './histogramPool.ts'

/** Rows in the memory of this process. */
export function rowsInMemory(lists: RankingLists, { bins, objective: options, seed, start }: TreeFit, compute: Compute): GrowingRows {
  // The largest arrays first: memory that grows later may have to leave them where they are.
  const binned = binnedRows(lists, bins, compute)
  const numbers = rowNumbers(binned.rows, compute)
  if (start !== undefined) numbers.scores.set(scoreWithTrees(start, lists, compute))
  const rows = new TreeRows(lists, binned, numbers, [], compute)
  const objective = objectiveFor(lists, options, seededRandom(seed).fork('objective'), compute)
  const histograms = histogramPool(binned.stride, compute)
  const blocks = listBlocks(lists.offsets, lists.width)
  let trees = 0
  rows.differentiate(objective, trees)
  return {
    ...growingRows(rows, histograms),
    next(tree, drawn) {
      if (tree !== undefined) {
        rows.addGrown(tree, tree.leafNodes)
        rows.differentiate(objective, ++trees)
      }
      rows.draw(drawn)
      return awaitedAnswer(gradientSumsOf(sumsOfBlocks(lists, blocks, numbers, drawn)))
    },
  }
}

/** What is done with the rows of a tree. */
export function growingRows(rows: TreeRows, histograms: HistogramPool): Omit<GrowingRows, 'next'> {
  return {
    binCounts: rows.binned.binCounts,
    root(scales) {
      rows.quantise(scales)
      const histogram = histograms.take()
      rows.histogram(0, histogram)
      return awaitedAnswer(histogram)
    },
    part({ node, column, sides, smaller, summed }, whole) {
      const left = rows.nodes.length
      rows.split(node, column, sides)
      const nodes = [left, left + 1] as const
      if (!summed) return awaitedAnswer({ nodes })
      const histogram = histograms.take()
      rows.histogram(smaller === 'left' ? left : left + 1, histogram, whole)
      return awaitedAnswer({ nodes, histogram })
    },
    leafSums(nodes, scales) {
      return awaitedAnswer(rows.leafSums(nodes, scales))
    },
    giveBack: histograms.giveBack,
  }
}
