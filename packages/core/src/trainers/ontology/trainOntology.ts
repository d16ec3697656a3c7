/** From a hierarchy to one score per term: k-partite ranking of its branches. */

import { arrayOf, count, fields, number, options as optionsShape, requireArguments, type ShapesOf, text } from '../../arguments/shapes.ts'
import type { OntologyModel } from '../../models/ontologyLine/ontologyModel.ts'
import { ontologyLosses } from '../../models/ontologyTerms/learnedLine.ts'
import {
  type DescriptorName,
  descriptorNames,
  type VertexDescriptors,
  vectorsShape,
  vertexDescriptors,
} from '../../ontology/graph/descriptors.ts'
import { graphOfHierarchy } from '../../ontology/graph/ontologyGraph.ts'
import { partRules, partsOf } from '../../ontology/graph/parts.ts'
import { mostDrawn, ontologySample } from '../../ontology/graph/sample.ts'
import { type OntologyKernel, ontologyKernelKinds, type VertexKernel, vertexKernel } from '../../ontology/graph/vertexKernel.ts'
import { termNames } from '../../ontology/structure/findTerms.ts'
import type { Hierarchy } from '../../ontology/structure/hierarchy.ts'
import { hierarchyShape } from '../../ontology/structure/ontologyShapes.ts'
import { byData } from '../../options/defaultRule.ts'
import type { OptionsOf, OptionTable, ResolvedOn } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { resolveOptionsOn } from '../../options/resolveOptions.ts'
import { namedOption } from '../../problems/namedOption.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { gammaLoss, kPartiteGamma } from './kPartiteGamma.ts'
import { type KPartiteFit, type KPartiteSolverOptions, kPartiteHinge } from './kPartiteHinge.ts'
import { type GivenRate, givenRates, spectralRates } from './rates.ts'

export const ontologyTrainingOptions = {
  loss: {
    kind: 'choice',
    of: ontologyLosses,
    default: 'hinge',
    doc: 'Loss of a pair of terms from different branches; gamma is not convex, and no theorem holds for it.',
  },
  gamma: { kind: 'number', default: 1, above: 0, with: { loss: 'gamma' }, doc: 'The lead from which on a pair costs nothing.' },
  kernel: {
    kind: 'choice',
    of: ontologyKernelKinds,
    default: 'graph-laplacian',
    doc: 'Kernel on the graph of the ontology, or on descriptors of its terms.',
  },
  epsilon: { kind: 'number', default: 1, above: 0, with: { kernel: 'graph-laplacian' }, doc: 'The kernel is (L + epsilon I)^-1.' },
  beta: { kind: 'number', default: 1, above: 0, atMost: 1000, with: { kernel: 'diffusion' }, doc: 'The kernel is exp(-beta L).' },
  steps: { kind: 'integer', default: 4, atLeast: 1, atMost: 10_000, with: { kernel: 'random-walk' }, doc: 'Number of steps of the walk.' },
  kernelWidth: {
    kind: 'number',
    above: 0,
    default: byData('the root of the number of descriptors', ({ descriptors }, { vectors }: { readonly vectors: number }) =>
      Math.sqrt((Array.isArray(descriptors) ? descriptors.length : 0) + vectors),
    ),
    with: { kernel: 'rbf' },
    doc: "The kernel is exp(-|x - x'|^2/(2 width^2)).",
  },
  descriptors: {
    kind: 'texts',
    placeholder: 'A,B,…',
    default: descriptorNames,
    with: { kernel: ['rbf', 'linear'] },
    doc: `Descriptors of a term, of ${descriptorNames.join(', ')}.`,
  },
  lambda: { kind: 'number', default: 0.001, above: 0, doc: 'Weight of the penalty on the norm of the scores in the space of the kernel.' },
  sample: {
    kind: 'integer',
    atLeast: 2,
    atMost: mostDrawn,
    leftOut: 'all terms are taken once',
    doc: 'Terms to draw from the branches, with replacement.',
  },
  parts: { kind: 'choice', of: partRules, default: 'nearest', doc: 'Which branch a term below several branches belongs to.' },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of the sample.' },
  tolerance: {
    kind: 'number',
    default: 1e-6,
    above: 0,
    doc: 'Duality gap at which to stop, as a share of what can be gained over scores that are all 0.',
  },
  iterations: { kind: 'integer', default: 1000, atLeast: 1, doc: 'Most Newton steps.' },
} as const satisfies OptionTable

export interface OntologyTrainingInputs {
  /** The term whose children are the branches. */
  readonly root?: number
  /** Rates of the branches; by the spectrum when left out. */
  readonly rates?: readonly GivenRate[]
  /** Further descriptors, for the kernels rbf and linear; NaN where a term has none. */
  readonly vectors?: VertexDescriptors
}

