/** A sum of trees as an ONNX graph: a TreeEnsembleRegressor, which adds up in single precision. Sets of categories become comparisons. */
import { RankwrightError, type TreesModel } from '@rankwright/core'
import { featureCount } from '@rankwright/core/models'
import type { GraphBuilder } from '../onnx/graphBuilder.ts'
import type { OnnxGraph } from '../onnx/onnxFile.ts'
import { openGraph, type TableInputs } from '../onnx/tableInputs.ts'
import { setsOfSplits } from './categorySets.ts'

const greatest = (2 - 2 ** -23) * 2 ** 127

export function onnxTrees(model: TreesModel, name: string, given: TableInputs): OnnxGraph {
  const { graph, rows, inputs, metadata } = openGraph(model, given)
  const categories = [...new Set(Array.from(model.categorical, (split) => model.columns[split]))]
  const features = withWholeParts(graph, finiteRows(graph, rows, model), categories)
  const wholeParts = new Map(categories.map((column, at) => [column, featureCount(model) + at]))
  const ensemble = graph.add('TreeEnsembleRegressor', [features], treeAttributes(model, wholeParts), undefined, 'ai.onnx.ml')
  const flat = graph.add('Squeeze', [ensemble, graph.constant('last', 'int64', [1], [1])])
  graph.add('Cast', [flat], { to: 11 }, 'scores')
  return {
    name,
    nodes: graph.nodes,
    constants: graph.constants,
    inputs,
    output: { name: 'scores', type: 'double', dims: ['rows'] },
    metadata: { method: model.method, missing: 'own-branch', ...metadata },
  }
}

/** Infinite values only matter to a split whose threshold is the greatest number there is. */
function finiteRows(graph: GraphBuilder, rows: string, { thresholds }: TreesModel): string {
  if (!thresholds.some((threshold) => Math.abs(threshold) === greatest)) return rows
  const missing = graph.add('IsNaN', [rows])
  const known = graph.add('Where', [missing, graph.constant('zero', 'float', [], [0]), rows])
  const below = graph.add('Min', [known, graph.constant('greatest', 'float', [], [greatest])])
  const finite = graph.add('Max', [below, graph.constant('least', 'float', [], [-greatest])])
  return graph.add('Where', [missing, rows, finite])
}

/** The rows, and behind them the whole parts of the columns whose values are numbers of categories. */
function withWholeParts(graph: GraphBuilder, rows: string, columns: readonly number[]): string {
  if (columns.length === 0) return rows
  const values = graph.add('Gather', [rows, graph.constant('categories', 'int64', [columns.length], columns)], { axis: 1 })
  const nothing = graph.constant('nothing', 'float', [], [0])
  const whole = graph.add('Where', [graph.add('Greater', [values, nothing]), graph.add('Floor', [values]), graph.add('Ceil', [values])])
  return graph.add('Concat', [rows, graph.add('Add', [whole, nothing])], { axis: 1 }) // -0 becomes 0
}

