/**
 * A sum of trees of RankLib, Solr LTR or Elasticsearch LTR, as their files hold it: what our writers write and our readers read back, and what
 * an export is run as. All of them compare float32 values, take 0 for what is missing, and add up in single precision.
 */
import { RankwrightError, type TreesModel } from '@rankwright/core'
import { type ForeignFormat, foreignFormats } from '../foreignModel.ts'
import { namesIn } from '../linearParts.ts'
import { refuseCategories } from './refuseCategories.ts'

export interface ForeignTrees {
  readonly format: ForeignFormat
  readonly name?: string
  readonly store?: string
  readonly trees: readonly ForeignTree[]
  /** The features, in their order; those that trees look at are among them. */
  readonly names?: readonly string[]
  /** Of a random forest of RankLib: how many bags there are. Its score is divided by that number. */
  readonly bags?: number
}

export interface ForeignTree {
  readonly weight: number
  readonly root: ForeignNode
}

export type ForeignNode = ForeignLeaf | ForeignSplit

interface ForeignLeaf {
  readonly value: number
}

/** Values up to the threshold go left. */
interface ForeignSplit {
  readonly feature: string
  readonly threshold: number
  /** Where it is told; else what is missing counts as 0. */
  readonly missingLeft?: boolean
  readonly left: ForeignNode
  readonly right: ForeignNode
}

/** Most splits on the way to a leaf: readers of nested files go down one call for each. */
const MOST_DEPTH = 500

const greatest = (2 - 2 ** -23) * 2 ** 127

export function toForeignTrees(model: TreesModel, format: ForeignFormat, name: string, store?: string): ForeignTrees {
  const { title, named } = foreignFormats[format]
  refuseCategories(model, title)
  const names = namesIn(format, model)
  const { base, starts } = model
  const trees = Array.from({ length: starts.length - 1 }, (_, tree) => ({ weight: 1, root: nodeOf(model, tree, names, title) }))
  const first = base === 0 && trees.length > 0 ? [] : [{ weight: 1, root: { value: base } }]
  return { format, ...(named && { name }), ...(format === 'solr' && store !== undefined && { store }), trees: [...first, ...trees] }
}

/** The tree as nodes. A split that only tells missing values from others is left out: no value is missing there. */
function nodeOf(
  { starts, columns, thresholds, left, right, leaves }: TreesModel,
  tree: number,
  names: readonly string[],
  target: string,
): ForeignNode {
  const first = starts[tree]
  const node = (at: number, depth: number): ForeignNode => {
    if (at < 0) return { value: leaves[first + tree + ~at] }
    if (depth >= MOST_DEPTH) {
      const what = `has a tree with more than ${MOST_DEPTH} splits on the way to a leaf`
      throw new RankwrightError({ area: 'export', code: 'target-cannot-express', target, what, targets: ['js', 'onnx'] })
    }
    const split = first + at
    if (thresholds[split] === greatest) return node(left[split], depth + 1)
    return {
      feature: names[columns[split]],
      threshold: thresholds[split],
      left: node(left[split], depth + 1),
      right: node(right[split], depth + 1),
    }
  }
  return node(first === starts[tree + 1] ? -1 : 0, 0)
}

/** The score as the target works it out. `value` gives a feature by its name; what is missing counts as 0. */
export function scoreForeignTrees({ trees }: ForeignTrees, value: (name: string) => number): number {
  let score = 0
  for (const { weight, root } of trees) {
    let node = root
    while ('feature' in node) {
      const given = Math.fround(value(node.feature))
      const goesLeft = (Number.isNaN(given) ? 0 : given) <= Math.fround(node.threshold)
      node = goesLeft ? node.left : node.right
    }
    score = Math.fround(score + Math.fround(Math.fround(weight) * Math.fround(node.value)))
  }
  return score
}
