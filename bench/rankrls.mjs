// RankRLS with an RBF kernel: the exact leave-one-list-out error of 30 penalties, against refits of scikit-learn's KernelRidge on the same
// centred kernel matrix for each list and penalty, and of RLScore's QueryRankRLS where it is installed (Python 3.6).
import { finish } from '@rankwright/core'
import { rankRlsHeldOut } from '@rankwright/core/trainers'
import { runtimeFor } from '@rankwright/node'
import { kernelRows } from './harness/kernelRows.mjs'

export const title = 'RankRLS: path of 30 penalties with exact leave-one-list-out'
export const cases = [{ name: '300 x 20, lists of 10', rows: 300, width: 20, length: 10 }]
export const tolerance = 1e-6
export const rounds = 5
const kernelWidth = 1.5
const lambdas = Array.from({ length: 30 }, (_, step) => 10 ** (1 - step / 5))

export const setup = kernelRows

export const peerInput = ({ files }, given) => ({ ...given, ...files, kernelWidth, lambdas })

export const variants = [
  {
    name: 'rankwright',
    leastRatios: { 'scikit-learn KernelRidge refits': 10 },
    prepare: (data) => ({ ...data, open: runtimeFor(1) }),
    run({ lists, open }) {
      const options = { scale: 'none', missing: 'zero', kernel: 'rbf', kernelWidth, lambdas }
      const { errors } = finish(rankRlsHeldOut(lists, options, open.runtime))
      return { answer: errors.reduce((sum, error) => sum + error, 0) }
    },
    close: ({ open }) => open.close(),
  },
]

export const peers = [
  { name: 'scikit-learn KernelRidge refits', python: 'kernel_ridge_refits' },
  { name: 'RLScore refits', python: 'rlscore_refits' },
  { name: 'RLScore, its own closed form', python: 'rlscore_holdout' },
]
