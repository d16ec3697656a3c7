/**
 * H-consistency bounds for ranking with abstention. Mao, Mohri & Zhong 2023, "Ranking with abstention", Theorems 2.1 and 3.1:
 * for every scorer h of a set H and every distribution,
 *
 *   target gap ≤ Γ(surrogate gap),  gap = risk of h − least risk in H + minimisability gap,
 *
 * the target being the abstention loss with radius γ and the surrogate a hinge, an exponential or a sigmoid of the pair's margin. Γ
 * depends on z = Wγ, W being how steep a scorer of H can be: ‖w‖ ≤ W in the dual norm for linear scorers, ΛW for one hidden
 * layer of rectifiers. A gap is an expectation of conditional gaps, one for each pair (x, x′).
 */
import { callback, fields, flag, number, oneOf, optional, requireArguments, type Shape, someOf } from '../arguments/shapes.ts'
import {
  type Abstention,
  abstentionShape,
  bipartiteAbstentionLoss,
  marginLoss,
  pairwiseAbstentionLoss,
  type SurrogateName,
  surrogateNames,
} from '../losses/abstentionLoss.ts'
import type { OptionTable } from '../options/optionTable.ts'
import type { BoundSpec, ComputedBound } from './boundSpec.ts'

export type AbstentionSetting = 'pairwise' | 'bipartite'

export interface ConsistencyCase {
  readonly setting: AbstentionSetting
  readonly surrogate: SurrogateName
  /** k of the sigmoid; 1 unless given. */
  readonly steepness?: number
}

const settingShape = fields({ setting: oneOf('pairwise', 'bipartite') })
const surrogateShape = fields({ surrogate: oneOf(...surrogateNames), steepness: optional(number({ above: 0 })) })
const caseShape: Shape = (argument, value) => {
  settingShape(argument, value)
  surrogateShape(argument, value)
}
const share = number({ atLeast: 0, atMost: 1 })
const knownPair = fields({ above: share, below: share, reach: number({ atLeast: 0 }) })
const targetPair = fields({ above: share, below: share, distance: number({ atLeast: 0, infinite: true }) })

/** Γ(t) for a surrogate gap of t ≥ 0, z = Wγ > 0. `printed` gives the paper's own where ours is sharper or corrected. */
export function consistencyBound(about: ConsistencyCase, t: number, z: number, printed = false): number {
  requireArguments({ about, t, z, printed }, { about: caseShape, t: number({ atLeast: 0 }), z: number({ above: 0 }), printed: flag })
  const { setting, surrogate, steepness = 1 } = about
  switch (surrogate) {
    case 'hinge':
      return t / Math.min(z, 1)
    case 'sigmoid':
      return t / Math.tanh(steepness * z)
    case 'exponential':
      if (printed) return setting === 'pairwise' ? printedPairwise(t, z) : printedBipartite(t, z)
      return setting === 'pairwise' ? sharpPairwise(t, z) : sharpBipartite(t, z)
  }
}

/** Theorem 2.1; true, but not the best. */
function printedPairwise(t: number, z: number): number {
  return Math.max(Math.sqrt(2 * t), (2 * t) / Math.tanh(z))
}

/** Theorem 3.1; false: see docs/errata.md. */
function printedBipartite(t: number, z: number): number {
  return Math.max(Math.sqrt(t), t / Math.tanh(z))
}

/**
 * The inverse of the paper's own Ψ: the least surrogate gap of a pair whose target gap is u is 1 − √(1 − u²) up to u = tanh z,
 * then 1 − cosh z + u sinh z, its tangent there. That is convex, so no larger function will do.
 */
function sharpPairwise(t: number, z: number): number {
  return t <= 1 - 1 / Math.cosh(z) ? Math.sqrt(t * (2 - t)) : (t - 1 + Math.cosh(z)) / Math.sinh(z)
}

/**
 * The least surrogate gap of a pair whose target gap is u is u² up to tanh(z/2), then u sinh z − (1 + u²)(cosh z − 1)/2. That is not
 * convex; its largest convex minorant on [0, 1] is u² up to t₀ = 1 − exp(−z/2), then the tangent 2 t₀ u − t₀², which meets it
 * at u = 1.
 */
function sharpBipartite(t: number, z: number): number {
  const t0 = -Math.expm1(-z / 2)
  return t <= t0 * t0 ? Math.sqrt(t) : (t + t0 * t0) / (2 * t0)
}

