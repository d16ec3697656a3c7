import { joined } from '../../numeric/allocate.ts'
import { MOST_BINS } from '../../numeric/compute/binRows.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { BIN_NUMBERS } from '../../numeric/compute/histogram.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import type { DrawnRows, PartedNodes, TreeFit } from '../../work/operations/keptTrees.ts'
import { shortLength } from '../../work/operations/trees.ts'
import { binCountsOf, strideOf } from '../../work/passes/trees/binnedRows.ts'
import type { Scales } from '../../work/passes/trees/wholeNumberScales.ts'
import { askingAgain } from './askingAgain.ts'
import type { GrowingRows, PlannedSplit } from './growingRows.ts'
import { histogramPool } from './histogramPool.ts'
import { TreeChain } from './treeChain.ts'

/** Most nodes that are parted with one question: a question costs about as much as the histogram of a small node. */
const MOST_AHEAD = 8

/** Rows that somebody holds. Each question parts some nodes ahead of their time, if they are likely to be next. */
export function heldRows(lists: HeldLists, fit: TreeFit, compute: Compute): GrowingRows {
  const binCounts = binCountsOf(fit.bins)
  const histograms = histogramPool(strideOf(fit.bins), compute)
  const chain = new TreeChain(fit)
  const answered = askingAgain()
  let draws = 0
  let drawn: DrawnRows = { number: 0 }
  let columns = new Uint32Array()
  let scales: Scales | undefined
  /** Splits of the present tree in the order of their numbers. */
  let planned: PlannedSplit[] = []
  /** Short histograms of smaller sides, by the number of the split. */
  const ahead = new Map<number, Int32Array>()

  const told = (all: boolean) => ({ trees: chain.asked(all), drawn: all ? drawn : { number: drawn.number } })
  const atNodes = (all: boolean) => ({ ...told(all), scales: scales!, parted: partedNodes(planned) })

  function* shortHistograms(nodes: readonly number[]): Training<Int32Array[]> {
    const { numbers } = yield* answered((all) => lists.ask('treeHistograms', { ...atNodes(all), columns, nodes: Uint32Array.from(nodes) }))
    const length = shortLength(columns, binCounts)
    return nodes.map((_, place) => numbers.subarray(place * length, (place + 1) * length))
  }

  function full(short: Int32Array, whole?: Int32Array): Int32Array {
    const histogram = histograms.take()
    let at = 0
    for (const column of columns) {
      const first = BIN_NUMBERS * MOST_BINS * column
      for (let bin = first; bin <= first + BIN_NUMBERS * binCounts[column]; bin += BIN_NUMBERS) {
        for (let number = 0; number < 3; number++) {
          histogram[bin + number] = short[at]
          if (whole !== undefined) whole[bin + number] -= short[at]
          at++
        }
      }
    }
    return histogram
  }

  return {
    binCounts,
    *next(tree, chosen) {
      if (tree !== undefined) chain.add(tree)
      drawn = { number: ++draws, lists: chosen ?? 'all' }
      planned = []
      ahead.clear()
      return yield* answered((all) => lists.ask('treeGradients', { ...told(all), drawn }))
    },
    *root(given, ofTree) {
      scales = given
      columns = ofTree.slice()
      const [short] = yield* shortHistograms([0])
      return full(short)
    },
    *part(split, whole, others) {
      let number = planned.findIndex(({ node }) => node === split.node)
      if (number < 0) {
        number = planned.length
        planned.push(split)
        if (split.summed) {
          const next = others().filter(({ node }) => planned.every((known) => known.node !== node))
          planned.push(...next.slice(0, MOST_AHEAD - 1))
          const wanted = planned.flatMap((known, place) => (place >= number && known.summed ? [place] : []))
          const found = yield* shortHistograms(wanted.map((place) => smallerSide(place, planned[place])))
          for (const [place, short] of found.entries()) ahead.set(wanted[place], short)
        }
      }
      const nodes = [2 * number + 1, 2 * number + 2] as const
      const short = split.summed ? ahead.get(number) : undefined
      ahead.delete(number)
      return short === undefined ? { nodes } : { nodes, histogram: full(short, whole) }
    },
    *leafSums(nodes, fine) {
      scales = fine
      return yield* answered((all) => lists.ask('treeLeafSums', { ...atNodes(all), nodes }))
    },
    giveBack: histograms.giveBack,
  }
}

function smallerSide(number: number, { smaller }: PlannedSplit): number {
  return 2 * number + (smaller === 'left' ? 1 : 2)
}

function partedNodes(planned: readonly PlannedSplit[]): PartedNodes {
  return {
    nodes: Uint32Array.from(planned, ({ node }) => node),
    columns: Uint32Array.from(planned, ({ column }) => column),
    sides: joined(
      Uint8Array,
      planned.map(({ sides }) => sides),
    ),
  }
}
