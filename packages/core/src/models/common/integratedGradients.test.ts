import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import { elmGradients } from '../elm/explainElm.ts'
import { nodeKinds } from '../elm/hiddenNodes.ts'
import { kernelGradients } from '../kernel/explainKernel.ts'
import { networkGradients } from '../network/explainNetwork.ts'
import { COMPLETE_TO, type PathGradients, requireComplete } from './integratedGradients.ts'

const WIDTH = 4
const COUNT = 7

/** A score with its integrated gradients, and the same score written down anew. */
interface Sample {
  readonly gradients: PathGradients
  readonly score: (x: ArrayLike<number>) => number
  /** Whether the gradient jumps along a line, so that a plain sum of gradients comes near only slowly. */
  readonly jumps?: true
}

const random = seededRandom(11)
const numbers = (length: number, size = 1) => Float32Array.from({ length }, () => size * random.normal())
const outputs = Float64Array.from(numbers(COUNT))

function dot(x: ArrayLike<number>, w: (j: number) => number): number {
  return Array.from({ length: WIDTH }, (_, j) => x[j] * w(j)).reduce((sum, term) => sum + term, 0)
}

function squared(x: ArrayLike<number>, p: (j: number) => number): number {
  return Array.from({ length: WIDTH }, (_, j) => (x[j] - p(j)) ** 2).reduce((sum, term) => sum + term, 0)
}

function elmSample(kind: (typeof nodeKinds)[number]): Sample {
  const weights = numbers(WIDTH * COUNT)
  const offsets = kind === 'gaussian' ? numbers(COUNT).map(Math.abs) : numbers(COUNT)
  const w = (node: number) => (j: number) => weights[j * COUNT + node]
  const values = {
    sigmoid: (x: ArrayLike<number>, node: number) => 1 / (1 + Math.exp(-dot(x, w(node)) - offsets[node])),
    relu: (x: ArrayLike<number>, node: number) => Math.max(0, dot(x, w(node)) + offsets[node]),
    linear: (x: ArrayLike<number>, node: number) => dot(x, w(node)) + offsets[node],
    fourier: (x: ArrayLike<number>, node: number) => Math.cos(dot(x, w(node)) + offsets[node]),
    gaussian: (x: ArrayLike<number>, node: number) => Math.exp(-offsets[node] * squared(x, w(node))),
  }
  const nodes = { kind, count: COUNT, width: WIDTH, weights, offsets }
  return {
    gradients: elmGradients({ nodes, weights: outputs, intercept: 0.5 }),
    score: (x) => outputs.reduce((sum, output, node) => sum + output * values[kind](x, node), 0.5),
    ...(kind === 'relu' && { jumps: true }),
  }
}

const points = numbers(WIDTH * COUNT)

function kernelSample(kind: 'rbf' | 'laplace' | 'polynomial', width: number): Sample {
  const p = (point: number) => (j: number) => points[point * WIDTH + j]
  const values = {
    rbf: (x: ArrayLike<number>, point: number) => Math.exp(-squared(x, p(point)) / (2 * width * width)),
    laplace: (x: ArrayLike<number>, point: number) => Math.exp(-Math.sqrt(squared(x, p(point))) / width),
    polynomial: (x: ArrayLike<number>, point: number) => (1 + dot(x, p(point)) / (width * width)) ** 3,
  }
  const kernel = kind === 'polynomial' ? { kind, width, degree: 3 } : { kind, width }
  return {
    gradients: kernelGradients({ kernel, points, coefficients: outputs, intercept: -2 }),
    score: (x) => outputs.reduce((sum, output, point) => sum + output * values[kind](x, point), -2),
  }
}

function networkSample(): Sample {
  const weights = numbers(WIDTH * COUNT)
  const biases = Float64Array.from(numbers(COUNT))
  const unit = (x: ArrayLike<number>, at: number) => Math.max(0, dot(x, (j) => weights[at * WIDTH + j]) + biases[at])
  return {
    gradients: networkGradients({ hidden: COUNT, weights, biases, outputs }),
    score: (x) => outputs.reduce((sum, output, at) => sum + output * unit(x, at), 0),
    jumps: true,
  }
}

