/** ((I + N)/2)^p applied to vectors, step by step, N = D^(−1/2) W D^(−1/2). */

import type { LinearOperator } from '../../numeric/optimisers/conjugateGradient.ts'
import { neighbourSums } from './neighbourSums.ts'
import type { OntologyGraph } from './ontologyGraph.ts'

export function walk(graph: OntologyGraph, steps: number): LinearOperator {
  const { size } = graph
  const scale = graph.degrees.map((degree) => (degree > 0 ? 1 / Math.sqrt(degree) : 0))
  const sums = neighbourSums(graph)
  const scaled = new Float64Array(size)
  const around = new Float64Array(size)
  return (vector, into) => {
    into.set(vector)
    for (let step = 0; step < steps; step++) {
      for (let vertex = 0; vertex < size; vertex++) scaled[vertex] = scale[vertex] * into[vertex]
      around.fill(0)
      sums.add(0.5, scaled, around)
      for (let vertex = 0; vertex < size; vertex++) into[vertex] = 0.5 * into[vertex] + scale[vertex] * around[vertex]
    }
  }
}
