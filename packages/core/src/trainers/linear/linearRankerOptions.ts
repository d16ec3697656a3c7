import { twoDigits } from '../../numeric/twoDigits.ts'
import { byData, type OtherOptions, unlessValidated } from '../../options/defaultRule.ts'
import type { OptionTable } from '../../options/optionTable.ts'
import { earlyStopOptions, featureMapOptions, seedOptions } from '../../options/sharedOptions.ts'
import { ROWS_PER_FEATURE, TRIED_MULTIPLES } from './penaltyByFolds.ts'

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
    doc: 'Ends the iterations: the norm of the gradient relative to that at zero weights; on a ball, twenty times the gap to the optimum relative to the objective, or to what zero weights leave to gain if that is less.',
  },
  ...seedOptions,
} as const satisfies OptionTable

/** What the defaults follow from besides other options. */
export interface LinearFacts {
  readonly valid: boolean
  /** Whether left-out training lists choose the penalty where nothing else does. */
  readonly leftOut: boolean
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
    lambda: { kind: 'number', default: penaltyRule(share, 'never'), atLeast: 0, doc: `${PENALTY}. ${PENALTY_SCALE}.` },
  } as const satisfies OptionTable
}

/** When left-out lists choose, if there are few rows: the other options decide, as the words say. */
export interface ChosenByFolds {
  readonly says: string
  of(options: OtherOptions): boolean
}

/** The same for convex losses, about which there is a theory. With few rows for each feature, left-out lists choose among multiples of it. */
export function convexPenaltyOptions(share: number | PenaltyShare, byFolds: ChosenByFolds = { says: '', of: () => true }) {
  return {
    lambda: {
      kind: 'number-or-word',
      words: ['theory'],
      default: penaltyRule(share, byFolds),
      atLeast: 0,
      doc: `${PENALTY}; theory uses the value of the generalisation bound for a given l2 ball. ${PENALTY_SCALE}.`,
    },
  } as const satisfies OptionTable
}

function penaltyRule(share: number | PenaltyShare, byFolds: ChosenByFolds | 'never') {
  const shareOf = typeof share === 'number' ? () => share : share.of
  const usual = `${typeof share === 'number' ? share : share.says} × the penalty scale of the lists`
  const multiples = [TRIED_MULTIPLES.slice(0, -1).join(', '), TRIED_MULTIPLES.at(-1)].join(' or ')
  const chosen =
    byFolds === 'never'
      ? ''
      : `, or${byFolds.says} with fewer than ${ROWS_PER_FEATURE} rows for each feature ${multiples} times that, chosen on left-out training lists`
  return byData(
    `${usual}${chosen}; on a ball 0; without a ball and with validation data, chosen on it`,
    (options, { valid, leftOut, penaltyScale }: LinearFacts) => {
      if (options['ball'] !== 'none') return 0
      const open = valid || (leftOut && byFolds !== 'never' && byFolds.of(options))
      return open ? undefined : twoDigits(shareOf(options) * penaltyScale)
    },
  )
}
