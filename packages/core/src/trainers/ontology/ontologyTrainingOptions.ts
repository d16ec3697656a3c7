/** The options of `trainOntology`. */

import { similarityForms } from '../../models/ontologyLine/ontologyModel.ts'
import { ontologyLosses } from '../../models/ontologyTerms/learnedLine.ts'
import { descriptorNames } from '../../ontology/graph/descriptors.ts'
import { sharedRules } from '../../ontology/graph/parts.ts'
import { mostDrawn } from '../../ontology/graph/sample.ts'
import { siblingRules } from '../../ontology/graph/siblingOrder.ts'
import { ontologyKernelKinds } from '../../ontology/graph/vertexKernel.ts'
import { byData, type OtherOptions } from '../../options/defaultRule.ts'
import type { OptionTable } from '../../options/optionTable.ts'

/** What the defaults of some options depend on. */
interface TrainingFacts {
  /** Numbers per term from a file. */
  readonly vectors: number
  /** Whether a file rates terms. */
  readonly rated: boolean
  /** Terms that are in parts, if all are used. */
  readonly terms: number
}

const isFine = ({ parts }: OtherOptions) => parts === 'terms' || typeof parts === 'number'

export const ontologyTrainingOptions = {
  parts: {
    kind: 'number-or-word',
    words: ['branches', 'terms'],
    atLeast: 2,
    default: byData('terms; branches where a sample, a level or rates are given', ({ sample, level }, { rated }: TrainingFacts) =>
      rated || sample !== undefined || level !== undefined ? 'branches' : 'terms',
    ),
    doc: 'How the hierarchy is cut: into its branches, into single terms, or into about so many parts of similar size.',
  },
  level: {
    kind: 'integer',
    atLeast: 1,
    atMost: 1000,
    leftOut: 'they are the children of the root',
    doc: 'How many edges below the root the branches begin.',
  },
  shared: {
    kind: 'choice',
    of: sharedRules,
    default: byData('nearest', (_others: OtherOptions, _: TrainingFacts) => 'nearest' as const),
    doc: 'Which branch or rated term has a term below several: the one with the shortest way up, the first in the file, or each.',
  },
  lines: {
    kind: 'integer',
    atLeast: 1,
    atMost: 1000,
    default: byData('32; 1 with branches', (options, _: TrainingFacts) => (isFine(options) ? 32 : 1)),
    doc: "How many lines answer together, each from another drawn tree; the paper's is one.",
  },
  siblings: {
    kind: 'choice',
    of: siblingRules,
    default: byData('text', (_others: OtherOptions, _: TrainingFacts) => 'text' as const),
    doc: 'How siblings stand in a drawn tree: those together whose subtrees have words in common, or in random order.',
  },
  similarity: {
    kind: 'choice',
    of: similarityForms,
    default: byData('subtrees; ranks for one line, or with branches; linear for one line with branches', defaultSimilarity),
    doc: "What makes terms similar: to be close on the line (the paper's 1 - |f - f'|/range of one line, or by ranks), or to lie in a small subtree, on most lines and in the whole hierarchy.",
  },
  textShare: {
    kind: 'number',
    atLeast: 0,
    atMost: 1,
    default: byData('0.4; 0 with one line, or with siblings in random order and no vectors', defaultTextShare),
    doc: 'How much of the similarity is how alike the texts and vectors of two terms are, with those of their parents and children; the rest is from the lines.',
  },
  loss: {
    kind: 'choice',
    of: ontologyLosses,
    default: 'hinge',
    doc: 'Loss of a pair of terms from different parts; gamma is not convex, and no theorem holds for it.',
  },
  gamma: { kind: 'number', default: 1, above: 0, with: { loss: 'gamma' }, doc: 'The lead from which on a pair costs nothing.' },
  kernel: {
    kind: 'choice',
    of: ontologyKernelKinds,
    default: 'graph-laplacian',
    doc: 'Kernel on the graph of the ontology, or on descriptors of its terms.',
  },
  epsilon: {
    kind: 'number',
    default: byData('1; 10000 where parts are terms or a number', (options, _: TrainingFacts) => (isFine(options) ? 10_000 : 1)),
    above: 0,
    with: { kernel: 'graph-laplacian' },
    doc: 'The kernel is (L + epsilon I)^-1: the smaller, the closer the scores of neighbours.',
  },
  beta: { kind: 'number', default: 1, above: 0, atMost: 1000, with: { kernel: 'diffusion' }, doc: 'The kernel is exp(-beta L).' },
  steps: { kind: 'integer', default: 4, atLeast: 1, atMost: 10_000, with: { kernel: 'random-walk' }, doc: 'Number of steps of the walk.' },
  kernelWidth: {
    kind: 'number',
    above: 0,
    default: byData('the root of the number of descriptors', ({ descriptors }, { vectors }: TrainingFacts) =>
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
  lambda: {
    kind: 'number-or-word',
    words: ['auto'],
    default: byData('0.001; where parts are terms or a number, the least that keeps all scores within 1', defaultLambda),
    above: 0,
    doc: 'Weight of the penalty on the norm of the scores in the space of the kernel; auto: by the pairs that left-out terms of the sample show in the wrong order.',
  },
  sample: {
    kind: 'integer',
    atLeast: 2,
    atMost: mostDrawn,
    leftOut: 'all terms are taken once',
    doc: 'Terms to draw from the parts, with replacement.',
  },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of drawn trees and samples; each line adds one.' },
  tolerance: {
    kind: 'number',
    default: 1e-6,
    above: 0,
    doc: 'Duality gap at which to stop, as a share of what can be gained over scores that are all 0.',
  },
  iterations: { kind: 'integer', default: 1000, atLeast: 1, doc: 'Most Newton steps.' },
} as const satisfies OptionTable

function defaultSimilarity(options: OtherOptions, _: TrainingFacts): (typeof similarityForms)[number] {
  const several = Number(options['lines']) > 1
  return isFine(options) ? (several ? 'subtrees' : 'ranks') : several ? 'ranks' : 'linear'
}

function defaultTextShare({ lines, siblings }: OtherOptions, { vectors }: TrainingFacts): number {
  return Number(lines) > 1 && (siblings === 'text' || vectors > 0) ? 0.4 : 0
}

/**
 * Of fine parts: while no two scores are further apart than the margin, the hinge is linear, and the minimiser is the kernel applied to the
 * rates. The rows of (L + ε I)⁻¹ add up to 1/ε, so that the scores of M terms range over at most 1/(λ ε M).
 */
function defaultLambda(options: OtherOptions, { terms }: TrainingFacts): number {
  const { kernel, epsilon } = options
  if (!isFine(options) || kernel === 'rbf' || kernel === 'linear') return 0.001
  return 1 / ((typeof epsilon === 'number' ? epsilon : 1) * terms)
}
