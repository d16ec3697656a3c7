import type { OptionTable } from '../../options/optionTable.ts'
import { earlyStopOptions, featureMapOptions } from '../../options/sharedOptions.ts'

export const ballOptions = {
  ball: {
    kind: 'choice',
    default: 'none',
    of: ['l2', 'l1', 'none'],
    doc: 'Norm of the ball that the weights have to lie in; l1 leaves few features.',
  },
  radius: {
    kind: 'number',
    atLeast: 0,
    doc: 'Radius of that ball; when left out, chosen on the validation data, or 10 without any.',
  },
} as const satisfies OptionTable

/** What all full-batch linear rankers take, but for lambda. */
export const linearRankerOptions = {
  ...featureMapOptions,
  ...ballOptions,
  ...earlyStopOptions,
  iterations: { kind: 'integer', default: 3000, atLeast: 1, doc: 'Most iterations to make for one lambda or radius.' },
  tolerance: {
    kind: 'number',
    default: 1e-7,
    above: 0,
    below: 1,
    doc: 'Ends the iterations: the norm of the gradient relative to that at zero weights; on a ball, twenty times the gap to the optimum relative to the objective.',
  },
} as const satisfies OptionTable

const lambdaDoc =
  'Weight of the penalty λ/2 ‖w‖²; when left out, 0 on a ball, else chosen on the validation data, or the default of the method without any'

export const penaltyOptions = {
  lambda: { kind: 'number', atLeast: 0, doc: `${lambdaDoc}.` },
} as const satisfies OptionTable

/** For convex losses. */
export const convexPenaltyOptions = {
  lambda: {
    kind: 'number-or-word',
    words: ['theory'],
    atLeast: 0,
    doc: `${lambdaDoc}; theory takes the value of the generalisation bound for a given l2 ball.`,
  },
} as const satisfies OptionTable
