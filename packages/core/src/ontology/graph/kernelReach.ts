/**
 * How far a kernel on a graph reaches: κ with K(v, v) ≤ κ² for every vertex, by formulas that hold for any graph.
 *
 * - (L + ε I)⁻¹ grows when edges are taken away, so that its diagonal lies below that of a spanning forest, which is exact for a forest:
 *   from the leaves up, pᵥ = ε + Σ w − Σ w²/p over the vertices below, and then down, K(v, v) = 1/pᵥ + (w/pᵥ)² K(u, u) with u above v.
 * - exp(−β L) lies below (I + β L)⁻¹ = (L + I/β)⁻¹/β, since e^(−x) ≤ 1/(1 + x).
 * - ((I + N)/2)^p has eigenvalues from 0 to 1, so that its diagonal falls with p: it is 1/2 for p = 1, (1 + Σ w²/(dᵥ d_w))/4 for p = 2.
 */
import { type GraphKernel, spanningForest } from './graphKernel.ts'
import type { OntologyGraph } from './ontologyGraph.ts'

export interface KernelReach {
  readonly value: number
  /** Whether it is the greatest √K(v, v) itself, and not only more. */
  readonly exact: boolean
  readonly origin: string
}

export function graphKernelReach(graph: OntologyGraph, kernel: GraphKernel): KernelReach {
  switch (kernel.kind) {
    case 'graph-laplacian': {
      const { greatest, isForest } = forestDiagonal(graph, kernel.epsilon)
      const origin = isForest ? 'the greatest √K(v, v) of all terms' : 'at most that of a spanning forest of the graph'
      return { value: Math.sqrt(greatest), exact: isForest, origin }
    }
    case 'diffusion': {
      const { greatest } = forestDiagonal(graph, 1 / kernel.beta)
      return {
        value: Math.sqrt(greatest / kernel.beta),
        exact: false,
        origin: 'exp(−βL) lies below (I + βL)⁻¹, and that below a spanning forest',
      }
    }
    case 'random-walk':
      return {
        value: Math.sqrt(walkDiagonal(graph, kernel.steps)),
        exact: kernel.steps <= 2,
        origin: `K(v, v) of ${kernel.steps === 1 ? 'one step' : 'two steps'}`,
      }
  }
}

/** The greatest entry of the diagonal of (L + ε I)⁻¹ with L of a spanning forest. */
function forestDiagonal(graph: OntologyGraph, epsilon: number): { readonly greatest: number; readonly isForest: boolean } {
  const { order, above, link } = spanningForest(graph)
  const { size, edgeChildren } = graph
  const pivot = new Float64Array(size).fill(epsilon)
  let links = 0
  for (let vertex = 0; vertex < size; vertex++) {
    if (above[vertex] < 0) continue
    pivot[vertex] += link[vertex]
    pivot[above[vertex]] += link[vertex]
    links++
  }
  for (let place = size - 1; place >= 0; place--) {
    const vertex = order[place]
    if (above[vertex] >= 0) pivot[above[vertex]] -= link[vertex] ** 2 / pivot[vertex]
  }
  const diagonal = new Float64Array(size)
  let greatest = 0
  for (const vertex of order) {
    const share = link[vertex] / pivot[vertex]
    diagonal[vertex] = 1 / pivot[vertex] + (above[vertex] < 0 ? 0 : share ** 2 * diagonal[above[vertex]])
    greatest = Math.max(greatest, diagonal[vertex])
  }
  return { greatest, isForest: links === edgeChildren.length }
}

function walkDiagonal({ size, offsets, neighbours, weights, degrees }: OntologyGraph, steps: number): number {
  if (steps === 1) return 1 / 2
  let greatest = 1 / 4
  for (let vertex = 0; vertex < size; vertex++) {
    let sum = 0
    const between = new Map<number, number>()
    for (let at = offsets[vertex]; at < offsets[vertex + 1]; at++)
      between.set(neighbours[at], (between.get(neighbours[at]) ?? 0) + weights[at])
    for (const [other, weight] of between) sum += weight ** 2 / (degrees[vertex] * degrees[other])
    greatest = Math.max(greatest, (1 + sum) / 4)
  }
  return greatest
}
