import { twoDigits } from '../../numeric/twoDigits.ts'
import { byData, type OtherOptions, unlessValidated } from '../../options/defaultRule.ts'
import type { OptionTable } from '../../options/optionTable.ts'
import { earlyStopOptions, featureMapOptions, seedOptions } from '../../options/sharedOptions.ts'

export const ballOptions = {
  ball: {
    kind: 'choice',
    default: 'none',
    of: ['l2', 'l1', 'none'],
    doc: 'Norm of the ball that the weights must lie in; l1 keeps few features.',
  },
  radius: {
    kind: 'number',
    default: unlessValidated(10),
    atLeast: 0,
    with: { ball: ['l1', 'l2'] },
    doc: 'Weight radius: the radius of that ball.',
  },
} as const satisfies OptionTable

/** Options of all full-batch linear rankers, without lambda. */
export const linearRankerOptions = {
  ...featureMapOptions,
  ...ballOptions,
  ...earlyStopOptions,
  iterations: { kind: 'integer', default: 3000, atLeast: 1, doc: 'Most iterations for one lambda or radius.' },
  tolerance: {
    kind: 'number',
    default: 1e-7,
    above: 0,
    below: 1,
    doc: 'Ends the iterations: the norm of the gradient relative to that at zero weights; on a ball, twenty times the gap to the optimum relative to the objective.',
  },
  ...seedOptions,
} as const satisfies OptionTable

/** What the defaults follow from besides other options. */
export interface LinearFacts {
  readonly valid: boolean
  /** See penaltyScale.ts. */
  readonly penaltyScale: number
}

const PENALTY = 'Weight of the penalty λ/2 ‖w‖²'
const PENALTY_SCALE =
  'The penalty scale is the mean loss of zero weights × the mean squared distance of two items of a list after the feature map × √(features/rows)'

/** A share of the penalty scale that depends on other options. */
export interface PenaltyShare {
  readonly says: string
  of(options: OtherOptions): number
}

/** The penalty of a method, which is by default this share of the penalty scale. */
export function penaltyOptions(share: number) {
  return {
    lambda: { kind: 'number', default: penaltyRule(share), atLeast: 0, doc: `${PENALTY}. ${PENALTY_SCALE}.` },
  } as const satisfies OptionTable
}

/** The same for convex losses, about which there is a theory. */
export function convexPenaltyOptions(share: number | PenaltyShare) {
  return {
    lambda: {
      kind: 'number-or-word',
      words: ['theory'],
      default: penaltyRule(share),
      atLeast: 0,
      doc: `${PENALTY}; theory uses the value of the generalisation bound for a given l2 ball. ${PENALTY_SCALE}.`,
    },
  } as const satisfies OptionTable
}

function penaltyRule(share: number | PenaltyShare) {
  const shareOf = typeof share === 'number' ? () => share : share.of
  return byData(
    `${typeof share === 'number' ? share : share.says} × the penalty scale of the lists; on a ball 0; without a ball and with validation data, chosen on it`,
    (options, { valid, penaltyScale }: LinearFacts) => {
      if (options['ball'] !== 'none') return 0
      return valid ? undefined : twoDigits(shareOf(options) * penaltyScale)
    },
  )
}
