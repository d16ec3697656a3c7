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
  /** `vacuous`: no better than `trivial`, or resting on an assumption that does not hold. */
  readonly verdict: 'informative' | 'vacuous'
}

export interface Assumption {
  readonly text: string
  readonly holds: true | false | 'unknown'
  /** Of one that cannot be established, only refuted: what could be checked was, and does not refute it. */
  readonly notRefuted?: true
  /** Of one that does not hold: what to do about it. */
  readonly remedy?: string
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
  const side = 'below'
  return {
    theorem,
    statement: conditional(statement, assumptions),
    assumptions,
    constants,
    terms,
    bound,
    side,
    trivial,
    ...(trivialIs !== undefined && { trivialIs }),
    delta,
    verdict: verdictOf({ bound, side, trivial, assumptions }),
  }
}

/** A statement whose assumptions do not all hold says so first. */
export function conditional(statement: string, assumptions: readonly Assumption[]): string {
  return assumptions.every(({ holds }) => holds !== false) ? statement : `If its assumptions held: ${statement}`
}

export function verdictOf({
  bound,
  side,
  trivial,
  assumptions,
}: Pick<Certificate, 'bound' | 'side' | 'trivial' | 'assumptions'>): Certificate['verdict'] {
  if (assumptions.some(({ holds }) => holds === false)) return 'vacuous'
  const informative = side === 'above' ? bound > trivial : bound < trivial
  return informative ? 'informative' : 'vacuous'
}
