/** From mapped rows, float64 [rows, width], to the values that a model weighs, float64 [rows, values]. */
import type { ElmModel, KernelModel } from '@rankwright/core'
import type { NodeKind } from '@rankwright/core/models'
import type { GraphBuilder } from './graphBuilder.ts'

const operatorOf: Readonly<Record<NodeKind, string | undefined>> = {
  sigmoid: 'Sigmoid',
  gaussian: 'Exp',
  relu: 'Relu',
  linear: undefined,
  fourier: 'Cos',
}

export function hiddenValues(graph: GraphBuilder, { nodes }: ElmModel, rows: string): string {
  const { kind, count, width, weights, offsets } = nodes
  const operator = operatorOf[kind]
  const product = graph.add('MatMul', [rows, graph.singles('nodeWeights', [width, count], weights)])
  const factors = graph.singles('nodeOffsets', [count], offsets)
  if (kind !== 'gaussian') {
    const inner = graph.add('Add', [product, factors])
    return operator === undefined ? inner : graph.add(operator, [inner])
  }
  // −b ‖x − w‖²
  const squares = new Float64Array(count)
  for (let j = 0, at = 0; j < width; j++) for (let i = 0; i < count; i++, at++) squares[i] += weights[at] * weights[at]
  const distances = squaredDistances(graph, rows, product, squares)
  return graph.add('Exp', [graph.add('Mul', [distances, graph.add('Mul', [factors, graph.scalar('minus', -1)])])])
}

export function kernelValues(graph: GraphBuilder, { kernel, points, coefficients, featureMap }: KernelModel, rows: string): string {
  const { width } = featureMap
  const count = coefficients.length
  const turned = new Float32Array(width * count)
  const squares = new Float64Array(count)
  for (let i = 0, at = 0; i < count; i++) {
    for (let j = 0; j < width; j++, at++) {
      turned[j * count + i] = points[at]
      squares[i] += points[at] * points[at]
    }
  }
  const product = graph.add('MatMul', [rows, graph.singles('points', [width, count], turned)])
  if (kernel.kind === 'polynomial') {
    const base = graph.add('Add', [
      graph.add('Mul', [product, graph.scalar('share', 1 / (kernel.width * kernel.width))]),
      graph.scalar('unit', 1),
    ])
    let power = base
    for (let step = 1; step < kernel.degree; step++) power = graph.add('Mul', [power, base])
    return power
  }
  const distances = squaredDistances(graph, rows, product, squares)
  const [measured, factor] =
    kernel.kind === 'rbf' ? [distances, -1 / (2 * kernel.width * kernel.width)] : [graph.add('Sqrt', [distances]), -1 / kernel.width]
  return graph.add('Exp', [graph.add('Mul', [measured, graph.scalar('steepness', factor)])])
}

/** ‖x‖² + ‖w‖² − 2 x·w, nowhere below 0. */
function squaredDistances(graph: GraphBuilder, rows: string, product: string, squares: Float64Array): string {
  const own = graph.add('ReduceSum', [graph.add('Mul', [rows, rows]), graph.constant('alongRow', 'int64', [1], [1])], { keepdims: 1 })
  const both = graph.add('Add', [own, graph.row('squares', squares)])
  const twice = graph.add('Mul', [product, graph.scalar('two', 2)])
  return graph.add('Max', [graph.add('Sub', [both, twice]), graph.scalar('nothing', 0)])
}
