/**
 * The space of (L + ε I)⁻¹ with the values of f on all vertices as parameters: ‖f‖² = fᵀ(L + ε I)f takes one pass over the edges, where
 * coefficients would take a linear system. So does a product with the matrix 2λ(L + ε I) + SᵀHS of a Newton step, which conjugate gradients
 * solve, preconditioned by the spanning forest with the diagonal of SᵀHS added.
 */

import { dot } from '../../numeric/compute/dot.ts'
import { conjugateGradientSteps } from '../../numeric/optimisers/conjugateGradient.ts'
import { atOnce } from '../../numeric/optimisers/objective.ts'
import { forestOrdered, forestSolver, graphKernelOperator, laplacian, spanningForest } from './graphKernel.ts'
import type { OntologyGraph } from './ontologyGraph.ts'
import type { RankingSpace } from './rankingSpace.ts'

export function laplacianSpace(given: OntologyGraph, epsilon: number, sample: Int32Array): RankingSpace {
  const { ordered: graph, placeOf } = forestOrdered(given)
  const vertices = sample.map((vertex) => placeOf[vertex])
  const { size, degrees } = graph
  const shifted = laplacian(graph, epsilon)
  const kernel = graphKernelOperator(graph, { kind: 'graph-laplacian', epsilon })
  const forest = spanningForest(graph)
  const image = new Float64Array(size)
  const gather = (point: Float64Array, into: Float64Array) => {
    for (let item = 0; item < vertices.length; item++) into[item] = point[vertices[item]]
  }
  const scattered = (values: Float64Array) => {
    const placed = new Float64Array(size)
    for (let item = 0; item < vertices.length; item++) placed[vertices[item]] += values[item]
    return placed
  }
  const representer = (slope: Float64Array) => {
    const into = new Float64Array(size)
    kernel(scattered(slope), into)
    return into
  }
  return {
    length: size,
    sampled: gather,
    inner(point, other) {
      shifted(other, image)
      return dot(point, image)
    },
    representer,
    point: representer,
    everywhere: (point) => Float64Array.from(placeOf, (place) => point[place]),
    coefficients(point) {
      shifted(point, image)
      const left = Float64Array.from(image)
      // A vertex that was drawn twice has its coefficient once.
      return Float64Array.from(vertices, (vertex) => {
        const own = left[vertex]
        left[vertex] = 0
        return own
      })
    },
    *newton(right, curvature, lambda, forcing) {
      const diagonal = curvature.diagonal()
      if (diagonal.every((entry) => entry === 0)) return right.map((entry) => entry / (2 * lambda))
      const pivots = scattered(diagonal)
      for (let vertex = 0; vertex < size; vertex++) pivots[vertex] += 2 * lambda * (degrees[vertex] + epsilon)
      const sampled = new Float64Array(vertices.length)
      const bent = new Float64Array(vertices.length)
      const apply = (vector: Float64Array, into: Float64Array) => {
        shifted(vector, into)
        for (let vertex = 0; vertex < size; vertex++) into[vertex] *= 2 * lambda
        gather(vector, sampled)
        curvature.apply(sampled, bent)
        for (let item = 0; item < vertices.length; item++) into[vertices[item]] += bent[item]
      }
      const target = new Float64Array(size)
      shifted(right, target)
      const { solution } = yield* conjugateGradientSteps(atOnce(apply), target, {
        precondition: forestSolver(forest, pivots, 2 * lambda),
        tolerance: Math.sqrt(forcing),
        iterations: 500,
      })
      return solution
    },
  }
}
