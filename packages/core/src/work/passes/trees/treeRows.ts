/** The rows of some lists while trees are grown on them: their bins, their scores, and which of them lie in which node. */
import type { Compute } from '../../../numeric/compute/compute.ts'
import type { BinnedTree } from '../../../numeric/compute/walkBins.ts'
import type { GradedLists } from '../rankingPass.ts'
import type { BinnedRows } from './binnedRows.ts'
import type { TreeObjective } from './objectives/treeObjective.ts'
import type { Scales } from './wholeNumberScales.ts'

/** Numbers for each row, in memory that the build computes on. */
export interface RowNumbers {
  readonly scores: Float64Array
  readonly slopes: Float64Array
  readonly curvatures: Float64Array
  /** Slopes and curvatures as whole numbers, in pairs. */
  readonly gradients: Int32Array
  /** The rows of the tree, those of a node next to each other; then all others. */
  readonly order: Uint32Array
}

/** The rows of a node are order[start .. start + rows]. */
export interface TreeNode {
  readonly start: number
  readonly rows: number
}

/** A tree with the values that its leaves add to scores. */
export interface ScoredTree extends BinnedTree {
  readonly values: Float64Array
}

export function rowNumbers(rows: number, compute: Pick<Compute, 'words' | 'integers' | 'float64'>): RowNumbers {
  return {
    order: compute.words(rows),
    gradients: compute.integers(2 * rows),
    scores: compute.float64(rows),
    slopes: compute.float64(rows),
    curvatures: compute.float64(rows),
  }
}

/** Node 0 is the root; split k makes the nodes 2k + 1, left, and 2k + 2, right. */
export class TreeRows {
  readonly binned: BinnedRows
  readonly numbers: RowNumbers
  /** The rows that the present tree is grown on come first in the order. */
  nodes: TreeNode[]
  readonly #graded: GradedLists
  readonly #compute: Compute
  readonly #scratch: Uint32Array

  constructor(graded: GradedLists, binned: BinnedRows, numbers: RowNumbers, nodes: readonly TreeNode[], compute: Compute) {
    this.#graded = graded
    this.binned = binned
    this.numbers = numbers
    this.nodes = [...nodes]
    this.#compute = compute
    this.#scratch = compute.words(binned.rows)
  }

  /** Slopes and curvatures at the scores, lists with their weights. */
  differentiate(objective: TreeObjective, trees: number): void {
    const { scores, slopes, curvatures } = this.numbers
    objective.gradients(scores, this.numbers, trees)
    const { offsets, listWeights } = this.#graded
    if (listWeights === undefined) return
    for (const [list, weight] of listWeights.entries()) {
      for (let row = offsets[list]; row < offsets[list + 1]; row++) {
        slopes[row] *= weight
        curvatures[row] *= weight
      }
    }
  }

  /** The rows of the drawn lists, 1 for each, come first; each part in the order of the lists. All lists if not given. */
  draw(drawn: Uint8Array | undefined): void {
    const { order } = this.numbers
    const { offsets } = this.#graded
    let [place, end] = [0, this.binned.rows]
    for (let list = 0; list + 1 < offsets.length; list++)
      if (drawn === undefined || drawn[list] === 1) for (let row = offsets[list]; row < offsets[list + 1]; row++) order[place++] = row
    for (let list = offsets.length - 2; list >= 0 && place < end; list--)
      if (drawn?.[list] === 0) for (let row = offsets[list + 1] - 1; row >= offsets[list]; row--) order[--end] = row
    this.nodes = [{ start: 0, rows: place }]
  }

  quantise({ slope, curvature }: Scales): void {
    const { slopes, curvatures, gradients } = this.numbers
    this.#compute.treeGrowth.quantise(slopes, curvatures, slope, curvature, gradients)
  }

  /** into ← the histogram of a node; `whole`, that of its parent, becomes that of the other side. */
  histogram(node: number, into: Int32Array, whole?: Int32Array): void {
    const { stride, bins } = this.binned
    this.#compute.treeGrowth.histogram(stride, bins, this.numbers.gradients, this.#rowsOf(this.nodes[node]), into, whole)
  }

  /** `sides` has a 1 for each bin of the column that goes left. */
  split(node: number, column: number, sides: Uint8Array): void {
    const { stride, bins } = this.binned
    const { start, rows } = this.nodes[node]
    const left = this.#compute.treeGrowth.partitionRows(stride, bins, column, sides, this.#scratch, this.#rowsOf({ start, rows }))
    this.nodes.push({ start, rows: left }, { start: start + left, rows: rows - left })
  }

  /** Sums of fine whole numbers over each node: slopes and curvatures, in pairs. */
  leafSums(nodes: Uint32Array, { fineSlope, fineCurvature }: Scales): Float64Array {
    const { slopes, curvatures } = this.numbers
    const sums = new Float64Array(2 * nodes.length)
    for (const [place, node] of nodes.entries()) {
      const own = sums.subarray(2 * place, 2 * place + 2)
      this.#compute.treeGrowth.leafSums(slopes, curvatures, fineSlope, fineCurvature, this.#rowsOf(this.nodes[node]), own)
    }
    return sums
  }

  /** Adds the tree that was grown on these nodes: `leaves` are the nodes of its leaves. Other rows are walked down. */
  addGrown(tree: ScoredTree, leaves: Uint32Array): void {
    const { scores, order } = this.numbers
    for (const [leaf, node] of leaves.entries())
      this.#compute.treeGrowth.addToRows(this.#rowsOf(this.nodes[node]), tree.values[leaf], scores)
    this.#walk(tree, order.subarray(this.nodes[0].rows))
  }

  /** The same for any tree. */
  add(tree: ScoredTree): void {
    this.draw(undefined)
    this.#walk(tree, this.numbers.order)
  }

  #walk(tree: ScoredTree, rows: Uint32Array): void {
    const { stride, bins } = this.binned
    this.#compute.treeGrowth.walkBins(stride, bins, tree, tree.values, rows, this.numbers.scores)
  }

  #rowsOf({ start, rows }: TreeNode): Uint32Array {
    return this.numbers.order.subarray(start, start + rows)
  }
}
