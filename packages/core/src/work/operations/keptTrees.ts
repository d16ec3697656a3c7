/**
 * What the holder of some lists keeps while trees are grown on them, from one question to the next. Every question says by an id which trees the scores
 * are from. A holder that has them goes on from there; one that has lost them says so, and is told all trees.
 */
import { scoreWithTrees, type TreesModel } from '../../models/trees/trees.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { seededRandom } from '../../numeric/random.ts'
import { binCountsOf, binnedRows, type FeatureBins, strideOf } from '../passes/trees/binnedRows.ts'
import type { CategoryTable } from '../passes/trees/categoryTable.ts'
import { type GainedItems, gainedItems } from '../passes/trees/objectives/lambdaRank.ts'
import { type ObjectiveOptions, objectiveFor } from '../passes/trees/objectives/objectives.ts'
import { type RowNumbers, rowNumbers, type ScoredTree, type TreeNode, TreeRows } from '../passes/trees/treeRows.ts'
import type { Scales } from '../passes/trees/wholeNumberScales.ts'
import type { ListsHere } from './operation.ts'

/** What does not change from tree to tree. */
export interface TreeFit {
  readonly bins: FeatureBins
  readonly objective: ObjectiveOptions
  readonly seed: number
  readonly start?: TreesModel
  /** What else decides which rows are drawn and which nodes are parted, as text: rows of another fit are not taken for those of this. */
  readonly growth: string
}

/** The same as it is sent: without tables of JavaScript. */
export interface SentFit extends Omit<TreeFit, 'bins' | 'growth'> {
  readonly bins: Omit<FeatureBins, 'categories'> & { readonly categories: readonly (readonly [column: number, table: CategoryTable])[] }
}

/** Which trees scores are from. */
export interface TreesSoFar {
  readonly id: string
  /** The last of them, and the id of those before. */
  readonly last?: { readonly before: string; readonly tree: ScoredTree }
  /** All of them, for those who have lost them. */
  readonly all?: { readonly fit: SentFit; readonly trees: readonly ScoredTree[] }
}

/** The rows of a tree: those of the lists with a 1, or of all lists. Who has the rows of this number already needs neither. */
export interface DrawnRows {
  readonly number: number
  readonly lists?: Uint8Array | 'all'
}

/** Nodes that were parted, in this order; split k makes the nodes 2k + 1 and 2k + 2. */
export interface PartedNodes {
  readonly nodes: Uint32Array
  readonly columns: Uint32Array
  /** 256 bytes for each. */
  readonly sides: Uint8Array
}

/** The answer of somebody who has lost what the question is about. */
export interface Lost {
  readonly lost: true
}

export function isLost(part: object): part is Lost {
  return 'lost' in part
}

interface State {
  id: string
  trees: number
  readonly objective: ObjectiveOptions
  readonly seed: number
  readonly stride: number
  readonly binCounts: Uint32Array
  readonly numbers: RowNumbers
  nodes: readonly TreeNode[]
  /** Which slopes, rows and whole numbers are there. */
  gained?: GainedItems
  differentiated: boolean
  drawn: number
  quantised: boolean
}

/** The rows here at the scores of the trees; `work` may change them. Undefined if the trees have been lost. */
export function withTreeRows<Result>(
  here: ListsHere,
  asked: TreesSoFar,
  work: (rows: KeptTreeRows) => Result | undefined,
): Result | undefined {
  const { compute } = here.runtime
  const mark = compute.mark()
  try {
    const rows = rowsAt(here, asked, compute)
    if (rows === undefined) return undefined
    const result = work(rows)
    rows.keep()
    return result
  } catch (error) {
    here.kept.forget(STATE) // it may stand between two trees
    throw error
  } finally {
    compute.release(mark)
  }
}

const STATE = 'trees'
const BINS = 'bins of trees'