const samples: Readonly<Record<string, Sample>> = {
  ...Object.fromEntries(nodeKinds.map((kind) => [`${kind} nodes`, elmSample(kind)])),
  'an rbf kernel': kernelSample('rbf', 1),
  'a narrow rbf kernel': kernelSample('rbf', 0.2),
  'a laplace kernel': kernelSample('laplace', 1),
  'a narrow laplace kernel': kernelSample('laplace', 0.2),
  'a polynomial kernel': kernelSample('polynomial', 1.5),
  'a network': networkSample(),
}

/** The definition: gradients by central differences, at many points of the line. */
function bySums({ score }: Sample, from: Float32Array, to: Float32Array, steps: number): number[] {
  const into = Array<number>(WIDTH).fill(0)
  const tiny = 1e-5
  for (let step = 0; step < steps; step++) {
    const t = (step + 0.5) / steps
    const x = Array.from(from, (value, j) => value + t * (to[j] - value))
    for (let j = 0; j < WIDTH; j++) {
      const [low, high] = [-tiny, tiny].map((away) => score(x.map((value, k) => (k === j ? value + away : value))))
      into[j] += (((high - low) / (2 * tiny)) * (to[j] - from[j])) / steps
    }
  }
  return into
}

describe.each(Object.entries(samples))('%s', (_, sample) => {
  test('contributions add up to the difference of the scores', () => {
    for (let attempt = 0; attempt < 24; attempt++) {
      const [from, to] = [numbers(WIDTH), numbers(WIDTH, attempt % 3 === 0 ? 1e-6 : 10 ** (attempt % 4))]
      const into = new Float64Array(WIDTH)
      const { start, end, magnitude } = sample.gradients(from, to, into)
      expect(start).toBeCloseTo(sample.score(from), 10)
      expect(end / Math.max(1, magnitude)).toBeCloseTo(sample.score(to) / Math.max(1, magnitude), 10)
      const sum = into.reduce((total, contribution) => total + contribution, 0)
      expect(Math.abs(sum - (end - start))).toBeLessThanOrEqual(COMPLETE_TO * magnitude)
    }
  })

  test('each is the mean gradient along the line, times the way of the feature', () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const [from, to] = [numbers(WIDTH), numbers(WIDTH)]
      const into = new Float64Array(WIDTH)
      sample.gradients(from, to, into)
      const expected = bySums(sample, from, to, 500)
      for (const [j, contribution] of into.entries()) expect(Math.abs(contribution - expected[j])).toBeLessThan(sample.jumps ? 2e-2 : 1e-4)
    }
  })

  test('a line of no length has none; lines from, to and through a point have finite ones', () => {
    const point = points.slice(0, WIDTH)
    const into = new Float64Array(WIDTH)
    sample.gradients(point, point, into)
    expect(into).toEqual(new Float64Array(WIDTH))
    const beyond = point.map((value) => 2 * value)
    const nothing = new Float32Array(WIDTH)
    for (const [from, to] of [
      [point, nothing],
      [nothing, point],
      [nothing, beyond],
      [beyond, point],
    ]) {
      const found = new Float64Array(WIDTH)
      const { start, end, magnitude } = sample.gradients(from, to, found)
      requireComplete(found, start, end, magnitude)
      const expected = bySums(sample, from, to, 500)
      for (const [j, contribution] of found.entries()) expect(Math.abs(contribution - expected[j])).toBeLessThan(sample.jumps ? 2e-2 : 4e-3)
    }
  })
})

test('contributions that do not add up are refused', () => {
  expect(() => requireComplete(Float64Array.of(1, 2), 0, 3.1, 1)).toThrow('are 0.10 apart')
  expect(() => requireComplete(Float64Array.of(1, Number.NaN), 0, 3, 1)).toThrow('apart')
})
