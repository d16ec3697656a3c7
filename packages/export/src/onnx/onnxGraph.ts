/**
 * A model as an ONNX graph: `features`, float32 [rows, width] with NaN for what is missing, to `scores`, float64 [rows]; categories of a table
 * come as texts (`tableInputs.ts`). It does
 * what the model does, step by step: fill, clip, scale, shrink, round to float32, into the ball, and then weights, hidden nodes or kernels.
 */

import { RankwrightError } from '@rankwright/core'
import { affineColumns, type FeatureMap, levelAt } from '@rankwright/core/data'
import type { MappedModel } from '@rankwright/core/models'
import { namedOption } from '@rankwright/core/problems'
import type { GraphBuilder } from './graphBuilder.ts'
import type { OnnxGraph } from './onnxFile.ts'
import { openGraph, type TableInputs } from './tableInputs.ts'

/** From mapped rows to the values that the model weighs, and their weights. */
export type WeighedValues = (graph: GraphBuilder, rows: string) => readonly [values: string, weights: Float64Array]

export function onnxGraph(
  model: MappedModel & { readonly intercept: number },
  name: string,
  given: TableInputs,
  weighed: WeighedValues,
): OnnxGraph {
  const { featureMap: map } = model
  if (map.scale.kind === 'per-list') {
    const what = `scales each list by itself (${namedOption({ scale: 'per-list' }, 'train')})`
    throw new RankwrightError({ area: 'export', code: 'target-cannot-express', target: 'ONNX', what, targets: ['js'] })
  }
  const { graph, rows, inputs, metadata } = openGraph(model, given)
  const missing = graph.add('IsNaN', [rows])
  const raw = graph.cast(rows, 'double')
  const filled = graph.add('Where', [missing, graph.row('fill', map.means ?? new Float64Array(map.width)), raw])
  const scaled = graph.add('Mul', [scaledValues(graph, map, filled), graph.scalar('shrink', map.shrink)])
  const mapped = graph.cast(graph.cast(scaled, 'float'), 'double')
  const inBall = intoBall(graph, map, mapped)
  const [values, weights] = weighed(graph, inBall)
  const product = graph.add('MatMul', [values, graph.constant('weights', 'double', [weights.length, 1], weights)])
  const flat = graph.add('Squeeze', [product, graph.constant('last', 'int64', [1], [1])])
  graph.add('Add', [flat, graph.scalar('intercept', model.intercept)], {}, 'scores')
  return {
    name,
    nodes: graph.nodes,
    constants: graph.constants,
    inputs,
    output: { name: 'scores', type: 'double', dims: ['rows'] },
    metadata: { method: model.method, missing: map.missing, ...metadata },
  }
}

function scaledValues(graph: GraphBuilder, map: FeatureMap, filled: string): string {
  if (map.scale.kind === 'quantile') return quantiles(graph, map, map.scale, filled)
  const { low, high, offset, factor } = affineColumns(map)
  const clipped = graph.add('Min', [graph.add('Max', [filled, graph.row('low', low)]), graph.row('high', high)])
  return graph.add('Mul', [graph.add('Sub', [clipped, graph.row('offset', offset)]), graph.row('factor', factor)])
}

/**
 * The curve through (knots, levels) as a sum over its pieces: level(x) = levels₀ + Σ slopeₖ · min(max(x − knotₖ, 0), gapₖ). Features with
 * fewer pieces are filled up with pieces of slope 0.
 */
function quantiles(
  graph: GraphBuilder,
  map: FeatureMap,
  scale: Extract<FeatureMap['scale'], { kind: 'quantile' }>,
  filled: string,
): string {
  const { starts, knots, levels } = scale
  const { width } = map
  let pieces = 1
  for (let j = 0; j < width; j++) pieces = Math.max(pieces, starts[j + 1] - starts[j] - 1)
  const [from, gap, slope] = [0, 1, 2].map(() => new Float64Array(width * pieces))
  const base = new Float64Array(width)
  for (let j = 0; j < width; j++) {
    const origin = map.zero === 'kept' ? levelAt(scale, j, 0) : 0
    if (starts[j + 1] - starts[j] > 1) base[j] = levels[starts[j]] - origin
    for (let k = starts[j]; k + 1 < starts[j + 1]; k++) {
      const place = j * pieces + k - starts[j]
      from[place] = knots[k]
      gap[place] = knots[k + 1] - knots[k]
      slope[place] = (levels[k + 1] - levels[k]) / gap[place]
    }
  }
  const table = (name: string, values: Float64Array) => graph.constant(name, 'double', [width, pieces], values)
  const zero = graph.scalar('zero', 0)
  const innermost = graph.constant('innermost', 'int64', [1], [2])
  const columns = graph.add('Unsqueeze', [filled, innermost])
  const beyond = graph.add('Max', [graph.add('Sub', [columns, table('knots', from)]), zero])
  const within = graph.add('Mul', [graph.add('Min', [beyond, table('gaps', gap)]), table('slopes', slope)])
  const total = graph.add('ReduceSum', [within, innermost], { keepdims: 0 })
  return graph.add('Add', [total, graph.row('base', base)])
}

function intoBall(graph: GraphBuilder, { ball }: FeatureMap, mapped: string): string {
  if (ball.norm === 'none') return mapped
  const radius = graph.scalar('radius', ball.radius)
  if (ball.norm === 'inf') return graph.add('Min', [graph.add('Max', [mapped, graph.scalar('radiusBelow', -ball.radius)]), radius])
  const measured = ball.norm === 'l1' ? graph.add('Abs', [mapped]) : graph.add('Mul', [mapped, mapped])
  const total = graph.add('ReduceSum', [measured, graph.constant('across', 'int64', [1], [1])], { keepdims: 1 })
  const length = ball.norm === 'l1' ? total : graph.add('Sqrt', [total])
  // Rows inside keep the factor 1: radius / max(length, radius), slightly less if the row is shortened.
  const shorter = graph.add('Div', [graph.scalar('aim', ball.radius * (1 - 2 ** -22)), graph.add('Max', [length, radius])])
  const factor = graph.add('Where', [graph.add('Greater', [length, radius]), shorter, graph.scalar('one', 1)])
  return graph.cast(graph.cast(graph.add('Mul', [mapped, factor]), 'float'), 'double')
}
