import { Murmur3 } from '../../data/lists/fingerprint.ts'
import { modelFingerprint } from '../../models/modelFingerprint.ts'
import type { SentFit, TreeFit, TreesSoFar } from '../../work/operations/keptTrees.ts'
import type { ScoredTree } from '../../work/passes/trees/treeRows.ts'
import type { GrownTree } from './grownTree.ts'

/** The trees of a fit, known by ids of their content: equal ids mean equal scores, and an equal next tree, whoever asks. */
export class TreeChain {
  readonly #fit: SentFit
  readonly #trees: ScoredTree[] = []
  #id: string
  #before: string | undefined

  constructor({ growth, ...fit }: TreeFit) {
    this.#fit = { ...fit, bins: { ...fit.bins, categories: [...fit.bins.categories] } }
    this.#id = idOfFit(fit, growth)
  }

  add({ columns, sides, left, right, values }: GrownTree): void {
    const tree = { columns, sides, left, right, values }
    this.#trees.push(tree)
    this.#before = this.#id
    const hash = new Murmur3()
    addText(hash, this.#id)
    for (const array of [columns, sides, left, right, values]) addArray(hash, array)
    this.#id = hash.digest()
  }

  /** What a question says of the trees: how to get on from the ones before, or all of them. */
  asked(all: boolean): TreesSoFar {
    const last = this.#before === undefined ? undefined : { before: this.#before, tree: this.#trees[this.#trees.length - 1] }
    return { id: this.#id, ...(last && { last }), ...(all && { all: { fit: this.#fit, trees: this.#trees } }) }
  }
}

function idOfFit({ bins, objective, seed, start }: Omit<TreeFit, 'growth'>, growth: string): string {
  const hash = new Murmur3()
  const { features, thresholds, starts, categories } = bins
  addText(hash, JSON.stringify([objective.objective, objective.weights, String(objective.cutoff), objective.normalise, seed]))
  addText(hash, growth)
  for (const array of [features, thresholds, starts]) addArray(hash, array)
  for (const [column, { numbers }] of categories) {
    hash.add(column)
    addArray(hash, numbers)
  }
  if (start !== undefined) addText(hash, modelFingerprint(start))
  return hash.digest()
}

function addText(hash: Murmur3, text: string): void {
  for (let place = 0; place < text.length; place++) hash.add(text.charCodeAt(place))
}

function addArray(hash: Murmur3, { buffer, byteOffset, byteLength }: ArrayBufferView): void {
  hash.add(byteLength)
  for (const word of new Int32Array(buffer, byteOffset, byteLength >> 2)) hash.add(word)
}
