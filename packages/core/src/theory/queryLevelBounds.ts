/** The bounds of Tewari & Chaudhuri 2015, and our own for the same rankers, by their names, with their inputs. */

import type { OptionTable } from '../options/optionTable.ts'
import { namedOption } from '../problems/namedOption.ts'
import type { BoundSpec } from './boundSpec.ts'
import { requireUnitValues } from './heldOut.ts'
import { martingaleBound } from './martingale.ts'
import {
  onlineGradientBound,
  regularisedBound,
  sharpGradientBound,
  sharpSmoothGradientBound,
  smoothOnlineGradientBound,
} from './queryLevelExpected.ts'
import { printedSmoothExcessRefusal, printedSmoothRefusal, smoothBallBound, smoothBallExcess } from './queryLevelSmooth.ts'
import {
  chapelleWuBound,
  euclideanBallBound,
  euclideanBallExcess,
  printedEuclideanRefusal,
  printedRangeRefusal,
  printedSparseRefusal,
  sparseBallBound,
  sparseBallExcess,
} from './queryLevelUniform.ts'

const G = { kind: 'number', atLeast: 0, required: true, doc: 'Lipschitz constant of the loss in the sup norm of the scores.' } as const
const H = { kind: 'number', atLeast: 0, required: true, doc: 'Smoothness constant of the loss in the sup norm of the scores.' } as const
const W = { kind: 'number', atLeast: 0, required: true, doc: 'Radius of the ball of weights.' } as const
const R = { kind: 'number', atLeast: 0, required: true, doc: 'Radius of the rows of features, in the dual norm of that ball.' } as const
const B = { kind: 'number', atLeast: 0, required: true, doc: 'Most that the loss of a list can be.' } as const
const m = { kind: 'integer', atLeast: 1, required: true, doc: 'Most items in a list.' } as const
const n = { kind: 'integer', atLeast: 1, required: true, doc: 'Number of training lists.' } as const
const delta = { kind: 'number', default: 0.05, above: 0, below: 1, doc: 'The probability with which the statement may fail.' } as const
const empirical = { kind: 'number', default: 0, atLeast: 0, doc: 'Mean loss on the training lists.' } as const
const best = {
  kind: 'number',
  default: 0,
  atLeast: 0,
  doc: 'Least expected loss in the ball; with 0 the value is the excess over it.',
} as const

const uniform = { W, R, B, m, n, delta, empirical } as const satisfies OptionTable
const uniformExcess = { W, R, B, m, n, delta, best } as const satisfies OptionTable
const dimension = { kind: 'integer', atLeast: 1, required: true, doc: 'Number of features.' } as const
const trainingGap = { kind: 'number', default: 0, atLeast: 0, doc: 'How far the training loss is above its least in the ball.' } as const
const manyLists = { ...n, atLeast: 3 } as const
const step = (otherwise: string) => ({ kind: 'number', above: 0, leftOut: otherwise, doc: 'Length of the steps.' }) as const