function rowsAt(here: ListsHere, { id, last, all }: TreesSoFar, compute: Compute): KeptTreeRows | undefined {
  const { kept } = here
  const known = kept.get(STATE) as State | undefined
  const goesOn = known !== undefined && (known.id === id || (last !== undefined && known.id === last.before))
  if (goesOn) {
    const rows = here.graded.labels.length
    const bins = compute.bytes(rows * known.stride)
    if (kept.bytes(BINS, bins)) {
      const found = new KeptTreeRows(here, known, bins, compute)
      if (known.id !== id) found.add(last!.tree, id)
      return found
    }
  }
  if (all === undefined) return undefined
  const { fit, trees } = all
  const cuts = { ...fit.bins, categories: new Map(fit.bins.categories) }
  const { rows, bins } = binnedRows(here.lists, cuts, compute)
  kept.setBytes(BINS, bins)
  const numbers = rowNumbers(rows, plainArrays)
  if (fit.start !== undefined) numbers.scores.set(scoreWithTrees(fit.start, here.lists, compute))
  const state: State = {
    id,
    trees: 0,
    objective: fit.objective,
    seed: fit.seed,
    stride: strideOf(cuts),
    binCounts: binCountsOf(cuts),
    numbers,
    nodes: [],
    differentiated: false,
    drawn: -1,
    quantised: false,
  }
  const made = new KeptTreeRows(here, state, bins, compute)
  for (const tree of trees) made.add(tree, id)
  return made
}

/** Numbers that outlast a question lie in memory of their own. */
const plainArrays = {
  words: (length: number) => new Uint32Array(length),
  integers: (length: number) => new Int32Array(length),
  float64: (length: number) => new Float64Array(length),
}

/** Rows that are brought where the question wants them, by as many steps as are missing. */
export class KeptTreeRows {
  readonly rows: TreeRows
  readonly #here: ListsHere
  readonly #state: State
  readonly #compute: Compute

  constructor(here: ListsHere, state: State, bins: Uint8Array, compute: Compute) {
    this.#here = here
    this.#state = state
    this.#compute = compute
    const rows = here.graded.labels.length
    const numbers = rowNumbers(rows, compute)
    copyNumbers(state.numbers, numbers)
    this.rows = new TreeRows(here.graded, { rows, stride: state.stride, bins, binCounts: state.binCounts }, numbers, state.nodes, compute)
  }

  add(tree: ScoredTree, id: string): void {
    this.rows.add(tree)
    this.#state.id = id
    this.#state.trees++
    this.#state.differentiated = false
    this.#state.drawn = -1
  }

  differentiate(): void {
    const state = this.#state
    if (state.differentiated) return
    const { graded, before } = this.#here
    const { objective, seed } = state
    if (objective.objective === 'lambdarank' && objective.weights === 'ndcg')
      state.gained ??= gainedItems(graded, objective.cutoff, plainArrays)
    const gained = state.gained && {
      items: placed(state.gained.items, this.#compute.words(graded.labels.length)),
      gains: placed(state.gained.gains, this.#compute.float64(graded.labels.length)),
    }
    const extras = { firstList: before.lists, gained }
    this.rows.differentiate(objectiveFor(graded, objective, seededRandom(seed).fork('objective'), this.#compute, extras), state.trees)
    state.differentiated = true
  }

  /** The lists drawn here, or false where they have been lost. */
  draw({ number, lists }: DrawnRows): boolean {
    if (this.#state.drawn === number) return true
    if (lists === undefined) return false
    const { before, graded } = this.#here
    this.rows.draw(lists === 'all' ? undefined : lists.subarray(before.lists, before.lists + graded.offsets.length - 1))
    this.#state.drawn = number
    this.#state.quantised = false
    return true
  }

  quantise(scales: Scales): void {
    if (!this.#state.quantised) this.rows.quantise(scales)
    this.#state.quantised = true
  }

  part({ nodes, columns, sides }: PartedNodes): void {
    for (let split = (this.rows.nodes.length - 1) / 2; split < nodes.length; split++)
      this.rows.split(nodes[split], columns[split], sides.subarray(256 * split, 256 * (split + 1)))
  }

  keep(): void {
    copyNumbers(this.rows.numbers, this.#state.numbers)
    this.#state.nodes = this.rows.nodes
    this.#here.kept.set(STATE, this.#state)
  }
}

function copyNumbers(from: RowNumbers, into: RowNumbers): void {
  into.scores.set(from.scores)
  into.slopes.set(from.slopes)
  into.curvatures.set(from.curvatures)
  into.gradients.set(from.gradients)
  into.order.set(from.order)
}

function placed<Kind extends Uint32Array | Float64Array>(from: Kind, into: Kind): Kind {
  into.set(from)
  return into
}
