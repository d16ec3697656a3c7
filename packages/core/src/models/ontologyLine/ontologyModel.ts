import type { Compute } from '../../numeric/compute/compute.ts'
import type { KernelReach } from '../../ontology/graph/kernelReach.ts'
import { ontologyGraph } from '../../ontology/graph/ontologyGraph.ts'
import { type VertexKernel, vertexKernel } from '../../ontology/graph/vertexKernel.ts'
import type { LearnedLine } from '../ontologyTerms/learnedLine.ts'

export interface OntologyModel extends LearnedLine {
  readonly kind: 'ontology'
}

/** The kernel that a model was trained with. */
export function kernelOfModel(
  { ids, edges, kernel, descriptors }: Pick<LearnedLine, 'ids' | 'edges' | 'kernel' | 'descriptors'>,
  compute?: Compute,
): VertexKernel {
  return vertexKernel(ontologyGraph(ids.length, edges.children, edges.parents, edges.weights), kernel, descriptors, compute)
}

/** σ, κ, λ and M of the theorems. */
export function stabilityInputs(model: LearnedLine, reach: KernelReach = kernelOfModel(model).reach()) {
  return { sigma: 1, kappa: reach.value, lambda: model.lambda, M: model.sample.vertices.length }
}
