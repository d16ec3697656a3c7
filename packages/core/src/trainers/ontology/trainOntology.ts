/**
 * From a hierarchy to scores of its terms: k-partite ranking of its parts. One line is the paper's method; with several, each draws another
 * tree, so that two terms that lie together by chance on one do not on most.
 */

import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { arrayOf, count, fields, number, options as optionsShape, requireArguments, type ShapesOf, text } from '../../arguments/shapes.ts'
import { lineRanks } from '../../models/ontologyLine/lineRanks.ts'
import type { OntologyModel } from '../../models/ontologyLine/ontologyModel.ts'
import type { TunedLambda } from '../../models/ontologyTerms/learnedLine.ts'
import {
  type DescriptorName,
  descriptorNames,
  type VertexDescriptors,
  vectorsShape,
  vertexDescriptors,
} from '../../ontology/graph/descriptors.ts'
import { termsBelow } from '../../ontology/graph/drawnTree.ts'
import { belowOneRoot, graphOfHierarchy } from '../../ontology/graph/ontologyGraph.ts'
import { siblingsByText } from '../../ontology/graph/siblingOrder.ts'
import { type TermTexts, termTexts } from '../../ontology/graph/termTexts.ts'
import { textBits } from '../../ontology/graph/textBits.ts'
import { type OntologyKernel, type VertexKernel, vertexKernel } from '../../ontology/graph/vertexKernel.ts'
import { termNames } from '../../ontology/structure/findTerms.ts'
import type { Hierarchy } from '../../ontology/structure/hierarchy.ts'
import { hierarchyShape } from '../../ontology/structure/ontologyShapes.ts'
import type { OptionsOf, ResolvedOn } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { resolveOptionsOn } from '../../options/resolveOptions.ts'
import { namedOption } from '../../problems/namedOption.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { asPartOf } from './asPartOf.ts'
import { chooseLambda } from './chooseLambda.ts'
import { type FittedScores, fitScores } from './fitScores.ts'
import { gammaLoss } from './kPartiteGamma.ts'
import { ontologyTrainingOptions } from './ontologyTrainingOptions.ts'
import { type LineSetting, type RatedLine, ratedLine } from './ratedLine.ts'
import type { GivenRate } from './rates.ts'

export interface OntologyTrainingInputs {
  /** The term above all parts. */
  readonly root?: number
  /** Rates of any terms, which are the parts then, with what is below them. */
  readonly rates?: readonly GivenRate[]
  /** Numbers of the terms, NaN where a term has none: descriptors for the kernels rbf and linear; with other kernels, a part of the similarity of texts. */
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
  if (root !== undefined && root >= hierarchy.size) refuseArgument('inputs.root', root, `the number of a term, below ${hierarchy.size}`)
  const runtime = besideOthers(shared)
  const terms = termsBelow(hierarchy, root).reduce((sum, inside) => sum + inside, 0)
  const resolved = resolveOptionsOn(ontologyTrainingOptions, options, {
    vectors: vectors?.names.length ?? 0,
    rated: given !== undefined,
    terms,
  })
  const { lines, similarity: form, loss, gamma = hingeGamma, lambda: chosen, tolerance, iterations } = resolved
  requireFittingParts(resolved, options, inputs)
  const { ontology, size } = hierarchy
  const descriptors = descriptorsFor(hierarchy, resolved, vectors)
  const kernel = kernelOf(resolved)
  const graph = graphOfHierarchy(hierarchy)
  const texts = resolved.siblings === 'text' || resolved.textShare > 0 ? termTexts(ontology) : undefined
  if (options.textShare !== undefined && options.textShare > 0 && texts === undefined && vectors === undefined)
    refuseOption('textShare', `names, synonyms or definitions in the ontology, or ${namedOption('vectors')}`)
  const byText = resolved.siblings === 'text' && texts !== undefined ? siblingsByText(hierarchy, texts) : undefined
  const told = textsOf(hierarchy, texts, descriptors === undefined ? vectors : undefined, resolved.textShare)
  const setting = { ...lineSetting(resolved, root, given), ...(byText && { siblings: byText }) }
  const ranks = new Float32Array(form === 'ranks' ? lines * size : 0)
  const kept = new Int32Array(form === 'subtrees' ? lines * size : 0)
  const widths = new Float32Array(form === 'linear' ? 0 : lines * size)
  let first: FittedLine | undefined
  let lambda = chosen === 'auto' ? undefined : chosen
  let tuned: TunedLambda | undefined
  const mark = runtime.compute.mark()
  try {
    const prepared = vertexKernel(descriptors === undefined ? belowOneRoot(graph) : graph, kernel, descriptors, runtime.compute)
    let sameSample: VertexKernel | undefined // lines of single terms all have one sample, and its space is made once
    for (let line = 0; line < lines; line++) {
      if (lines > 1) yield { stage: 'lines', done: line, total: lines }
      obeyStop(runtime)
      const rated = ratedLine(hierarchy, graph, line, setting, runtime.compute)
      const rateOf = Float64Array.from(rated.sample.parts, (part) => rated.rates[part])
      if (setting.cut === 'terms' && sameSample === undefined) {
        const space = prepared.space(rated.sample.vertices)
        sameSample = { ...prepared, space: () => space }
      }
      if (lambda === undefined) {
        const { lambda: best, ...trials } = yield* chooseLambda(
          prepared,
          rated.sample,
          rateOf,
          { loss, gamma, tolerance, iterations },
          setting.seed,
          runtime,
        )
        lambda = best
        tuned = trials
      }
      const fitting = fitScores(
        sameSample ?? prepared,
        rated.sample.vertices,
        rateOf,
        { loss, gamma, lambda, tolerance, iterations },
        runtime,
      )
      const { scores: all, ...fit } = yield* lines > 1 ? asPartOf(fitting, { stage: 'lines', done: line, total: lines }) : fitting
      const scores = all.subarray(0, size)
      first ??= {
        ...rated,
        ...fit,
        scores,
        gammaError: gammaLoss(
          Float64Array.from(rated.sample.vertices, (term) => scores[term]),
          rateOf,
          gamma,
        ),
      }
      if (form !== 'linear') {
        const placed = lineRanks(scores, rated.tree)
        for (let term = 0; term < size; term++) {
          const at = term * lines + line
          if (form === 'ranks') ranks[at] = placed.ranks[term]
          else kept[at] = placed.ranks[term] < 0 ? -2 : rated.tree.parents[term]
          widths[at] = placed.widths[term]
        }
      }
    }
  } finally {
    runtime.compute.release(mark)
  }
  if (first === undefined || lambda === undefined) throw new Error('no line was learned')
  const { parts, rates, sample, scores, coefficients, tree: _tree, ...fit } = first
  return {
    kind: 'ontology',
    ...termNames(ontology),
    relations: hierarchy.relations,
    edges: { children: graph.edgeChildren, parents: graph.edgeParents, weights: graph.edgeWeights },
    ...rootOf(hierarchy, root),
    siblings: byText === undefined ? 'random' : 'text',
    cut: setting.cut,
    level: setting.level,
    shared: setting.shared,
    ratesFrom: setting.cut === 'rated' ? 'file' : setting.cut === 'branches' ? 'spectrum' : 'order',
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
    ...(tuned && { tuned }),
    tolerance,
    iterations,
    sample: { ...sample, seed: setting.seed },
    coefficients,
    scores,
    fit,
    form,
    lines,
    ranks,
    kept,
    widths,
    ...told,
  }
}