/**
 * What is known of a pair (x, x′). `above` and `below` are the probabilities of the labels that say x above x′ and x′ above x:
 * η(x, x′) and 1 − η(x, x′) if pairs are labelled, η(x)(1 − η(x′)) and η(x′)(1 − η(x)) if items are.
 */
export interface KnownPair {
  readonly above: number
  readonly below: number
  /** W ‖x − x′‖: the scorers of H differ by anything up to this on the pair. */
  readonly reach: number
}

/** Conditional surrogate risk of scores that differ by `margin` = h(x) − h(x′). */
export function conditionalRisk(about: ConsistencyCase, pair: KnownPair, margin: number): number {
  requireArguments({ about, pair, margin }, { about: surrogateShape, pair: knownPair, margin: number() })
  const { surrogate, steepness } = about
  const { above, below } = pair
  const phi = marginLoss(surrogate, steepness)
  return above * phi.value(margin) + below * phi.value(-margin)
}

/** The least conditional surrogate risk in H, of which (11) to (22) are made. */
export function leastConditionalRisk(about: ConsistencyCase, pair: KnownPair): number {
  requireArguments({ about, pair }, { about: surrogateShape, pair: knownPair })
  const { surrogate, steepness = 1 } = about
  const { above, below, reach } = pair
  const [more, less] = [Math.max(above, below), Math.min(above, below)]
  switch (surrogate) {
    case 'hinge':
      return more + less - (more - less) * Math.min(reach, 1)
    case 'sigmoid':
      return more + less - (more - less) * Math.tanh(steepness * reach)
    case 'exponential':
      if (Math.log(more / less) / 2 <= reach) return 2 * Math.sqrt(more * less)
      return more * Math.exp(-reach) + less * Math.exp(reach)
  }
}

/** What the target loss depends on. */
export interface TargetPair extends Pick<KnownPair, 'above' | 'below'> {
  /** ‖x − x′‖. */
  readonly distance: number
}

/** Conditional risk of loss (2) or (5) where scores differ by `margin` = h(x) − h(x′). */
export function conditionalTargetRisk(
  about: Pick<ConsistencyCase, 'setting'>,
  pair: TargetPair,
  margin: number,
  abstention: Abstention,
): number {
  requireArguments(
    { about, pair, margin, abstention },
    { about: settingShape, pair: targetPair, margin: number(), abstention: abstentionShape },
  )
  const { setting } = about
  const { above, below, distance } = pair
  const scores = [margin, 0] as const
  if (setting === 'pairwise') {
    const loss = (label: 1 | -1) => pairwiseAbstentionLoss(scores, label, distance, abstention)
    return above * loss(-1) + below * loss(1)
  }
  const loss = (label: 1 | -1, other: 1 | -1) => bipartiteAbstentionLoss(scores, [label, other], distance, abstention)
  return above * loss(1, -1) + below * loss(-1, 1) + (1 - above - below) * loss(1, 1)
}

/** The least conditional risk of loss (2) or (5) in H. Lemmas C.1 and D.1: the cost within the radius, the rarer order beyond it. */
export function leastTargetRisk(pair: TargetPair, abstention: Abstention): number {
  requireArguments({ pair, abstention }, { pair: targetPair, abstention: abstentionShape })
  const { above, below, distance } = pair
  const { radius, cost } = abstention
  return distance <= radius ? cost : Math.min(above, below)
}

/** Excess target loss of a pair that is answered over the least: 0 in the likelier order. */
export function targetGap(about: Pick<ConsistencyCase, 'setting'>, pair: Pick<KnownPair, 'above' | 'below'>, margin: number): number {
  requireArguments({ about, pair, margin }, { about: settingShape, pair: fields({ above: share, below: share }), margin: number() })
  const apart = { above: pair.above, below: pair.below, distance: Infinity }
  return conditionalTargetRisk(about, apart, margin, always) - leastTargetRisk(apart, always)
}

/** Every pair further apart than 0 is answered. */
const always: Abstention = { radius: 0, cost: 0 }

/**
 * The minimisability gap of the surrogate: the least risk of a single scorer of H, minus the expectation of the least conditional
 * risks, which may come from different scorers. It needs the probabilities of the labels; from data alone it is unknown.
 */
