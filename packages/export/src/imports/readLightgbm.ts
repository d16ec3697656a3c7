/** LightGBM's text files; see lightgbmSplit.ts for what a split does. Leaves are shrunk already. */
import { type Imported, importedTrees } from './imported.ts'
import { lightgbmComparison, lightgbmFeatures, missingTypes } from './lightgbmSplit.ts'
import { type LightgbmPart, lightgbmParts } from './lightgbmText.ts'
import { type GrownNode, treeLayer } from './treeLayer.ts'

const mostWords = 2 ** 31 - 1

export function readLightgbm(text: string, file: string): Imported {
  const { head, trees } = lightgbmParts(text, file)
  requireSum(head)
  const features = featuresOf(head)
  const width = typeof features === 'number' ? features : features.length
  const expected = head.has('tree_sizes') ? head.text('tree_sizes').split(' ').filter(Boolean).length : trees.length
  if (expected !== trees.length) head.fail('tree_sizes', `it names ${expected} trees, and the file holds ${trees.length}`)
  const layer = treeLayer()
  for (const tree of trees) addTree(tree, width, layer.add)
  return importedTrees('lightgbm', { features, layer })
}

/** A score has to be the sum of one leaf of each tree. */
function requireSum(head: LightgbmPart): void {
  for (const key of ['num_class', 'num_tree_per_iteration'])
    if (head.count(key) !== 1) head.refuse(key, `gives each row ${head.count(key)} scores, one for each class`)
  if (head.has('average_output')) head.refuse('average_output', 'divides the sum of its trees by their number, as random forests do')
}

function featuresOf(head: LightgbmPart): readonly string[] | number {
  const width = head.count('max_feature_idx') + 1
  const names = head.text('feature_names').split(' ').filter(Boolean)
  if (names.length !== width) head.fail('feature_names', `expected ${width} names, found ${names.length}`)
  return lightgbmFeatures(names, (name) => head.fail('feature_names', `the name ${name} appears twice`))
}

function addTree(tree: LightgbmPart, width: number, add: ReturnType<typeof treeLayer>['add']): void {
  if (tree.has('is_linear') && tree.text('is_linear') !== '0') tree.refuse('is_linear', 'has linear functions in its leaves')
  const count = tree.count('num_leaves')
  if (count === 0) tree.fail('num_leaves', 'a tree has a leaf at least')
  const splits = count - 1
  const leaves = tree.numbers('leaf_value', count)
  const columns = tree.numbers('split_feature', splits, { atLeast: 0, atMost: width - 1 })
  const thresholds = tree.numbers('threshold', splits, 'infinity')
  const types = tree.numbers('decision_type', splits, { atLeast: 0, atMost: 11 })
  const left = tree.numbers('left_child', splits, { atLeast: -count, atMost: splits - 1 })
  const right = tree.numbers('right_child', splits, { atLeast: -count, atMost: splits - 1 })
  const sets = setsOf(tree)
  const leafCovers = statistics(tree, 'leaf_count', count)
  const covers = statistics(tree, 'internal_count', splits)
  const gains = statistics(tree, 'split_gain', splits)
  const nodeOf = (id: number): GrownNode => {
    if (id < 0) return { leaf: leaves[~id], ...(leafCovers && { cover: leafCovers[~id] }) }
    const known = { ...(covers && { cover: covers[id] }), ...(gains && { gain: gains[id] }) }
    const common = { column: columns[id], left: left[id], right: right[id], ...known }
    if ((types[id] & 1) === 1) {
      const set = sets[thresholds[id]] ?? tree.fail('threshold', `split ${id} has the set ${thresholds[id]}, and there are ${sets.length}`)
      return { ...common, threshold: 0, missingLeft: false, set }
    }
    const split = { threshold: thresholds[id], missing: missingTypes[types[id] >> 2], defaultLeft: (types[id] & 2) === 2 }
    return { ...common, ...lightgbmComparison(split, (what) => refuseSplit(what, tree, id, thresholds[id])) }
  }
  let visited = 0
  const counted = (id: number): GrownNode => {
    visited++
    return nodeOf(id)
  }
  add(splits === 0 ? -1 : 0, counted, (id) =>
    tree.fail('left_child', `two ways lead to ${id < 0 ? `leaf ${~id}` : `split ${id}`}, here or in right_child`),
  )
  if (visited !== splits + count) tree.fail('left_child', `${splits + count - visited} splits and leaves have no way to them`)
}

/** Numbers that scores do without: how many rows came to leaves and splits, and what splits gained. Undefined where the file lacks them. */
function statistics(tree: LightgbmPart, key: 'leaf_count' | 'internal_count' | 'split_gain', length: number): Float64Array | undefined {
  const absent = !tree.has(key) || tree.text(key) === ''
  if (absent && length <= 1) return new Float64Array(length) // a tree that is one leaf: nothing depends on it
  if (absent) return undefined
  if (key === 'split_gain') {
    const gains = tree.numbers(key, length, 'infinity')
    return gains.every(Number.isFinite) ? gains : undefined
  }
  return tree.numbers(key, length, { atLeast: 0, atMost: 2 ** 31 - 1 })
}

/** The words of every set of categories. */
function setsOf(tree: LightgbmPart): readonly Int32Array[] {
  const count = tree.has('num_cat') ? tree.count('num_cat') : 0
  if (count === 0) return []
  const bounds = tree.numbers('cat_boundaries', count + 1, { atLeast: 0, atMost: mostWords })
  if (bounds[0] !== 0 || bounds.some((bound, at) => at > 0 && bound < bounds[at - 1]))
    tree.fail('cat_boundaries', 'they do not go up from 0')
  const words = tree.numbers('cat_threshold', bounds[count], { atLeast: 0, atMost: 2 ** 32 - 1 })
  return Array.from({ length: count }, (_, set) => Int32Array.from(words.subarray(bounds[set], bounds[set + 1]), (word) => word | 0))
}

function refuseSplit(what: 'below-all' | 'around-zero', tree: LightgbmPart, split: number, limit: number): never {
  if (what === 'below-all')
    return tree.refuse('threshold', `compares with ${limit} in split ${split} of ${tree.name}, below all float32 values`)
  return tree.refuse(
    'decision_type',
    `was trained with zero_as_missing, and split ${split} of ${tree.name} sends 0 one way and the values on both sides of 0 the other`,
  )
}
