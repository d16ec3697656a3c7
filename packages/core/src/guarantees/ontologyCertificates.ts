/** What the theorems on k-partite ranking say about an ontology model, and what its error is on all terms. */

import { type PopulationLoss, populationLoss } from '../evaluation/ontology/populationLoss.ts'
import { kernelOfModel, stabilityInputs } from '../models/ontologyLine/ontologyModel.ts'
import type { LearnedLine } from '../models/ontologyTerms/learnedLine.ts'
import { namedOption } from '../problems/namedOption.ts'
import { RankwrightError } from '../problems/problem.ts'
import { bound } from '../theory/bound.ts'
import { shown, shownAtMost, shownChance } from '../theory/shown.ts'
import { gammaLoss } from '../trainers/ontology/kPartiteGamma.ts'
import { type Assumption, type Certificate, type Constant, lossCertificate, numbersOf } from './certificate.ts'
import type { HeldOutReport } from './heldOutCertificates.ts'
import { printedSaysTooMuch } from './lossStatements.ts'
import type { NotApplicable, TheoremOptions, TheoremStatements } from './theoremStatements.ts'

interface CertifiedOntology extends TheoremStatements {
  /** None: see `population`. */
  readonly heldOut: readonly HeldOutReport[]
  readonly notes: readonly string[]
  readonly population: PopulationLoss
}

const theorems = ['o-t14', 'o-c17', 'o-t10', 'o-t12', 'o-c15', 'o-t5'] as const

export function certifiedOntology(
  model: LearnedLine,
  { delta, printed, gamma = 1 }: TheoremOptions & { readonly gamma?: number },
  against?: LearnedLine,
): CertifiedOntology {
  const population = populationLoss(model)
  const notes = ['All terms are known, so the error over them is computed exactly; no bound can be closer.']
  if (model.loss === 'gamma') {
    const reason = 'It is about minimisers of a convex loss; the gamma loss, which the model was trained with, is not convex.'
    return { certificates: [], heldOut: [], notApplicable: theorems.map((theorem) => ({ theorem, reason })), notes, population }
  }
  const about = ontologyCase(model, population, delta)
  const statements = [
    ...stabilityStatements(about),
    ...errorStatements(about),
    ...gammaStatements(about, gamma),
    comparison(about, against),
  ]
  const stated = statements.map((statement) => certificateOf(statement, printed))
  return {
    certificates: stated.filter((each) => 'verdict' in each),
    heldOut: [],
    notApplicable: stated.filter((each) => 'reason' in each),
    notes,
    population,
  }
}

/** A model, and what is known of it before any theorem. */
interface OntologyCase {
  readonly model: LearnedLine
  readonly population: PopulationLoss
  readonly delta: number
  readonly known: Readonly<Record<'sigma' | 'kappa' | 'lambda' | 'M' | 'delta' | 'B', Constant>>
  /** Assumptions of all theorems. */
  readonly assumptions: readonly Assumption[]
}

function ontologyCase(model: LearnedLine, population: PopulationLoss, delta: number): OntologyCase {
  const reach = kernelOfModel(model).reach()
  const { sigma, kappa, lambda, M } = stabilityInputs(model, reach)
  return {
    model,
    population,
    delta,
    known: {
      sigma: { value: sigma, origin: 'Lipschitz constant of the hinge' },
      kappa: { value: kappa, origin: reach.origin },
      lambda: { value: lambda, origin: 'used in training' },
      M: { value: M, origin: 'terms of the sample' },
      delta: { value: delta, origin: 'given' },
      B: { value: 1 + kappa * Math.sqrt(2 / lambda), origin: '1 + κ √(2/λ), the most that the hinge of a pair can be' },
    },
    assumptions: assumptionsOf(model, kappa),
  }
}

/** What a theorem takes and says. */
interface OntologyStatement {
  readonly theorem: (typeof theorems)[number]
  readonly constants: Readonly<Record<string, Constant>>
  readonly sentence: (value: number) => string
  readonly trivial: { readonly value: number; readonly is: string }
  readonly assumptions: readonly Assumption[]
  readonly delta: number
}

function certificateOf(
  { theorem, constants, sentence, trivial, assumptions, delta }: OntologyStatement,
  printed: boolean,
): Certificate | NotApplicable {
  const reason = printed ? printedSaysTooMuch(theorem, numbersOf(constants)) : undefined
  if (reason !== undefined) return { theorem, reason }
  const { value, terms } = bound(theorem, numbersOf(constants), { printed })
  return lossCertificate({
    theorem,
    statement: sentence(value),
    assumptions,
    constants,
    terms,
    bound: value,
    trivial: trivial.value,
    trivialIs: trivial.is,
    delta,
  })
}

