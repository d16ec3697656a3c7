// Kernel ranking of many rows: the exact fit of 10,000 rows with default options, the choice of lambda included, against one Cholesky
// factorisation of that size by scipy; and a basis of 3,000 of 100,000 rows with lambda given, against the same conjugate gradients in numpy.
import { finish, training } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'
import { kernelRows } from './harness/kernelRows.mjs'

export const title = 'RankRLS: many rows, exactly and on a basis'
export const cases = [
  { name: '10,000 x 20, exact', rows: 10_000, width: 20, length: 20 },
  { name: '100,000 x 20, 3,000 points', rows: 100_000, width: 20, length: 20, points: 3000, lambda: 1e-6 },
]
// The points are drawn by each on its own.
export const tolerance = 0.02
export const rounds = 5
const kernelWidth = 1.8

export const setup = kernelRows

export const peerInput = ({ files }, given) => ({ ...given, ...files, kernelWidth })

export const variants = [
  {
    name: 'rankwright',
    leastRatios: { 'scipy cho_factor': 1 / 8, 'numpy, the same steps': 1 / 3 },
    prepare: (data) => ({ ...data, open: runtimeFor(1) }),
    run({ lists, open }, { points, lambda }) {
      const basis = points === undefined ? {} : { basis: points, lambda, kernelWidth }
      const { objective } = finish(training(lists, { method: 'rankrls', scale: 'none', missing: 'zero', ...basis }, open.runtime))
      return points === undefined ? {} : { answer: objective }
    },
    close: ({ open }) => open.close(),
  },
]

export const peers = [
  { name: 'scipy cho_factor', python: 'cho_factor', when: ({ points }) => points === undefined },
  { name: 'numpy, the same steps', python: 'falkon', when: ({ points }) => points !== undefined },
]
