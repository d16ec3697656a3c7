import { byData, type OtherOptions, unlessValidated } from '../../options/defaultRule.ts'
import type { OptionTable } from '../../options/optionTable.ts'
import { earlyStopOptions, featureMapOptions } from '../../options/sharedOptions.ts'

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
} as const satisfies OptionTable

/** The penalty of a method, for which `usual` is the default without a ball; `words` says it. */
export function penaltyOptions(usual: (options: OtherOptions) => number, words: string) {
  return {
    lambda: { kind: 'number', default: penaltyRule(usual, words), atLeast: 0, doc: 'Weight of the penalty λ/2 ‖w‖².' },
  } as const satisfies OptionTable
}

/** The same for convex losses, about which there is a theory. */
export function convexPenaltyOptions(usual: (options: OtherOptions) => number, words: string) {
  return {
    lambda: {
      kind: 'number-or-word',
      words: ['theory'],
      default: penaltyRule(usual, words),
      atLeast: 0,
      doc: 'Weight of the penalty λ/2 ‖w‖²; theory uses the value of the generalisation bound for a given l2 ball.',
    },
  } as const satisfies OptionTable
}

function penaltyRule(usual: (options: OtherOptions) => number, words: string) {
  return byData(
    `${words}; on a ball 0; without a ball and with validation data, chosen on it`,
    (options, { valid }: { readonly valid: boolean }) => {
      if (options['ball'] !== 'none') return 0
      return valid ? undefined : usual(options)
    },
  )
}
