/** A sum of trees as an ONNX graph: a TreeEnsembleRegressor, which adds up in single precision. */
import type { TreesModel } from '@rankwright/core'
import type { GraphBuilder } from '../onnx/graphBuilder.ts'
import type { OnnxGraph } from '../onnx/onnxFile.ts'
import { openGraph, type TableInputs } from '../onnx/tableInputs.ts'
import { refuseCategories } from './refuseCategories.ts'

const greatest = (2 - 2 ** -23) * 2 ** 127

export function onnxTrees(model: TreesModel, name: string, given: TableInputs): OnnxGraph {
  refuseCategories(model, 'ONNX')
  const { graph, rows, inputs, metadata } = openGraph(model, given)
  const ensemble = graph.add('TreeEnsembleRegressor', [finiteRows(graph, rows, model)], treeAttributes(model), undefined, 'ai.onnx.ml')
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

/** Nodes of a tree: its splits, then its leaves. */
function treeAttributes({ base, starts, columns, thresholds, left, right, missingLeft, leaves }: TreesModel) {
  const nodes = { tree: [] as number[], node: [] as number[], leaf: [] as boolean[], split: [] as number[] }
  const targets = { tree: [] as number[], node: [] as number[] }
  for (let tree = 0; tree + 1 < starts.length; tree++) {
    const splits = starts[tree + 1] - starts[tree]
    for (let node = 0; node <= 2 * splits; node++) {
      nodes.tree.push(tree)
      nodes.node.push(node)
      nodes.leaf.push(node >= splits)
      nodes.split.push(starts[tree] + node)
      if (node < splits) continue
      targets.tree.push(tree)
      targets.node.push(node)
    }
  }
  const ofSplits = (value: (split: number, splits: number) => number) =>
    nodes.leaf.map((leaf, at) => (leaf ? 0 : value(nodes.split[at], starts[nodes.tree[at] + 1] - starts[nodes.tree[at]])))
  const place = (child: number, splits: number) => (child < 0 ? splits + ~child : child)
  return {
    n_targets: 1,
    base_values: { floats: [base] },
    nodes_treeids: { ints: nodes.tree },
    nodes_nodeids: { ints: nodes.node },
    nodes_modes: { texts: nodes.leaf.map((leaf) => (leaf ? 'LEAF' : 'BRANCH_LEQ')) },
    nodes_featureids: { ints: ofSplits((split) => columns[split]) },
    nodes_values: { floats: ofSplits((split) => thresholds[split]) },
    nodes_truenodeids: { ints: ofSplits((split, splits) => place(left[split], splits)) },
    nodes_falsenodeids: { ints: ofSplits((split, splits) => place(right[split], splits)) },
    nodes_missing_value_tracks_true: { ints: ofSplits((split) => missingLeft[split]) },
    target_ids: { ints: targets.tree.map(() => 0) },
    target_treeids: { ints: targets.tree },
    target_nodeids: { ints: targets.node },
    target_weights: { floats: Array.from(leaves) },
  }
}
