import type { Compute } from '../../numeric/compute/compute.ts'
import type { KernelReach } from '../../ontology/graph/kernelReach.ts'
import { belowOneRoot, ontologyGraph } from '../../ontology/graph/ontologyGraph.ts'
import { type VertexKernel, vertexKernel } from '../../ontology/graph/vertexKernel.ts'
import type { LearnedLine } from '../ontologyTerms/learnedLine.ts'

/** `linear`: 1 − |f(v) − f(v′)|/(max f − min f), the paper's. `ranks` and `subtrees`: see similarOnRanks.ts and similarOnSubtrees.ts. */
export const similarityForms = ['linear', 'ranks', 'subtrees'] as const

/** One learned line, and the places that terms have on all lines that answer together with it. */
export interface OntologyModel extends LearnedLine {
  readonly kind: 'ontology'
  readonly form: (typeof similarityForms)[number]
  /** How many lines there are; the line that is kept whole is the first of them. */
  readonly lines: number
  /** For the form `ranks`, term after term, one for each line: the rank of its score, from 0; −1 where a term has no part. */
  readonly ranks: Float32Array
  /** For the form `subtrees`, term after term, the parent that each line kept in its tree; −1 for a top, −2 where a term has no part. */
  readonly kept: Int32Array
  /** For both forms, the range of the ranks at and below a term, in the tree that the line drew. */
  readonly widths: Float32Array
  /** How much of the similarity is that of texts, with the bits that tell it (ontology/graph/textBits.ts); 0, with none, where it is by lines alone. */
  readonly textShare: number
  readonly bits: Int32Array
}

/** The kernel that a model was trained with. */
export function kernelOfModel(
  { ids, edges, kernel, descriptors }: Pick<LearnedLine, 'ids' | 'edges' | 'kernel' | 'descriptors'>,
  compute?: Compute,
): VertexKernel {
  const graph = ontologyGraph(ids.length, edges.children, edges.parents, edges.weights)
  return vertexKernel(descriptors === undefined ? belowOneRoot(graph) : graph, kernel, descriptors, compute)
}

/** σ, κ, λ and M of the theorems. */
export function stabilityInputs(model: LearnedLine, reach: KernelReach = kernelOfModel(model).reach()) {
  return { sigma: 1, kappa: reach.value, lambda: model.lambda, M: model.sample.vertices.length }
}
