import type { TermNames } from '../findTerms.ts'
import { type GraphKernel, kernelReach } from './graphKernel.ts'
import type { PartRule } from './parts.ts'
import type { OntologySample } from './sample.ts'

export const ontologyLosses = ['hinge'] as const

/** A branch of the ontology with its rate: the higher, the higher its terms should score. */
export interface OntologyPart {
  readonly id: string
  readonly rate: number
  readonly members: Int32Array
}

/** One score per term, and all that it was made from: graph, parts, sample and kernel. */
export interface OntologyModel extends TermNames {
  readonly relations: readonly string[]
  readonly edges: { readonly children: Int32Array; readonly parents: Int32Array; readonly weights: Float64Array }
  /** Id of the term above the branches; none for a virtual root above several roots. */
  readonly root?: string
  readonly rule: PartRule
  readonly ratesFrom: 'spectrum' | 'file'
  readonly parts: readonly OntologyPart[]
  readonly loss: (typeof ontologyLosses)[number]
  readonly kernel: GraphKernel
  readonly lambda: number
  readonly tolerance: number
  readonly iterations: number
  readonly sample: OntologySample & { readonly seed: number }
  /** f = Σ cᵢ K(tᵢ, ·) over the sample. */
  readonly coefficients: Float64Array
  readonly scores: Float64Array
  readonly fit: {
    readonly objective: number
    /** Mean hinge over the pairs of the sample, er_T, and the mean gamma loss with gamma = 1. */
    readonly error: number
    readonly gammaError: number
    readonly gap: number
    readonly iterations: number
  }
}

/** κ, σ, λ and M of the theorems. */
export function stabilityInputs({ kernel, lambda, sample }: Pick<OntologyModel, 'kernel' | 'lambda' | 'sample'>) {
  return { sigma: 1, kappa: kernelReach(kernel), lambda, M: sample.vertices.length }
}