/** How much one term of the sample can change. These hold for every sample. */
function stabilityStatements({ model, known, assumptions }: OntologyCase): readonly OntologyStatement[] {
  const { sigma, kappa, lambda, M } = known
  const shared = { constants: { sigma, kappa, lambda, M }, assumptions, delta: 0 }
  const replacing = 'Replacing one term of the sample by another of its branch moves'
  return [
    {
      ...shared,
      theorem: 'o-t14',
      sentence: (value) => `${replacing} no score by more than ${shownAtMost(value)}.`,
      trivial: { value: rangeOf(model.scores), is: 'the scores of all terms span' },
    },
    {
      ...shared,
      theorem: 'o-c17',
      sentence: (value) => `${replacing} the hinge of no pair by more than ${shownAtMost(value)}.`,
      // With all-equal scores each hinge is 1, and those of the model lie within the range of its scores around it.
      trivial: { value: Math.min(1, rangeOf(model.scores)), is: 'hinges of the model differ from those of all-equal scores by at most' },
    },
  ]
}

/** What the bounds on an error have in common. They may fail for some samples. */
function mostly({ model, population, delta, known: { M }, assumptions }: OntologyCase) {
  return {
    shared: {
      assumptions: [sampleAssumption(model), ...assumptions],
      delta,
      // The hinge and the gamma loss of a pair with equal scores are both 1.
      trivial: { value: population.pairs, is: 'all-equal scores lose' },
    },
    except: `except with probability ${shownChance(delta)} over the draw of the ${M.value} terms`,
  }
}

/** The hinge over all terms, from that of the sample. */
function errorStatements(about: OntologyCase): readonly OntologyStatement[] {
  const { sigma, kappa, lambda, M, B, delta } = about.known
  const { shared, except } = mostly(about)
  const { error } = about.model.fit
  return [
    {
      ...shared,
      theorem: 'o-t10',
      constants: {
        B,
        M,
        delta,
        alpha: { value: bound('o-c17', numbersOf({ sigma, kappa, lambda, M })).value, origin: 'o-c17' },
        empirical: { value: error, origin: 'mean hinge of the sample' },
      },
      sentence: (value) => `The mean hinge over all terms is at most ${shownAtMost(value)}, ${except}; on those it is ${shown(error)}.`,
    },
  ]
}

/** The gamma loss over all terms, from that of the sample: Theorem 12 for any γ, its corollary for γ = 1. */
function gammaStatements(about: OntologyCase, gamma: number): readonly OntologyStatement[] {
  const { sigma, kappa, lambda, M, delta } = about.known
  const { shared, except } = mostly(about)
  const lossAt = (width: number): Constant => ({
    value: sampleGammaLoss(about.model, width),
    origin: `mean gamma loss of the sample, γ = ${width}`,
  })
  const sentence = (width: number) => (value: number) =>
    `The mean gamma loss${width === 1 ? '' : ` with γ = ${width}`} over all terms is at most ${shownAtMost(value)}, ${except}; on those it is ${shown(lossAt(width).value)}.`
  return [
    {
      ...shared,
      theorem: 'o-t12',
      constants: {
        M,
        delta,
        mu: { value: bound('o-t14', numbersOf({ sigma, kappa, lambda, M })).value, origin: 'o-t14' },
        gamma: { value: gamma, origin: gamma === 1 ? 'as in o-c15, which is this theorem with γ = 1' : 'given' },
        B: { value: 1, origin: 'the most that the gamma loss of a pair can be' },
        empirical: lossAt(gamma),
      },
      sentence: sentence(gamma),
    },
    { ...shared, theorem: 'o-c15', constants: { sigma, kappa, lambda, M, delta, empirical: lossAt(1) }, sentence: sentence(1) },
  ]
}

function sampleGammaLoss({ scores, sample, parts }: LearnedLine, gamma: number): number {
  return gammaLoss(
    Float64Array.from(sample.vertices, (vertex) => scores[vertex]),
    Float64Array.from(sample.parts, (part) => parts[part].rate),
    gamma,
  )
}

