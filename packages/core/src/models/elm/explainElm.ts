import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { cosOf } from '../../numeric/special/cos.ts'
import { expOf } from '../../numeric/special/exp.ts'
import type { Explainer } from '../common/explanation.ts'
import { CLOSE, gaussianAlong, type InputFunction, meanSlope, rectifier } from '../common/functionsAlongLines.ts'
import { explainByGradients, type PathGradients } from '../common/integratedGradients.ts'
import { addRadial } from '../common/radialAlongLine.ts'
import type { ElmModel } from './elm.ts'
import type { NodeKind } from './hiddenNodes.ts'

export function explainElm(model: ElmModel, lists: RankingLists): Explainer {
  return explainByGradients(model, lists, elmGradients(model))
}

/** In double precision, also for models that were trained with mixed precision. */
export function elmGradients({ nodes, weights, intercept }: Pick<ElmModel, 'nodes' | 'weights' | 'intercept'>): PathGradients {
  const { kind, count, offsets, weights: inner } = nodes
  return (from, to, into) => {
    const way = Float64Array.from(to, (value, j) => value - from[j])
    let [start, end, magnitude] = [intercept, intercept, Math.abs(intercept)]
    for (let node = 0; node < count; node++) {
      const weight = weights[node]
      const [low, high] =
        kind === 'gaussian'
          ? addRadial(gaussianNode(offsets[node]), from, way, inner, node, count, weight, into)
          : addInput(activations[kind], offsets[node], from, way, inner, node, count, weight, into)
      start += weight * low
      end += weight * high
      magnitude += Math.abs(weight) * (Math.abs(low) + Math.abs(high))
    }
    return { start, end, magnitude }
  }
}

const activations: Readonly<Record<Exclude<NodeKind, 'gaussian'>, InputFunction>> = {
  sigmoid: { of: sigmoid, slope: (a) => sigmoid(a) * sigmoid(-a), close: CLOSE },
  relu: rectifier,
  linear: { of: (a) => a, slope: () => 1, close: 0 },
  fourier: { of: cosOf, slope: (a) => cosOf(a + Math.PI / 2), close: CLOSE },
}

function sigmoid(a: number): number {
  const small = expOf(-Math.abs(a))
  return a < 0 ? small / (1 + small) : 1 / (1 + small)
}

/** exp(−b ‖x − w‖²) */
function gaussianNode(b: number) {
  return {
    of: (squaredDistance: number) => expOf(-b * squaredDistance),
    slopeAlong: (squaredWay: number, nearest: number, squaredHeight: number) =>
      b > 0 ? -b * gaussianAlong(b, squaredWay, nearest, squaredHeight) : 0,
  }
}

/** The same for φ(w · x + b). */
function addInput(
  node: InputFunction,
  offset: number,
  from: Float32Array,
  way: Float64Array,
  inner: Float32Array,
  at: number,
  count: number,
  weight: number,
  into: Float64Array,
): readonly [start: number, end: number] {
  let [before, rise] = [offset, 0]
  for (let j = 0; j < way.length; j++) {
    before += inner[at + j * count] * from[j]
    rise += inner[at + j * count] * way[j]
  }
  const [start, end] = [node.of(before), node.of(before + rise)]
  const mean = weight * meanSlope(node, before, before + rise, start, end)
  for (let j = 0; j < way.length; j++) into[j] += mean * inner[at + j * count] * way[j]
  return [start, end]
}