const inputShapes: ShapesOf<OntologyTrainingInputs> = {
  root: count(),
  rates: arrayOf(fields({ branch: text, rate: number() })),
  vectors: vectorsShape,
}
const takesInputs = optionsShape(inputShapes)

/** The γ for which the error of a hinge model is reported, as in Corollary 15. */
const hingeGamma = 1

export function* trainOntology(
  hierarchy: Hierarchy,
  options: OptionsOf<typeof ontologyTrainingOptions> = {},
  inputs: OntologyTrainingInputs = {},
  shared: Runtime = plainRuntime,
): Training<OntologyModel> {
  requireArguments({ hierarchy, inputs }, { hierarchy: hierarchyShape, inputs: takesInputs })
  const { root, rates: given, vectors } = inputs
  const runtime = besideOthers(shared)
  const resolved = resolveOptionsOn(ontologyTrainingOptions, options, { vectors: vectors?.names.length ?? 0 })
  const { loss, gamma = hingeGamma, lambda, sample: count, parts: rule, seed, tolerance, iterations } = resolved
  const { ontology } = hierarchy
  const descriptors = descriptorsFor(hierarchy, resolved, vectors)
  const kernel = kernelOf(resolved)
  const graph = graphOfHierarchy(hierarchy)
  const parts = partsOf(hierarchy, rule, root)
  const rates = given === undefined ? spectralRates(ontology, graph, parts, runtime.compute) : givenRates(ontology, parts, given)
  const sample = ontologySample(parts, seed, count)
  const rateOf = Float64Array.from(sample.parts, (part) => rates[part])
  const fitting = { loss, gamma, lambda, tolerance, iterations }
  const mark = runtime.compute.mark()
  let fitted: FittedScores
  try {
    const prepared = vertexKernel(graph, kernel, descriptors, runtime.compute)
    fitted = yield* fitScores(prepared, sample.vertices, rateOf, fitting, runtime)
  } finally {
    runtime.compute.release(mark)
  }
  const { scores, coefficients, ...fit } = fitted
  const sampled = Float64Array.from(sample.vertices, (vertex) => scores[vertex])
  return {
    kind: 'ontology',
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
    gamma,
    kernel,
    ...(descriptors && { descriptors }),
    lambda,
    tolerance,
    iterations,
    sample: { ...sample, seed },
    coefficients,
    scores,
    fit: { ...fit, gammaError: gammaLoss(sampled, rateOf, gamma) },
  }
}

type Chosen = ResolvedOn<typeof ontologyTrainingOptions>

/** With each kernel comes its own option, and no other. */
function kernelOf({ kernel, epsilon, beta, steps, kernelWidth }: Chosen): OntologyKernel {
  switch (kernel) {
    case 'graph-laplacian':
      return { kind: kernel, epsilon: epsilon! }
    case 'diffusion':
      return { kind: kernel, beta: beta! }
    case 'random-walk':
      return { kind: kernel, steps: steps! }
    case 'rbf':
      return { kind: kernel, width: kernelWidth! }
    case 'linear':
      return { kind: kernel }
  }
}

function descriptorsFor(
  hierarchy: Hierarchy,
  { kernel, descriptors = [] }: Chosen,
  vectors: VertexDescriptors | undefined,
): VertexDescriptors | undefined {
  if (kernel !== 'rbf' && kernel !== 'linear') {
    if (vectors !== undefined) refuseOption('vectors', `${namedOption('kernel')} rbf or linear`)
    return undefined
  }
  const wrong = descriptors.find((name) => !isDescriptor(name))
  if (wrong !== undefined) throw new RankwrightError({ area: 'ontology', code: 'unknown-descriptor', found: wrong, of: descriptorNames })
  return vertexDescriptors(hierarchy, descriptors.filter(isDescriptor), vectors)
}

function isDescriptor(name: string): name is DescriptorName {
  return (descriptorNames as readonly string[]).includes(name)
}

type FittedScores = Omit<KPartiteFit, 'gap' | 'excess' | 'point'> &
  Partial<Pick<KPartiteFit, 'gap' | 'excess'>> & { readonly scores: Float64Array }

/** The minimiser on a sample, and its scores of all vertices. */
export function* fitScores(
  kernel: VertexKernel,
  vertices: Int32Array,
  rates: Float64Array,
  { loss, gamma, ...options }: KPartiteSolverOptions & { readonly loss: OntologyModel['loss']; readonly gamma: number },
  runtime: Runtime = plainRuntime,
): Training<FittedScores> {
  const mark = runtime.compute.mark()
  try {
    const space = kernel.space(vertices)
    const fit =
      loss === 'gamma' ? yield* kPartiteGamma(space, rates, gamma, options, runtime) : yield* kPartiteHinge(space, rates, options, runtime)
    const { point, ...found } = fit
    return { ...found, scores: space.everywhere?.(point) ?? kernel.scores(vertices, fit.coefficients) }
  } finally {
    runtime.compute.release(mark)
  }
}
