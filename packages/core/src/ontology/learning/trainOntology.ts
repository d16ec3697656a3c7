/** From a hierarchy to one score per term: k-partite ranking of its branches. */

import type { OptionsOf, OptionTable, Resolved } from '../../options/optionTable.ts'
import { resolveOptions } from '../../options/resolveOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { smoothedHinge } from '../../trainers/smoothedHinge.ts'
import type { Training } from '../../trainers/training.ts'
import { termNames } from '../findTerms.ts'
import type { Hierarchy } from '../hierarchy.ts'
import { type GraphKernel, graphKernelKinds, graphKernelOperator } from './graphKernel.ts'
import { type KPartiteFit, type KPartiteSolverOptions, kPartiteHinge } from './kPartiteHinge.ts'
import { laplacianSpace } from './laplacianSpace.ts'
import { graphOfHierarchy, type OntologyGraph } from './ontologyGraph.ts'
import { type OntologyModel, ontologyLosses } from './ontologyModel.ts'
import { partRules, partsOf } from './parts.ts'
import { coefficientSpace } from './rankingSpace.ts'
import { type GivenRate, givenRates, spectralRates } from './rates.ts'
import { ontologySample } from './sample.ts'

export const ontologyTrainingOptions = {
  loss: { kind: 'choice', of: ontologyLosses, default: 'hinge', doc: 'Loss of a pair of terms from different branches.' },
  kernel: { kind: 'choice', of: graphKernelKinds, default: 'graph-laplacian', doc: 'Kernel on the graph of the ontology.' },
  epsilon: { kind: 'number', above: 0, doc: 'With the kernel graph-laplacian, (L + epsilon I)^-1 (default 1).' },
  beta: { kind: 'number', above: 0, atMost: 1000, doc: 'With the kernel diffusion, exp(-beta L) (default 1).' },
  steps: { kind: 'integer', atLeast: 1, atMost: 10_000, doc: 'With the kernel random-walk: how many steps (default 4).' },
  lambda: { kind: 'number', default: 0.001, above: 0, doc: 'Weight of the penalty on the norm of the scores in the space of the kernel.' },
  sample: {
    kind: 'integer',
    atLeast: 2,
    doc: 'How many terms to draw from the branches, with replacement; all are taken once when left out.',
  },
  parts: { kind: 'choice', of: partRules, default: 'nearest', doc: 'To which branch a term belongs that lies below several.' },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of the sample.' },
  tolerance: { kind: 'number', default: 1e-6, above: 0, doc: 'Duality gap at which to stop, as a share of the objective.' },
  iterations: { kind: 'integer', default: 1000, atLeast: 1, doc: 'Most Newton steps.' },
} as const satisfies OptionTable

export interface OntologyTrainingInputs {
  /** The term whose children are the branches. */
  readonly root?: number
  /** Rates of the branches; by the spectrum when left out. */
  readonly rates?: readonly GivenRate[]
}

export function* trainOntology(
  hierarchy: Hierarchy,
  options: OptionsOf<typeof ontologyTrainingOptions> = {},
  { root, rates: given }: OntologyTrainingInputs = {},
): Training<OntologyModel> {
  const resolved = resolveOptions(ontologyTrainingOptions, options)
  const { loss, lambda, sample: count, parts: rule, seed, tolerance, iterations } = resolved
  const { ontology } = hierarchy
  const kernel = kernelOf(resolved)
  const graph = graphOfHierarchy(hierarchy)
  const parts = partsOf(hierarchy, rule, root)
  const rates = given === undefined ? spectralRates(ontology, graph, parts) : givenRates(ontology, parts, given)
  const sample = ontologySample(parts, seed, count)
  const rateOf = Float64Array.from(sample.parts, (part) => rates[part])
  const { scores, ...fit } = yield* fitScores(graph, kernel, sample.vertices, rateOf, {
    lambda,
    tolerance,
    iterations,
  })
  const { coefficients, objective, error, gap, iterations: made } = fit
  return {
    ...termNames(ontology),
    relations: hierarchy.relations,
    edges: { children: graph.edgeChildren, parents: graph.edgeParents, weights: graph.edgeWeights },
    ...(parts.root !== undefined && { root: ontology.ids[parts.root] }),
    rule,
    ratesFrom: given === undefined ? 'spectrum' : 'file',
    parts: Array.from(parts.branches, (branch, part) => ({
      id: ontology.ids[branch],
      rate: rates[part],
      members: Int32Array.from(parts.members.subarray(parts.offsets[part], parts.offsets[part + 1])),
    })),
    loss,
    kernel,
    lambda,
    tolerance,
    iterations,
    sample: { ...sample, seed },
    coefficients,
    scores,
    fit: { objective, error, gammaError: gammaError(scores, sample.vertices, rateOf), gap, iterations: made },
  }
}

function kernelOf({ kernel, ...given }: Resolved<typeof ontologyTrainingOptions>): GraphKernel {
  const belongs = { epsilon: 'graph-laplacian', beta: 'diffusion', steps: 'random-walk' } as const
  for (const option of ['epsilon', 'beta', 'steps'] as const) {
    if (given[option] === undefined || belongs[option] === kernel) continue
    throw new RankwrightError({ area: 'ontology', code: 'option-of-other-kernel', option, kernel: belongs[option], chosen: kernel })
  }
  const { epsilon = 1, beta = 1, steps = 4 } = given
  if (kernel === 'graph-laplacian') return { kind: kernel, epsilon }
  return kernel === 'diffusion' ? { kind: kernel, beta } : { kind: kernel, steps }
}

/** The minimiser on a sample, and its scores of all vertices. */
export function* fitScores(
  graph: OntologyGraph,
  kernel: GraphKernel,
  vertices: Int32Array,
  rates: Float64Array,
  options: KPartiteSolverOptions,
): Training<KPartiteFit & { readonly scores: Float64Array }> {
  const { size } = graph
  const apply = graphKernelOperator(graph, kernel)
  const placed = new Float64Array(size)
  const image = new Float64Array(size)
  const spread = (coefficients: Float64Array) => {
    placed.fill(0)
    for (let item = 0; item < vertices.length; item++) placed[vertices[item]] += coefficients[item]
    apply(placed, image)
  }
  const space =
    kernel.kind === 'graph-laplacian'
      ? laplacianSpace(graph, kernel.epsilon, vertices)
      : coefficientSpace(vertices.length, (coefficients, into) => {
          spread(coefficients)
          for (let item = 0; item < vertices.length; item++) into[item] = image[vertices[item]]
        })
  const fit = yield* kPartiteHinge(space, rates, options)
  spread(fit.coefficients)
  return { ...fit, scores: image.slice() }
}

/** Mean over the sample of the gamma loss, gamma = 1: the slopes of a hinge that is smoothed over the width 1. */
function gammaError(scores: Float64Array, vertices: Int32Array, rates: Float64Array): number {
  const smoothed = smoothedHinge('sum', 1)
  const own = Float64Array.from(vertices, (vertex) => scores[vertex])
  smoothed.evaluate(own, rates, new Float64Array(own.length))
  return smoothed.mass / vertices.length ** 2
}
