/** One learned score per term, and all that it came from. */
import { madeBy } from '../../arguments/shapes.ts'
import type { VertexDescriptors } from '../../ontology/graph/descriptors.ts'
import type { SharedRule } from '../../ontology/graph/parts.ts'
import type { OntologySample } from '../../ontology/graph/sample.ts'
import type { siblingRules } from '../../ontology/graph/siblingOrder.ts'
import type { OntologyKernel } from '../../ontology/graph/vertexKernel.ts'
import type { TermNames } from '../../ontology/structure/findTerms.ts'

/** `gamma` is not convex: no theorem of the paper is about what minimises it. */
export const ontologyLosses = ['hinge', 'gamma'] as const

/** Where rates come from: the spectrum of the graph of the parts, a depth-first order of a drawn tree, or a file. */
export const rateOrigins = ['spectrum', 'order', 'file'] as const

/** How the hierarchy was cut: into branches, single terms, about so many pieces, or below the terms that a file rates. */
export type OntologyCut = 'branches' | 'terms' | 'rated' | number

/** A part of the ontology with its rate: the higher, the higher its terms should score. */
export interface OntologyPart {
  /** The term that stands for it: the branch, or the first of its terms. */
  readonly id: string
  readonly rate: number
  readonly members: Int32Array
}

/** λ by cross-validation: the mean share of left-out pairs in the wrong order. */
export interface TunedLambda {
  readonly folds: number
  readonly tried: readonly { readonly lambda: number; readonly error: number }[]
}

/** A line as an argument: what was learned is trusted. Some need no more than its scores. */
export const lineShape = madeBy('trainOntology or requireLine', 'parts', 'kernel', 'edges', 'sample', 'coefficients', 'scores', 'fit')
export const scoredLineShape = madeBy('trainOntology or requireLine', 'parts', 'sample', 'scores')

/** One score per term, and all that it was made from: graph, parts, sample and kernel. */
export interface LearnedLine extends TermNames {
  readonly relations: readonly string[]
  readonly edges: { readonly children: Int32Array; readonly parents: Int32Array; readonly weights: Float64Array }
  /** Id of the term above the branches; none for a virtual root above several roots. */
  readonly root?: string
  readonly cut: OntologyCut
  /** How siblings stood in drawn trees. */
  readonly siblings: (typeof siblingRules)[number]
  /** How far below the root branches begin. */
  readonly level: number
  /** Which part has a term below several branches. */
  readonly shared: SharedRule
  readonly ratesFrom: (typeof rateOrigins)[number]
  readonly parts: readonly OntologyPart[]
  readonly loss: (typeof ontologyLosses)[number]
  /** γ of the gamma loss; 1 for the hinge, whose gamma loss is reported beside it. */
  readonly gamma: number
  readonly kernel: OntologyKernel
  /** The descriptors of the terms, for kernels on descriptors. */
  readonly descriptors?: VertexDescriptors
  readonly lambda: number
  /** How λ was chosen on the sample; not there if it was given. */
  readonly tuned?: TunedLambda
  readonly tolerance: number
  readonly iterations: number
  readonly sample: OntologySample & { readonly seed: number }
  /** f = Σ cᵢ K(tᵢ, ·) over the sample. */
  readonly coefficients: Float64Array
  readonly scores: Float64Array
  readonly fit: {
    readonly objective: number
    /** Mean loss over the pairs of the sample, er_T, and the mean gamma loss. */
    readonly error: number
    readonly gammaError: number
    /** Duality gap: the most by which the objective may lie above the least possible one; there is none for the gamma loss. */
    readonly excess?: number
    /** The same as a share of what can be gained over scores that are all 0. */
    readonly gap?: number
    readonly iterations: number
  }
}
