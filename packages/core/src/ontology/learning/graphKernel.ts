/**
 * Kernels on the vertices of a graph (Smola & Kondor 2003, "Kernels and regularization on graphs"), with L = D − W the Laplacian and
 * N = D^(−1/2) W D^(−1/2) the normalised neighbours. A kernel is applied to a vector, never written out:
 *
 * - graph-laplacian, (L + ε I)⁻¹: conjugate gradients, preconditioned by the exact solution on a spanning forest, so that a tree takes one
 *   step;
 * - diffusion, exp(−β L): a Chebyshev series on [0, 2 max D], cut where its terms vanish;
 * - random-walk, ((I + N)/2)^p: p steps of a lazy random walk, symmetric.
 *
 * All are positive semi-definite, and K(v, v) is at most their greatest eigenvalue: 1/ε, 1 and 1.
 */
import { conjugateGradient, type LinearOperator } from '../../numeric/conjugateGradient.ts'
import { cosOf } from '../../numeric/cos.ts'
import { expOf } from '../../numeric/exp.ts'
import type { OntologyGraph } from './ontologyGraph.ts'

export const graphKernelKinds = ['graph-laplacian', 'diffusion', 'random-walk'] as const

export type GraphKernel =
  | { readonly kind: 'graph-laplacian'; readonly epsilon: number }
  | { readonly kind: 'diffusion'; readonly beta: number }
  | { readonly kind: 'random-walk'; readonly steps: number }

/** κ: at least the greatest √K(v, v). */
export function kernelReach(kernel: GraphKernel): number {
  return kernel.kind === 'graph-laplacian' ? Math.sqrt(1 / kernel.epsilon) : 1
}

/** into = K vector; the two are different arrays. */
export function graphKernelOperator(graph: OntologyGraph, kernel: GraphKernel): LinearOperator {
  switch (kernel.kind) {
    case 'graph-laplacian':
      return inverseLaplacian(graph, kernel.epsilon)
    case 'diffusion':
      return heat(graph, kernel.beta)
    case 'random-walk':
      return walk(graph, kernel.steps)
  }
}

function laplacian({ size, offsets, neighbours, weights, degrees }: OntologyGraph, shift: number): LinearOperator {
  return (vector, into) => {
    for (let vertex = 0; vertex < size; vertex++) {
      let sum = (degrees[vertex] + shift) * vector[vertex]
      for (let at = offsets[vertex]; at < offsets[vertex + 1]; at++) sum -= weights[at] * vector[neighbours[at]]
      into[vertex] = sum
    }
  }
}

function inverseLaplacian(graph: OntologyGraph, epsilon: number): LinearOperator {
  const apply = laplacian(graph, epsilon)
  const precondition = forestSolver(graph, epsilon)
  return (vector, into) => {
    into.set(conjugateGradient(apply, vector, { precondition, tolerance: 1e-13 }).solution)
  }
}

/**
 * Solves with the diagonal of L + ε I and the links of a spanning forest, those of the other edges left out: elimination from the leaves up
 * has no fill-in (after Vaidya; Spielman 2010, "Algorithms, graph theory, and linear equations in Laplacian matrices", §7). On the Gene
 * Ontology that takes 40 steps where the Laplacian of the forest takes 60, and the diagonal alone 50.
 */
