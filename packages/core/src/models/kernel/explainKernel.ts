import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { NonlinearKernel } from '../../kernels/kernelFunction.ts'
import { expOf } from '../../numeric/special/exp.ts'
import type { Explainer } from '../common/explanation.ts'
import { CLOSE, gaussianAlong, type InputFunction, laplaceAlong, meanSlope } from '../common/functionsAlongLines.ts'
import { explainByGradients, type PathGradients } from '../common/integratedGradients.ts'
import { addRadial, type RadialFunction } from '../common/radialAlongLine.ts'
import type { KernelModel } from './kernel.ts'

export function explainKernel(model: KernelModel, lists: RankingLists): Explainer {
  return explainByGradients(model, lists, kernelGradients(model))
}

export function kernelGradients({
  kernel,
  points,
  coefficients,
  intercept,
}: Pick<KernelModel, 'kernel' | 'points' | 'coefficients' | 'intercept'>): PathGradients {
  const add = kernel.kind === 'polynomial' ? addPolynomial(kernel) : addAround(kernel)
  return (from, to, into) => {
    const way = Float64Array.from(to, (value, j) => value - from[j])
    let [start, end, magnitude] = [intercept, intercept, Math.abs(intercept)]
    for (let point = 0; point < coefficients.length; point++) {
      const weight = coefficients[point]
      const [low, high] = add(from, way, points, point * way.length, weight, into)
      start += weight * low
      end += weight * high
      magnitude += Math.abs(weight) * (Math.abs(low) + Math.abs(high))
    }
    return { start, end, magnitude }
  }
}

/** Adds the integrated gradients of one kernel; gives its values at both ends. */
type AddKernel = (
  from: Float32Array,
  way: Float64Array,
  points: Float32Array,
  at: number,
  weight: number,
  into: Float64Array,
) => readonly [start: number, end: number]

function addAround({ kind, width }: Extract<NonlinearKernel, { kind: 'rbf' | 'laplace' }>): AddKernel {
  const sharpness = 1 / (2 * width * width)
  const radial: RadialFunction =
    kind === 'rbf'
      ? {
          of: (squaredDistance) => expOf(-sharpness * squaredDistance),
          slopeAlong: (squaredWay, nearest, squaredHeight) => -sharpness * gaussianAlong(sharpness, squaredWay, nearest, squaredHeight),
        }
      : {
          of: (squaredDistance) => expOf(-Math.sqrt(squaredDistance) / width),
          slopeAlong: (squaredWay, nearest, squaredHeight) => -laplaceAlong(width, squaredWay, nearest, squaredHeight) / (2 * width),
        }
  return (from, way, points, at, weight, into) => addRadial(radial, from, way, points, at, 1, weight, into)
}

/** (1 + x · p/width²)^degree is a function of x · p. */
function addPolynomial({ width, degree }: Extract<NonlinearKernel, { kind: 'polynomial' }>): AddKernel {
  const square = width * width
  const raised: InputFunction = { of: (a) => power(a, degree), slope: (a) => degree * power(a, degree - 1), close: CLOSE }
  return (from, way, points, at, weight, into) => {
    let [before, rise] = [1, 0]
    for (let j = 0; j < way.length; j++) {
      before += (points[at + j] * from[j]) / square
      rise += (points[at + j] * way[j]) / square
    }
    const [start, end] = [raised.of(before), raised.of(before + rise)]
    const mean = (weight * meanSlope(raised, before, before + rise, start, end)) / square
    for (let j = 0; j < way.length; j++) into[j] += mean * points[at + j] * way[j]
    return [start, end]
  }
}

/** The same on every engine, unlike `**`. */
function power(base: number, exponent: number): number {
  let result = 1
  for (let step = 0; step < exponent; step++) result *= base
  return result
}
