/**
 * A guarantee in full: which theorem, what it assumes and whether that holds here, every constant and where it came from,
 * the terms of the sum, and a plain verdict.
 */
export interface Certificate {
  /** `heldout-betting`, `q-t9` … */
  readonly theorem: string
  /** What is guaranteed, in a sentence with its numbers. */
  readonly statement: string
  readonly assumptions: readonly Assumption[]
  readonly constants: Readonly<Record<string, Constant>>
  readonly terms: Readonly<Record<string, number>>
  /** The right-hand side: the true value lies on its `side`. */
  readonly bound: number
  /** `above`: the true value is at least `bound` (a metric). `below`: at most `bound` (a loss). */
  readonly side: 'above' | 'below'
  /** What is known without learning: of a loss, that of scores that are all equal; of a metric, its least value. */
  readonly trivial: number
  /** What `trivial` is, before the number: `all-equal scores lose`. */
  readonly trivialIs?: string
  /** The statement may fail with at most this probability; 0 if it is about an average over the draw of the training lists. */
  readonly delta: number
  /** `vacuous`: no better than `trivial`. */
  readonly verdict: 'informative' | 'vacuous'
}

export interface Assumption {
  readonly text: string
  readonly holds: true | false | 'unknown'
  /** Of one that cannot be established, only refuted: what could be checked was, and does not refute it. */
  readonly notRefuted?: true
}

export interface Constant {
  readonly value: number
  /** Where the value comes from: `given`, `the held-out lists`, `the feature map`. */
  readonly origin: string
}

/** The numbers alone, as `bound` takes them. */
export function numbersOf(constants: Readonly<Record<string, Constant>>): Record<string, number> {
  return Object.fromEntries(Object.entries(constants).map(([name, { value }]) => [name, value]))
}

/** A limit of a loss. Where an assumption is not met, the statement says so first. */
export function lossCertificate({
  theorem,
  statement,
  assumptions,
  constants,
  terms,
  bound,
  trivial,
  trivialIs,
  delta,
}: Omit<Certificate, 'side' | 'verdict'>): Certificate {
  const met = assumptions.every(({ holds }) => holds !== false)
  const side = 'below'
  return {
    theorem,
    statement: met ? statement : `If its assumptions held: ${statement}`,
    assumptions,
    constants,
    terms,
    bound,
    side,
    trivial,
    ...(trivialIs !== undefined && { trivialIs }),
    delta,
    verdict: verdictOf({ bound, side, trivial }),
  }
}

export function verdictOf({ bound, side, trivial }: Pick<Certificate, 'bound' | 'side' | 'trivial'>): Certificate['verdict'] {
  const informative = side === 'above' ? bound > trivial : bound < trivial
  return informative ? 'informative' : 'vacuous'
}