/** The hinge over all terms, by comparison with that of another function f*. */
function comparison(about: OntologyCase, against: LearnedLine | undefined): OntologyStatement {
  const { sigma, kappa, lambda, M, B, delta } = about.known
  const { shared, except } = mostly(about)
  const { normSquared, infimum, name, fixed } = against === undefined ? zeroFunction(about) : otherModel(about.model, against)
  return {
    ...shared,
    assumptions: [...shared.assumptions, fixed],
    theorem: 'o-t5',
    constants: {
      ...{ sigma, kappa, lambda, M, B, delta },
      Mprime: { value: M.value, origin: 'any number would do, because f* is compared with exactly' },
      normSquared: { value: normSquared, origin: `‖f*‖² of f* = ${name}` },
      infimum: { value: infimum, origin: `mean hinge of f* = ${name} over all terms` },
    },
    sentence: (value) =>
      `The mean hinge over all terms is at most ${shownAtMost(value)}, ${except}, by comparison with ${name}, whose mean hinge is ${shown(infimum)}.`,
  }
}

interface Reference {
  readonly normSquared: number
  readonly infimum: number
  readonly name: string
  readonly fixed: Assumption
}

const fixedText = 'f* does not depend on the sample'

function zeroFunction({ population }: OntologyCase): Reference {
  return {
    normSquared: 0,
    infimum: population.pairs,
    name: 'scores that are all 0',
    fixed: { text: `${fixedText} (it is 0).`, holds: true },
  }
}

/** f* = Σ cᵢ K(tᵢ, ·) has ‖f*‖² = Σ cᵢ f*(tᵢ). */
function otherModel(model: LearnedLine, against: LearnedLine): Reference {
  const differs = spaceDifference(model, against)
  if (differs !== undefined) throw new RankwrightError({ area: 'guarantee', code: 'another-space', differs })
  const { sample, coefficients, scores } = against
  const normSquared = coefficients.reduce((sum, coefficient, place) => sum + coefficient * scores[sample.vertices[place]], 0)
  const { hinge } = populationLoss({ ...model, scores, gamma: 1 })
  const same =
    sample.vertices.length === model.sample.vertices.length && sample.vertices.every((term, place) => term === model.sample.vertices[place])
  const fixed: Assumption = same
    ? { text: `${fixedText} (it was trained on the same one).`, holds: false }
    : { text: `${fixedText} (it was trained on another one).`, holds: 'unknown' }
  return { normSquared: Math.max(0, normSquared), infimum: hinge, name: 'the model given', fixed }
}

/** What keeps two models from being functions of one space. */
function spaceDifference(one: LearnedLine, other: LearnedLine): string | undefined {
  const same = (of: (line: LearnedLine) => unknown) => JSON.stringify(of(one)) === JSON.stringify(of(other))
  if (!same(({ ids }) => ids)) return 'other terms'
  if (!same(({ edges: { children, parents, weights } }) => [...children, ...parents, ...weights])) return 'other edges'
  return same(({ kernel, descriptors }) => [kernel, descriptors]) ? undefined : 'another kernel'
}

function rangeOf(scores: Float64Array): number {
  return (
    scores.reduce((most, score) => Math.max(most, score), -Infinity) - scores.reduce((least, score) => Math.min(least, score), Infinity)
  )
}

function sampleAssumption({ sample }: LearnedLine): Assumption {
  const text = 'The terms of the sample were drawn from each branch independently, with replacement'
  return sample.drawn
    ? { text: `${text}.`, holds: true }
    : { text: `${text} (all terms were taken once; train with ${namedOption('sample', 'ontology train')}).`, holds: false }
}

function assumptionsOf({ fit, lambda, tuned }: LearnedLine, kappa: number): Assumption[] {
  const gap = fit.gap ?? 0
  const off = kappa * Math.sqrt((fit.excess ?? 0) / lambda)
  return [
    { text: 'The loss is convex (the hinge is).', holds: true },
    { text: 'K(v, v) is at most κ² for every term.', holds: true },
    {
      text: `The scores minimise the objective (the duality gap is ${shown(gap)} of what can be gained over scores that are all 0, so no score is off by more than ${shown(off)}).`,
      holds: gap <= 1e-4 ? true : 'unknown',
    },
    {
      text: `The penalty, the kernel, the branches and their rates were fixed before the sample was drawn${tuned === undefined ? '' : ' (the penalty was chosen on it)'}.`,
      holds: tuned === undefined ? 'unknown' : false,
    },
  ]
}