/** Nodes of a tree: its splits, then its leaves, then the further nodes of sets. */
function treeAttributes(model: TreesModel, wholeParts: ReadonlyMap<number, number>) {
  const { base, starts, columns, thresholds, left, right, missingLeft, leaves } = model
  const setOf = setsOfSplits(model)
  const nodes = { tree: [] as number[], node: [] as number[], comparisons: [] as Comparison[] }
  const targets = { tree: [] as number[], node: [] as number[] }
  for (let tree = 0; tree + 1 < starts.length; tree++) {
    const splits = starts[tree + 1] - starts[tree]
    const place = (child: number) => (child < 0 ? splits + ~child : child)
    const add = (node: number, comparison: Comparison) => {
      nodes.tree.push(tree)
      nodes.node.push(node)
      nodes.comparisons.push(comparison)
    }
    const further: [node: number, comparison: Comparison][] = []
    for (let node = 0; node < splits; node++) {
      const split = starts[tree] + node
      const sides = { left: place(left[split]), right: place(right[split]), missingLeft: missingLeft[split] }
      const set = setOf.get(split)
      const feature = columns[split]
      if (set === undefined) {
        const { left: yes, right: no, missingLeft: tracked } = sides
        add(node, { mode: 'BRANCH_LEQ', feature, value: thresholds[split], yes, no, tracked })
        continue
      }
      const [first, ...others] = setComparisons(set, wholeParts.get(feature)!, sides, 2 * splits + 1 + further.length)
      add(node, first)
      for (const other of others) further.push([2 * splits + 1 + further.length, other])
    }
    for (let node = splits; node <= 2 * splits; node++) {
      add(node, { mode: 'LEAF', feature: 0, value: 0, yes: 0, no: 0, tracked: 0 })
      targets.tree.push(tree)
      targets.node.push(node)
    }
    for (const [node, comparison] of further) add(node, comparison)
  }
  const each = (part: (comparison: Comparison) => number) => nodes.comparisons.map(part)
  return {
    n_targets: 1,
    base_values: { floats: [base] },
    nodes_treeids: { ints: nodes.tree },
    nodes_nodeids: { ints: nodes.node },
    nodes_modes: { texts: nodes.comparisons.map(({ mode }) => mode) },
    nodes_featureids: { ints: each(({ feature }) => feature) },
    nodes_values: { floats: each(({ value }) => value) },
    nodes_truenodeids: { ints: each(({ yes }) => yes) },
    nodes_falsenodeids: { ints: each(({ no }) => no) },
    nodes_missing_value_tracks_true: { ints: each(({ tracked }) => tracked) },
    target_ids: { ints: targets.tree.map(() => 0) },
    target_treeids: { ints: targets.tree },
    target_nodeids: { ints: targets.node },
    target_weights: { floats: Array.from(leaves) },
  }
}

/** A node: where the feature compares with the value as the mode says, or is missing and that is tracked, `yes` comes next, else `no`. */
interface Comparison {
  readonly mode: 'BRANCH_LEQ' | 'BRANCH_EQ' | 'LEAF'
  readonly feature: number
  readonly value: number
  readonly yes: number
  readonly no: number
  readonly tracked: number
}

/**
 * A set of categories as comparisons one after the other, the others numbered from `next`: a category by itself with `=`, neighbours with two
 * `≤`. Only `yes` leads to a node that another comparison leads to as well: ONNX Runtime takes no other.
 */
function setComparisons(
  categories: readonly number[],
  feature: number,
  { left, right, missingLeft }: { readonly left: number; readonly right: number; readonly missingLeft: number },
  next: number,
): readonly Comparison[] {
  const toLeft = { feature, yes: left, tracked: missingLeft }
  const steps = runsOf(categories).flatMap(([first, last]): Omit<Comparison, 'no'>[] => {
    if (first === last) return [{ mode: 'BRANCH_EQ', value: first, ...toLeft }]
    return [
      { mode: 'BRANCH_LEQ', value: first - 1, feature, yes: right, tracked: 0 },
      { mode: 'BRANCH_LEQ', value: last, ...toLeft },
    ]
  })
  // No whole number is a half: only missing values are in an empty set.
  const all: readonly Omit<Comparison, 'no'>[] = steps.length > 0 ? steps : [{ mode: 'BRANCH_EQ', value: 0.5, ...toLeft }]
  if (all.length > mostComparisons) {
    const what = `splits on a set that takes ${all.length} comparisons, more than ${mostComparisons}`
    throw new RankwrightError({ area: 'export', code: 'target-cannot-express', target: 'ONNX', what, targets: ['js', 'xgboost', 'sql'] })
  }
  return all.map((step, at) => ({ ...step, no: at + 1 < all.length ? next + at : right }))
}

/** ONNX Runtime goes down the comparisons of a set by recursion when it loads a model. */
const mostComparisons = 2000

/** Neighbours among ascending numbers. */
function runsOf(numbers: readonly number[]): [first: number, last: number][] {
  const runs: [first: number, last: number][] = []
  for (const number of numbers) {
    const before = runs.at(-1)
    if (before?.[1] === number - 1) before[1] = number
    else runs.push([number, number])
  }
  return runs
}
