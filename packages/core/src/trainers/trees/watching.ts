import { meanOverLists, measureKnown } from '../../metrics/measureLists.ts'
import { scoreWithTrees } from '../../models/trees/trees.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { awaitedAnswer, type Training } from '../../runtime/training.ts'
import { isHeld, type TrainingLists } from '../../work/heldLists.ts'
import type { TreeFit } from '../../work/operations/keptTrees.ts'
import { binnedRows } from '../../work/passes/trees/binnedRows.ts'
import { askingAgain } from './askingAgain.ts'
import type { GrownTree } from './grownTree.ts'
import { TreeChain } from './treeChain.ts'

/** Adds a tree to the scores of some lists; gives the mean of the metric, NaN where no list counts. */
export type Watch = (tree: GrownTree) => Training<number>

export function* watching(lists: TrainingLists, fit: TreeFit, metric: string, compute: Compute): Training<Watch> {
  if (isHeld(lists)) {
    const chain = new TreeChain(fit)
    const answered = askingAgain()
    const { greatestLabel } = yield* lists.ask('summary', {})
    return function* (tree) {
      chain.add(tree)
      const { values, weights } = yield* answered((all) => lists.ask('treeMetrics', { trees: chain.asked(all), metric, greatestLabel }))
      return meanOverLists(values, weights)
    }
  }
  const binned = binnedRows(lists, fit.bins, compute)
  const scores = compute.float64(binned.rows)
  const order = compute.words(binned.rows)
  if (fit.start !== undefined) scores.set(scoreWithTrees(fit.start, lists, compute))
  for (let row = 0; row < order.length; row++) order[row] = row
  return (tree) => {
    compute.treeGrowth.walkBins(binned.stride, binned.bins, tree, tree.values, order, scores)
    return awaitedAnswer(meanOverLists(measureKnown(scores, lists, { metrics: [metric] }, compute).values[0], lists.listWeights))
  }
}
