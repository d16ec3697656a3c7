/**
 * k-partite ranking on ontology graphs. Gao & Xu 2013, "Stability analysis of learning algorithms for ontology similarity computation":
 * f minimises er_T(f) + λ ‖f‖² in the space of a kernel with K(v, v) ≤ κ², er_T(f) = 1/M² Σ l(f, tᵢ, tⱼ) over the pairs of the M
 * sampled vertices from different parts.
 * Replacing a vertex by another of the same part moves f only a little, so the error on vertices that were not drawn is close to er_T.
 *
 * All bounds are on er(f) = Σ n_a n_b/M² E l(f, v, v′) over the pairs of parts a < b, v drawn from part a and v′ from part b, given how
 * many vertices n_a were drawn from each part. That is what er_T estimates without bias; the error (1) of the paper lacks the n_a n_b/M².
 */
import { byOptions } from '../options/defaultRule.ts'
import type { OptionTable } from '../options/optionTable.ts'
import type { BoundSpec, ComputedBound } from './boundSpec.ts'
import { summed } from './queryLevelExpected.ts'

type Inputs = Readonly<Record<string, number>>

/** Theorem 14: how far one replaced vertex moves any score, μ = 4 σ κ²/(λ M). */
export function scoreStability({ sigma, kappa, lambda, M }: Inputs): number {
  return (4 * sigma * kappa ** 2) / (lambda * M)
}

/** The same where the vertex is of a part with n of the M vertices: only its pairs with other parts change, μ_q = μ (M − n)/M. */
export function partStability({ n, ...inputs }: Inputs): number {
  return (scoreStability(inputs) * (inputs['M'] - n)) / inputs['M']
}

/** Corollary 17: how far it moves the loss of any pair, α = 2 σ μ. */
export function lossStability(inputs: Inputs): number {
  return 2 * inputs['sigma'] * scoreStability(inputs)
}

/** Theorem 10: er ≤ er_T + 2 α + (2 α + B/M) √(M ln(1/δ)/2). */
function lossStabilityBound({ alpha, B, M, delta, empirical }: Inputs): ComputedBound {
  return summed({ empirical, stability: 2 * alpha, deviation: (2 * alpha + B / M) * Math.sqrt((M * Math.log(1 / delta)) / 2) })
}

/** Theorem 12: Theorem 10 with the stability 2 μ/γ of the γ loss (Lemma 11). */
function scoreStabilityBound({ mu, gamma, ...others }: Inputs): ComputedBound {
  return lossStabilityBound({ ...others, alpha: (2 * mu) / gamma })
}

/**
 * Theorem 5: er(f_T) ≤ inf er + λ ‖f*‖² + 1/M′ + 2 α + (2 α M + B + B*) √(ln(2/δ)/(2M)), where B* is the greatest loss of f*.
 * Printed: 3 α M + B instead of 2 α M + B + B*, from a deviation in Lemma 18 that does not follow from its proof.
 */
function learningRate(inputs: Inputs, printed: boolean): ComputedBound {
  const { lambda, M, Mprime, B, Bstar, normSquared, infimum, delta } = inputs
  const alpha = lossStability(inputs)
  const fixed = printed ? alpha * M : Bstar
  return summed({
    infimum,
    bias: lambda * normSquared,
    slack: 1 / Mprime,
    stability: 2 * alpha,
    deviation: (2 * alpha * M + B + fixed) * Math.sqrt(Math.log(2 / delta) / (2 * M)),
  })
}

const trained = {
  sigma: { kind: 'number', atLeast: 0, required: true, doc: 'Lipschitz constant of the loss in either score of a pair; 1 for the hinge.' },
  kappa: { kind: 'number', atLeast: 0, required: true, doc: 'Greatest √K(v, v) of a vertex.' },
  lambda: { kind: 'number', above: 0, required: true, doc: 'Weight of the penalty ‖f‖².' },
  M: { kind: 'integer', atLeast: 1, required: true, doc: 'Number of sampled vertices, of all parts.' },
} as const satisfies OptionTable

const most = {
  kind: 'number',
  atLeast: 0,
  required: true,
  doc: 'Most that the loss of a pair can be; 1 + κ √(2/λ) for the hinge.',
} as const
const share = { kind: 'number', default: 0.05, above: 0, below: 1, doc: 'The probability with which the statement may fail.' } as const
const measured = (loss: string) => ({ kind: 'number', default: 0, atLeast: 0, doc: `${loss} of the sample, er_T.` }) as const

export const ontologyBounds: readonly BoundSpec[] = [
  {
    name: 'o-t5',
    doc: 'k-partite error of regularised ranking on a graph, against the least in the space of the kernel.',
    inputs: {
      ...trained,
      Mprime: { kind: 'number', above: 0, required: true, doc: 'f* has an error of at most the least possible one plus 1/Mprime.' },
      B: most,
      normSquared: { kind: 'number', atLeast: 0, required: true, doc: '‖f*‖² of the function f* compared with.' },
      infimum: { kind: 'number', default: 0, atLeast: 0, doc: 'Least error in the space of the kernel.' },
      delta: share,
      Bstar: {
        kind: 'number',
        atLeast: 0,
        default: byOptions(
          '1 + 2 κ ‖f*‖, that of the hinge',
          ({ kappa, normSquared }) => 1 + 2 * Number(kappa) * Math.sqrt(Number(normSquared)),
        ),
        doc: 'Most that the loss of a pair can be for f*.',
      },
    },
    sample: false,
    compute: learningRate,
  },
  {
    name: 'o-t10',
    doc: 'k-partite error of an algorithm whose loss moves by at most alpha when one vertex of the sample is replaced.',
    inputs: {
      alpha: { kind: 'number', atLeast: 0, required: true, doc: 'How far the loss of a pair moves at most.' },
      B: most,
      M: trained.M,
      delta: share,
      empirical: measured('Mean loss'),
    },
    sample: false,
    compute: lossStabilityBound,
  },
  {
    name: 'o-t12',
    doc: 'k-partite error in the gamma loss of an algorithm whose scores move by at most mu when one vertex of the sample is replaced.',
    inputs: {
      mu: { kind: 'number', atLeast: 0, required: true, doc: 'How far a score moves at most.' },
      gamma: { kind: 'number', above: 0, required: true, doc: 'Width of the gamma loss: 1 − u/gamma for a lead u from 0 to gamma.' },
      B: { kind: 'number', atLeast: 0, required: true, doc: 'Most that the gamma loss of a pair can be: 1.' },
      M: trained.M,
      delta: share,
      empirical: measured('Mean gamma loss'),
    },
    sample: false,
    compute: scoreStabilityBound,
  },
  {
    name: 'o-t14',
    doc: 'How far one replaced vertex of the sample moves any score, for a convex loss.',
    inputs: trained,
    sample: false,
    compute: (inputs) => summed({ stability: scoreStability(inputs) }),
  },
  {
    name: 'o-c15',
    doc: 'k-partite error in the gamma loss, gamma = 1, of regularised ranking with a convex loss such as the hinge.',
    inputs: { ...trained, delta: share, empirical: measured('Mean gamma loss, gamma = 1,') },
    sample: false,
    compute: ({ delta, empirical, ...inputs }) =>
      scoreStabilityBound({ mu: scoreStability(inputs), gamma: 1, B: 1, M: inputs['M'], delta, empirical }),
  },
  {
    name: 'o-c17',
    doc: 'How far one replaced vertex of the sample moves the loss of any pair, for a convex loss.',
    inputs: trained,
    sample: false,
    compute: (inputs) => summed({ stability: lossStability(inputs) }),
  },
]
