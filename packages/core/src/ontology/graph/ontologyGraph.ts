/** The hierarchy without directions, as kernels on graphs see it: neighbours of a vertex side by side, each edge in both directions. */

import type { Hierarchy } from '../structure/hierarchy.ts'
import { hierarchyShape } from '../structure/ontologyShapes.ts'

export interface OntologyGraph {
  readonly size: number
  /** Every edge once; several edges between two terms are several edges. */
  readonly edgeChildren: Int32Array
  readonly edgeParents: Int32Array
  readonly edgeWeights: Float64Array
  readonly offsets: Uint32Array
  readonly neighbours: Uint32Array
  readonly weights: Float64Array
  /** Sum of the weights at a vertex. */
  readonly degrees: Float64Array
}

/** The edges of the chosen relations, with their weight in the file, 1 if it has none. */
export function graphOfHierarchy(hierarchy: Hierarchy): OntologyGraph {
  hierarchyShape('hierarchy', hierarchy)
  const { size, parentOffsets, parents, parentWeights } = hierarchy
  const children = new Int32Array(parents.length)
  for (let term = 0; term < size; term++) children.fill(term, parentOffsets[term], parentOffsets[term + 1])
  const weights = parentWeights.map((weight) => (Number.isNaN(weight) ? 1 : weight))
  return ontologyGraph(size, children, Int32Array.from(parents), weights)
}

/** With one more vertex, the last, above all roots where there are several: it connects what hangs below them. */
export function belowOneRoot(graph: OntologyGraph): OntologyGraph {
  const { size, edgeChildren, edgeParents, edgeWeights } = graph
  const isChild = new Uint8Array(size)
  for (const child of edgeChildren) isChild[child] = 1
  const roots = Array.from(isChild.keys()).filter((vertex) => isChild[vertex] === 0)
  if (roots.length < 2) return graph
  return ontologyGraph(
    size + 1,
    Int32Array.from([...edgeChildren, ...roots]),
    Int32Array.from([...edgeParents, ...roots.map(() => size)]),
    Float64Array.from([...edgeWeights, ...roots.map(() => 1)]),
  )
}

export function ontologyGraph(size: number, edgeChildren: Int32Array, edgeParents: Int32Array, edgeWeights: Float64Array): OntologyGraph {
  const offsets = new Uint32Array(size + 1)
  for (let edge = 0; edge < edgeChildren.length; edge++) {
    offsets[edgeChildren[edge] + 1]++
    offsets[edgeParents[edge] + 1]++
  }
  for (let vertex = 0; vertex < size; vertex++) offsets[vertex + 1] += offsets[vertex]
  const next = offsets.slice()
  const neighbours = new Uint32Array(2 * edgeChildren.length)
  const weights = new Float64Array(2 * edgeChildren.length)
  const degrees = new Float64Array(size)
  for (let edge = 0; edge < edgeChildren.length; edge++) {
    const [child, parent, weight] = [edgeChildren[edge], edgeParents[edge], edgeWeights[edge]]
    neighbours[next[child]] = parent
    weights[next[child]++] = weight
    neighbours[next[parent]] = child
    weights[next[parent]++] = weight
    degrees[child] += weight
    degrees[parent] += weight
  }
  return { size, edgeChildren, edgeParents, edgeWeights, offsets, neighbours, weights, degrees }
}