export const queryLevelBounds: readonly BoundSpec[] = [
  {
    name: 'q-t5',
    doc: 'Expected loss after one averaged pass of online gradient descent (Theorem 5).',
    inputs: { G, W, R, n, best },
    sample: false,
    compute: onlineGradientBound,
  },
  {
    name: 'q-t6',
    doc: 'Expected loss of the regularised minimiser, with the lambda of the theory or a given one (Theorem 6).',
    inputs: {
      G,
      W,
      R,
      n,
      best,
      lambda: { kind: 'number', above: 0, leftOut: 'the bound is that for the lambda of the theory', doc: 'Weight of ‖w‖²/2.' },
    },
    sample: false,
    compute: regularisedBound,
  },
  {
    name: 'q-eq8',
    doc: 'Expected loss after one averaged pass of online gradient descent with the smooth step (equation 8).',
    inputs: { H, W, R, n, best },
    sample: false,
    growsWith: ['best'],
    compute: smoothOnlineGradientBound,
  },
  {
    name: 'q-ogd',
    doc: 'Expected loss after one averaged pass of online gradient descent, without the factor that Theorem 5 loses.',
    inputs: {
      G,
      W,
      R,
      n,
      best,
      eta: step(`the step is the best one, W/(G R √n), as ${namedOption({ method: 'ogd', step: 'sharp' }, 'train')} takes it`),
    },
    sample: false,
    ours: true,
    compute: sharpGradientBound,
  },
  {
    name: 'q-ogd-smooth',
    doc: 'Expected loss after one averaged pass of online gradient descent over a smooth loss, without the factors that (8) loses.',
    inputs: {
      H,
      W,
      R,
      n,
      best,
      eta: step(
        `the step is the best one for this loss, as ${namedOption({ method: 'ogd', step: 'sharp', leastLoss: true }, 'train')} takes it`,
      ),
    },
    sample: false,
    ours: true,
    growsWith: ['best'],
    compute: sharpSmoothGradientBound,
  },
  {
    name: 'q-martingale',
    doc: 'Mean expected loss of the weights that the lists were met with, from the losses they were met with, in that order and divided by B.',
    inputs: { delta },
    sample: true,
    ours: true,
    compute: (inputs, _printed, values, source) => {
      requireUnitValues('q-martingale', values, source)
      return { ...martingaleBound(values, inputs['delta']), inputs: { n: values.length } }
    },
  },
  {
    name: 'q-t9',
    doc: 'Loss on new lists of any weights in the L2 ball (Theorem 9).',
    inputs: { G, ...uniform },
    sample: false,
    printedRefusal: printedEuclideanRefusal,
    compute: euclideanBallBound,
  },
  {
    name: 'q-t9-excess',
    doc: 'Loss on new lists of the empirical minimiser over the L2 ball, except with probability 2 delta (Theorem 9, second half).',
    inputs: { G, ...uniformExcess },
    sample: false,
    printedRefusal: printedEuclideanRefusal,
    compute: euclideanBallExcess,
  },
  {
    name: 'q-t12',
    doc: 'Loss on new lists of any weights in the L1 ball (Theorem 12).',
    inputs: { G, ...uniform, d: dimension },
    sample: false,
    printedRefusal: printedSparseRefusal,
    compute: sparseBallBound,
  },
  {
    name: 'q-t12-excess',
    doc: 'Loss on new lists of the empirical minimiser over the L1 ball, except with probability 2 delta (Theorem 12, second half).',
    inputs: { G, ...uniformExcess, d: dimension },
    sample: false,
    printedRefusal: printedSparseRefusal,
    compute: sparseBallExcess,
  },
  {
    name: 'q-t17',
    doc: 'Loss on new lists of any weights in the L2 ball, for a smooth loss (Theorem 17).',
    inputs: { H, ...uniform, n: manyLists },
    sample: false,
    growsWith: ['empirical'],
    printedRefusal: printedSmoothRefusal,
    compute: smoothBallBound,
  },
  {
    name: 'q-t17-excess',
    doc: 'Loss on new lists of the empirical minimiser of a smooth loss, except with probability 2 delta (Theorem 17, second half).',
    inputs: { H, ...uniformExcess, n: manyLists, gap: trainingGap },
    sample: false,
    growsWith: ['best'],
    printedRefusal: printedSmoothExcessRefusal,
    compute: smoothBallExcess,
  },
  {
    name: 'q-cw',
    doc: 'Loss on new lists of any weights in the L2 ball; grows with the length of the lists (Chapelle & Wu, for comparison).',
    inputs: { G2: { ...G, doc: 'Lipschitz constant of the loss in the l2 norm of the scores.' }, ...uniform },
    sample: false,
    printedRefusal: printedRangeRefusal,
    compute: chapelleWuBound,
  },
]
