import type { OntologyGraph } from './ontologyGraph.ts'

/** Sums over neighbours, edge by edge: half the time of going from vertex to vertex, as most have few neighbours. */
export function neighbourSums({ edgeChildren, edgeParents, edgeWeights }: OntologyGraph): {
  /** into += factor W vector. */
  add(factor: number, vector: Float64Array, into: Float64Array): void
} {
  // Edges of one child lie together, those of one parent often too: what is read was read just before.
  const order = Uint32Array.from(edgeChildren.keys()).sort((a, b) => edgeChildren[a] - edgeChildren[b] || edgeParents[a] - edgeParents[b])
  const children = order.map((edge) => edgeChildren[edge])
  const parents = order.map((edge) => edgeParents[edge])
  const weights = Float64Array.from(order, (edge) => edgeWeights[edge])
  return {
    add(factor, vector, into) {
      for (let edge = 0; edge < weights.length; edge++) {
        const child = children[edge]
        const parent = parents[edge]
        const weight = factor * weights[edge]
        into[child] += weight * vector[parent]
        into[parent] += weight * vector[child]
      }
    },
  }
}