/** The texts of the terms and the numbers given with them; a share of 0 where there are none. */
function textsOf(
  hierarchy: Hierarchy,
  texts: TermTexts | undefined,
  vectors: VertexDescriptors | undefined,
  textShare: number,
): Pick<OntologyModel, 'textShare' | 'bits'> {
  if (textShare === 0 || (texts === undefined && vectors === undefined)) return { textShare: 0, bits: new Int32Array(0) }
  return { textShare, bits: textBits(hierarchy, texts, vectors === undefined ? undefined : vertexDescriptors(hierarchy, [], vectors)) }
}

type FittedLine = RatedLine & FittedScores & { readonly gammaError: number }

function rootOf({ ontology, roots }: Hierarchy, root: number | undefined): { root?: string } {
  const top = root ?? (roots.length === 1 ? roots[0] : undefined)
  return top === undefined ? {} : { root: ontology.ids[top] }
}

type Chosen = ResolvedOn<typeof ontologyTrainingOptions>

function lineSetting(
  { parts, level = 1, shared, sample, seed }: Chosen,
  root: number | undefined,
  given: readonly GivenRate[] | undefined,
): LineSetting {
  return {
    cut: given === undefined ? parts : 'rated',
    level,
    shared,
    ...(root !== undefined && { root }),
    ...(given && { given }),
    ...(sample !== undefined && { count: sample }),
    seed,
  }
}

/** No option is taken and then not used. */
function requireFittingParts(
  { parts, level, lines, similarity, textShare }: Chosen,
  { shared, siblings }: OptionsOf<typeof ontologyTrainingOptions>,
  { root, rates: given }: OntologyTrainingInputs,
): void {
  if (given !== undefined && root !== undefined) refuseOption('root', `no ${namedOption('rates')}: the rated terms are the parts`)
  if (shared !== undefined && parts !== 'branches') refuseOption('shared', `${namedOption('parts')} branches or ${namedOption('rates')}`)
  if (siblings !== undefined && similarity === 'linear') refuseOption('siblings', `${namedOption('similarity')} ranks or subtrees`)
  if (given !== undefined && parts !== 'branches') refuseOption('parts', `no ${namedOption('rates')}: the rated terms are the parts`)
  if (level !== undefined && (parts !== 'branches' || given !== undefined))
    refuseOption('level', `${namedOption('parts')} branches and no ${namedOption('rates')}`)
  if (textShare > 0 && similarity === 'linear') refuseOption('textShare', `${namedOption('similarity')} ranks or subtrees`)
  if (lines > 1 && similarity === 'linear') refuseOption('similarity', `${namedOption({ lines: 1 })} for linear`)
}

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
  { kernel, descriptors = [], textShare }: Chosen,
  vectors: VertexDescriptors | undefined,
): VertexDescriptors | undefined {
  if (kernel !== 'rbf' && kernel !== 'linear') {
    if (vectors !== undefined && textShare === 0)
      refuseOption('vectors', `${namedOption('textShare')} above 0, or ${namedOption('kernel')} rbf or linear`)
    return undefined
  }
  const wrong = descriptors.find((name) => !isDescriptor(name))
  if (wrong !== undefined) throw new RankwrightError({ area: 'ontology', code: 'unknown-descriptor', found: wrong, of: descriptorNames })
  return vertexDescriptors(hierarchy, descriptors.filter(isDescriptor), vectors)
}

function isDescriptor(name: string): name is DescriptorName {
  return (descriptorNames as readonly string[]).includes(name)
}