export function minimisabilityGap(about: ConsistencyCase, leastRisk: number, pairs: readonly KnownPair[]): number {
  requireArguments({ about, leastRisk, pairs }, { about: surrogateShape, leastRisk: number(), pairs: someOf(knownPair) })
  let total = 0
  for (const pair of pairs) total += leastConditionalRisk(about, pair)
  return leastRisk - total / pairs.length
}

/**
 * The minimisability gap of loss (2) or (5), on the left of the bounds: the least risk of a single scorer of H, minus the expectation of what
 * Lemmas C.1 and D.1 give. It needs the probabilities of the labels, too.
 */
export function targetMinimisabilityGap(leastRisk: number, pairs: readonly TargetPair[], abstention: Abstention): number {
  requireArguments({ leastRisk, pairs, abstention }, { leastRisk: number(), pairs: someOf(targetPair), abstention: abstentionShape })
  let total = 0
  for (const pair of pairs) total += leastTargetRisk(pair, abstention)
  return leastRisk - total / pairs.length
}

/**
 * Theorem B.1. When Ψ is convex with Ψ(0) ≥ 0 and Ψ(⟨target gap⟩_ε) ≤ ⟨surrogate gap⟩_ε for every pair, ⟨t⟩_ε being t where it
 * exceeds ε and else 0, a surrogate gap of t leaves at most the greatest u of [0, 1] with Ψ(u) ≤ t + max(Ψ(0), Ψ(ε)).
 */
export function targetFromConvex(psi: (target: number) => number, t: number, epsilon = 0): number {
  requireArguments({ psi, t, epsilon }, { psi: callback, t: number({ atLeast: 0 }), epsilon: number({ atLeast: 0 }) })
  const most = t + Math.max(psi(0), psi(epsilon))
  if (psi(1) <= most) return 1
  let [within, beyond] = [0, 1]
  // Convex: once above `most` beyond its least point, it stays above.
  for (let halving = 0; halving < 60; halving++) {
    const middle = (within + beyond) / 2
    if (psi(middle) <= most) within = middle
    else beyond = middle
  }
  return beyond
}

/** Theorem B.2. When Γ is concave and never falls and ⟨target gap⟩_ε ≤ Γ(⟨surrogate gap⟩_ε) for every pair: at most Γ(t) + ε. */
export function targetFromConcave(gamma: (surrogate: number) => number, t: number, epsilon = 0): number {
  requireArguments({ gamma, t, epsilon }, { gamma: callback, t: number({ atLeast: 0 }), epsilon: number({ atLeast: 0 }) })
  const found = gamma(t)
  number()('gamma(t)', found)
  return found + epsilon
}

const inputs = {
  t: {
    kind: 'number',
    atLeast: 0,
    required: true,
    doc: 'Surrogate gap: risk less the least risk in the set, plus the minimisability gap.',
  },
  W: {
    kind: 'number',
    above: 0,
    required: true,
    doc: 'Radius of the weights (of a network: of each hidden unit), in the dual norm of the features.',
  },
  gamma: {
    kind: 'number',
    above: 0,
    required: true,
    doc: 'Abstention radius; without abstention there is no such bound (Theorems 4.1 and 4.3).',
  },
  Lambda: {
    kind: 'number',
    above: 0,
    leftOut: 'the scores are linear',
    doc: 'Radius of the output weights of a network in L1; its biases must reach as far as W.',
  },
} as const satisfies OptionTable
const k = { kind: 'number', default: 1, above: 0, doc: 'Steepness of the sigmoid.' } as const

const cases: readonly ConsistencyCase[] = (['pairwise', 'bipartite'] as const).flatMap((setting) =>
  (['hinge', 'exponential', 'sigmoid'] as const).map((surrogate) => ({ setting, surrogate })),
)

export const abstentionBounds: readonly BoundSpec[] = cases.map((about) => ({
  name: `a-${about.setting}-${about.surrogate}`,
  doc: `Excess ${about.setting} abstention loss, from the excess ${about.surrogate} surrogate (Theorem ${about.setting === 'pairwise' ? '2.1' : '3.1'}).`,
  inputs: about.surrogate === 'sigmoid' ? { ...inputs, k } : inputs,
  sample: false,
  compute: ({ t, W, gamma, k: steepness, Lambda = 1 }, printed): ComputedBound => {
    const z = Lambda * W * gamma
    const value = consistencyBound({ ...about, ...(steepness !== undefined && { steepness }) }, t, z, printed)
    return { value, terms: { z, gap: t, factor: t === 0 ? 0 : value / t } }
  },
}))
