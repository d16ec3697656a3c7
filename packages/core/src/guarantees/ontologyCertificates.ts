/** What the theorems on k-partite ranking say about an ontology model, and what its error is on all terms. */
import { type PopulationLoss, populationLoss } from '../evaluation/ontology/populationLoss.ts'
import { kernelOfModel, stabilityInputs } from '../models/ontologyLine/ontologyModel.ts'
import type { LearnedLine } from '../models/ontologyTerms/learnedLine.ts'
import { bound } from '../theory/bound.ts'
import { type Assumption, type Certificate, type Constant, lossCertificate, numbersOf } from './certificate.ts'
import type { HeldOutReport } from './heldOutCertificates.ts'
import type { TheoremOptions, TheoremStatements } from './theoremStatements.ts'

interface CertifiedOntology extends TheoremStatements {
  /** None: see `population`. */
  readonly heldOut: readonly HeldOutReport[]
  readonly notes: readonly string[]
  readonly population: PopulationLoss
}

const theorems = ['o-t14', 'o-c17', 'o-t10', 'o-t12', 'o-c15', 'o-t5'] as const

export function certifiedOntology(model: LearnedLine, { delta, printed }: TheoremOptions): CertifiedOntology {
  const population = populationLoss(model)
  const notes = ['All terms are known, so the error over them is computed exactly; no bound can be closer.']
  if (model.loss === 'gamma') {
    const reason = 'It is about minimisers of a convex loss; the gamma loss, which the model was trained with, is not convex.'
    return { certificates: [], heldOut: [], notApplicable: theorems.map((theorem) => ({ theorem, reason })), notes, population }
  }
  const reach = kernelOfModel(model).reach()
  const { sigma, kappa, lambda, M } = stabilityInputs(model, reach)
  const most = 1 + kappa * Math.sqrt(2 / lambda)
  const { fit } = model
  const known: Record<string, Constant> = {
    sigma: { value: sigma, origin: 'Lipschitz constant of the hinge' },
    kappa: { value: kappa, origin: reach.origin },
    lambda: { value: lambda, origin: 'used in training' },
    M: { value: M, origin: 'terms of the sample' },
    delta: { value: delta, origin: 'given' },
    B: { value: most, origin: '1 + κ √(2/λ), the most that the hinge of a pair can be' },
  }
  const constants = (names: readonly string[], more: Record<string, Constant> = {}) => ({
    ...Object.fromEntries(names.map((name) => [name, known[name]])),
    ...more,
  })
  const mu = bound('o-t14', numbersOf(constants(['sigma', 'kappa', 'lambda', 'M']))).value
  const alpha = bound('o-c17', numbersOf(constants(['sigma', 'kappa', 'lambda', 'M']))).value
  const shared = assumptionsOf(model, kappa)
  const drawn = sampleAssumption(model)
  const make = (
    theorem: (typeof theorems)[number],
    used: Record<string, Constant>,
    statement: (value: number) => string,
    trivial: number,
    { assumptions, chance }: { readonly assumptions: readonly Assumption[]; readonly chance: number },
  ): Certificate => {
    const { value, terms } = bound(theorem, numbersOf(used), { printed })
    const made = { theorem, assumptions, constants: used, terms, bound: value, trivial, delta: chance }
    return lossCertificate({ ...made, statement: statement(value) })
  }
  const always = { assumptions: shared, chance: 0 }
  const mostly = { assumptions: [drawn, ...shared], chance: delta }
  const except = `except with probability ${delta} over the draw of the ${M} terms`
  const gammaLoss = { value: fit.gammaError, origin: 'mean gamma loss of the sample, γ = 1' }
  const rampMost = { value: 1, origin: 'the most that the gamma loss of a pair can be' }
  return {
    certificates: [
      make(
        'o-t14',
        constants(['sigma', 'kappa', 'lambda', 'M']),
        (value) => `Replacing one term of the sample by another of its branch moves no score by more than ${shown(value)}.`,
        kappa * Math.sqrt(2 / lambda),
        always,
      ),
      make(
        'o-c17',
        constants(['sigma', 'kappa', 'lambda', 'M']),
        (value) => `Replacing one term of the sample by another of its branch moves the hinge of no pair by more than ${shown(value)}.`,
        most,
        always,
      ),
      make(
        'o-t10',
        constants(['B', 'M', 'delta'], {
          alpha: { value: alpha, origin: 'o-c17' },
          empirical: { value: fit.error, origin: 'mean hinge of the sample' },
        }),
        (value) => `The mean hinge over all terms is at most ${shown(value)}, ${except}; on those it is ${shown(fit.error)}.`,
        most * population.pairs,
        mostly,
      ),
      make(
        'o-t12',
        constants(['M', 'delta'], {
          mu: { value: mu, origin: 'o-t14' },
          gamma: { value: 1, origin: 'as in o-c15, which is this theorem with γ = 1' },
          B: rampMost,
          empirical: gammaLoss,
        }),
        (value) => `The mean gamma loss over all terms is at most ${shown(value)}, ${except}; on those it is ${shown(fit.gammaError)}.`,
        population.pairs,
        mostly,
      ),
      make(
        'o-c15',
        constants(['sigma', 'kappa', 'lambda', 'M', 'delta'], { empirical: gammaLoss }),
        (value) => `The mean gamma loss over all terms is at most ${shown(value)}, ${except}; on those it is ${shown(fit.gammaError)}.`,
        population.pairs,
        mostly,
      ),
      make(
        'o-t5',
        constants(['sigma', 'kappa', 'lambda', 'M', 'B', 'delta'], {
          Mprime: { value: M, origin: 'any number would do, because f* is compared with exactly' },
          normSquared: { value: 0, origin: 'f* = 0, a function that does not depend on the sample' },
          infimum: { value: population.pairs, origin: 'mean hinge of f* = 0' },
        }),
        (value) =>
          `The mean hinge over all terms is at most ${shown(value)}, ${except}, by comparison with scores that are all 0, whose mean hinge is ${shown(population.pairs)}.`,
        most * population.pairs,
        mostly,
      ),
    ],
    heldOut: [],
    notApplicable: [],
    notes,
    population,
  }
}

function shown(value: number): number {
  return Number(value.toPrecision(4))
}

function sampleAssumption({ sample }: LearnedLine): Assumption {
  const text = 'The terms of the sample were drawn from each branch independently, with replacement'
  return sample.drawn
    ? { text: `${text}.`, holds: true }
    : { text: `${text} (all terms were taken once; train with --sample).`, holds: false }
}

function assumptionsOf({ fit, lambda }: LearnedLine, kappa: number): Assumption[] {
  const gap = fit.gap ?? 0
  const off = kappa * Math.sqrt((gap * fit.objective) / lambda)
  return [
    { text: 'The loss is convex (the hinge is).', holds: true },
    { text: 'K(v, v) is at most κ² for every term.', holds: true },
    {
      text: `The scores minimise the objective (the duality gap is ${shown(gap)} of it, so no score is off by more than ${shown(off)}).`,
      holds: gap <= 1e-4 ? true : 'unknown',
    },
    { text: 'The penalty, the kernel, the branches and their rates were fixed before the sample was drawn.', holds: 'unknown' },
  ]
}
