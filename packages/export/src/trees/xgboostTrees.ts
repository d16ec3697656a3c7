/**
 * Trees as the JSON that `load_model` of XGBoost reads. It compares x < condition, so that a threshold of ours is the float32 below the condition,
 * sends categories of a set to the right, and adds in single precision.
 */
import type { TreesModel } from '@rankwright/core'
import { featureCount, featureNamesOf } from '@rankwright/core/models'
import { float32Below, greatestFloat32, prepareTrees } from '@rankwright/core/numeric'
import { float32Decimal } from '../float32Decimal.ts'
import { categoriesOf } from './categorySets.ts'

export function xgboostTreesText(model: TreesModel): string {
  const { base, starts } = model
  const width = featureCount(model)
  const { setOf } = prepareTrees(model)
  const trees = Array.from({ length: Math.max(1, starts.length - 1) }, (_, tree) => treeDocument(model, tree, width, setOf))
  const document = {
    learner: {
      attributes: {},
      feature_names: typeof model.features === 'number' ? [] : featureNamesOf(model).map((name) => name.replaceAll(/[[\]<]/g, '_')),
      feature_types: [],
      gradient_booster: {
        model: {
          gbtree_model_param: { num_parallel_tree: '1', num_trees: String(trees.length) },
          iteration_indptr: Array.from({ length: trees.length + 1 }, (_, at) => at),
          tree_info: trees.map(() => 0),
          trees: [],
        },
        name: 'gbtree',
      },
      learner_model_param: {
        base_score: exponential(float32Decimal(base)),
        boost_from_average: '0',
        num_class: '0',
        num_feature: String(width),
        num_target: '1',
      },
      objective: {
        lambdarank_param: { lambdarank_pair_method: 'topk', ndcg_exp_gain: '1' },
        name: 'rank:ndcg',
      },
    },
    version: [2, 1, 0],
  }
  // In JSON, a quote within a text has a backslash before it, so that this stands there once.
  return `${JSON.stringify(document).replace('"trees":[]', () => `"trees":[${trees.map(treeText).join(',')}]`)}\n`
}

/** XGBoost takes numbers without a point or an exponent for whole ones, and refuses them where it expects others. */
const ofSinglePrecision = new Set(['base_weights', 'loss_changes', 'split_conditions', 'sum_hessian'])

function treeText(tree: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(tree).map(([key, value]) => {
    const numbers = ofSinglePrecision.has(key) && Array.isArray(value) ? value.map((each: number) => exponential(each)) : undefined
    return `${JSON.stringify(key)}:${numbers === undefined ? JSON.stringify(value) : `[${numbers.join(',')}]`}`
  })
  return `{${parts.join(',')}}`
}

function exponential(value: number): string {
  return value.toExponential().replace('e+', 'E').replace('e-', 'E-')
}

/** The greatest category that XGBoost takes. */
const unusedCategory = 2 ** 24 - 1

const noParent = 2 ** 31 - 1

/** Nodes of a tree level by level: XGBoost takes the right side to stand next after the left one. */
function treeDocument(model: TreesModel, tree: number, width: number, setOf: Int32Array): Readonly<Record<string, unknown>> {
  const { starts, columns, thresholds, left, right, missingLeft, leaves, setStarts, sets } = model
  const first = starts[tree]
  const isLeaf = tree + 1 >= starts.length || first === starts[tree + 1]
  const nodes = [isLeaf ? -1 : 0] // a split of the tree, or -1 - leaf
  const leftOf: number[] = []
  const parents = [noParent]
  for (let node = 0; node < nodes.length; node++) {
    const at = nodes[node]
    leftOf.push(at < 0 ? -1 : nodes.length)
    if (at < 0) continue
    const sides = [left[first + at], right[first + at]]
    nodes.push(...(setOf[first + at] >= 0 ? sides.reverse() : sides))
    parents.push(node, node)
  }
  const isCategory = (node: number) => nodes[node] >= 0 && setOf[first + nodes[node]] >= 0
  const condition = (at: number, node: number) => {
    if (at < 0) return float32Decimal(leaves.length === 0 ? 0 : leaves[first + tree + ~at])
    if (isCategory(node)) return 0
    return float32Decimal(Math.min(-float32Below(-thresholds[first + at]), greatestFloat32))
  }
  const ofCategories = Array.from(nodes.keys()).filter(isCategory)
  const lists = ofCategories.map((node) => {
    const set = setOf[first + nodes[node]]
    const categories = categoriesOf(sets.subarray(setStarts[set], setStarts[set + 1]))
    return categories.length > 0 ? categories : [unusedCategory] // XGBoost takes no empty set
  })
  return {
    base_weights: nodes.map(() => 0),
    categories: lists.flat(),
    categories_nodes: ofCategories,
    categories_segments: lists.map((_, at) => lists.slice(0, at).reduce((sum, list) => sum + list.length, 0)),
    categories_sizes: lists.map((list) => list.length),
    default_left: nodes.map((at, node) => (at >= 0 && (missingLeft[first + at] === 1) !== isCategory(node) ? 1 : 0)),
    id: tree,
    left_children: leftOf,
    loss_changes: nodes.map(() => 0),
    parents,
    right_children: leftOf.map((side) => (side < 0 ? -1 : side + 1)),
    split_conditions: nodes.map(condition),
    split_indices: nodes.map((at) => (at >= 0 ? columns[first + at] : 0)),
    split_type: nodes.map((_, node) => (isCategory(node) ? 1 : 0)),
    sum_hessian: nodes.map(() => 1),
    tree_param: { num_deleted: '0', num_feature: String(width), num_nodes: String(nodes.length), size_leaf_vector: '1' },
  }
}

/** Whether XGBoost may send a value another way: the greatest float32, if a split is on it, and −0.5 as a category. */
export function apartInXgboost(model: TreesModel): ((value: number, column: number) => boolean) | undefined {
  const categories = new Set(Array.from(model.categorical, (split) => model.columns[split]))
  const greatest = model.thresholds.includes(greatestFloat32)
  if (!greatest && categories.size === 0) return undefined
  return (value, column) => (greatest && value === greatestFloat32) || (categories.has(column) && value > -1 && value < 0)
}