function forestSolver({ size, offsets, neighbours, weights, degrees }: OntologyGraph, epsilon: number): LinearOperator {
  const order = new Uint32Array(size)
  const above = new Int32Array(size).fill(-2)
  const link = new Float64Array(size)
  let length = 0
  for (let start = 0; start < size; start++) {
    if (above[start] !== -2) continue
    above[start] = -1
    order[length++] = start
    for (let at = length - 1; at < length; at++) {
      const vertex = order[at]
      for (let edge = offsets[vertex]; edge < offsets[vertex + 1]; edge++) {
        const other = neighbours[edge]
        if (above[other] !== -2) continue
        above[other] = vertex
        link[other] = weights[edge]
        order[length++] = other
      }
    }
  }
  const pivot = degrees.map((degree) => degree + epsilon)
  for (let at = size - 1; at >= 0; at--) {
    const vertex = order[at]
    if (above[vertex] >= 0) pivot[above[vertex]] -= link[vertex] ** 2 / pivot[vertex]
  }
  return (vector, into) => {
    into.set(vector)
    for (let at = size - 1; at >= 0; at--) {
      const vertex = order[at]
      if (above[vertex] >= 0) into[above[vertex]] += (link[vertex] / pivot[vertex]) * into[vertex]
    }
    for (let at = 0; at < size; at++) {
      const vertex = order[at]
      const carried = above[vertex] >= 0 ? link[vertex] * into[above[vertex]] : 0
      into[vertex] = (into[vertex] + carried) / pivot[vertex]
    }
  }
}

function heat(graph: OntologyGraph, beta: number): LinearOperator {
  let widest = 0
  for (const degree of graph.degrees) widest = Math.max(widest, degree)
  const coefficients = chebyshevSeries((x) => expOf(-beta * widest * (1 + x))) // the Laplacian is `widest` (1 + x), x in [−1, 1]
  const apply = laplacian(graph, 0)
  return (vector, into) => {
    if (widest === 0) {
      into.set(vector)
      return
    }
    const { size } = graph
    let before = Float64Array.from(vector)
    let last = new Float64Array(size)
    let next = new Float64Array(size)
    apply(vector, last)
    for (let vertex = 0; vertex < size; vertex++) last[vertex] = last[vertex] / widest - vector[vertex]
    for (let vertex = 0; vertex < size; vertex++) into[vertex] = coefficients[0] * before[vertex] + coefficients[1] * last[vertex]
    for (let term = 2; term < coefficients.length; term++) {
      apply(last, next)
      const coefficient = coefficients[term]
      for (let vertex = 0; vertex < size; vertex++) {
        next[vertex] = 2 * (next[vertex] / widest - last[vertex]) - before[vertex]
        into[vertex] += coefficient * next[vertex]
      }
      ;[before, last, next] = [last, next, before]
    }
  }
}

/** Coefficients on [−1, 1], from the values at as many Chebyshev points as it takes for the last terms to vanish. */
function chebyshevSeries(value: (x: number) => number): Float64Array {
  for (let count = 32; ; count *= 2) {
    const values = Float64Array.from({ length: count }, (_, point) => value(cosOf((Math.PI * (point + 0.5)) / count)))
    const coefficients = new Float64Array(count)
    for (let term = 0; term < count; term++) {
      let sum = 0
      for (let point = 0; point < count; point++)
        sum += values[point] * cosOf((Math.PI * ((term * (2 * point + 1)) % (4 * count))) / (2 * count))
      coefficients[term] = (term === 0 ? 1 : 2) * (sum / count)
    }
    let used = count
    while (used > 2 && Math.abs(coefficients[used - 1]) < 1e-16) used--
    if (used <= 0.75 * count || count >= 8192) return coefficients.subarray(0, used)
  }
}

function walk({ size, offsets, neighbours, weights, degrees }: OntologyGraph, steps: number): LinearOperator {
  const scale = degrees.map((degree) => (degree > 0 ? 1 / Math.sqrt(degree) : 0))
  const spare = new Float64Array(size)
  return (vector, into) => {
    into.set(vector)
    for (let step = 0; step < steps; step++) {
      for (let vertex = 0; vertex < size; vertex++) spare[vertex] = scale[vertex] * into[vertex]
      for (let vertex = 0; vertex < size; vertex++) {
        let sum = 0
        for (let at = offsets[vertex]; at < offsets[vertex + 1]; at++) sum += weights[at] * spare[neighbours[at]]
        into[vertex] = 0.5 * (into[vertex] + scale[vertex] * sum)
      }
    }
  }
}
