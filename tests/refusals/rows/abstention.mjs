import * as abstention from '@rankwright/core/abstention'
import { plainCompute } from '@rankwright/core/numeric'
import { made, options, row } from '../attempts.mjs'

const index = () => abstention.neighbourIndex(Float32Array.of(1, 2, 3, 4), 2, '2')

export const functions = {
  ...abstention,
  'neighbourIndex().eachPair': (...given) => index().eachPair(...given),
  'neighbourIndex().neighbours': (...given) => index().neighbours(...given),
}

const compute = made(plainCompute)
const judged = () => ({
  points: Float32Array.of(1, 2, 3, 4),
  width: 1,
  scores: Float64Array.of(1, 2, 3, 4),
  labels: Float64Array.of(0, 1, 1, 0),
  offsets: Uint32Array.of(0, 2, 4),
})
const inNorm = () => options({ radius: 0.5, cost: 0.1, norm: '2' })

export const rows = {
  bipartiteAbstentionRisk: row(() => ({ judged: judged(), abstention: inNorm(), compute }), { strange: 'shares of no pairs are NaN' }),
  conditionalAbstentionRisk: row(() => ({ judged: judged(), abstention: inNorm(), compute }), { strange: 'shares of no pairs are NaN' }),
  neighbourIndex: row(() => ({ points: Float32Array.of(1, 2, 3, 4), width: 2, norm: '2', compute })),
  'neighbourIndex().eachPair': row(() => ({ radius: 1, visit: () => {} })),
  'neighbourIndex().neighbours': row(() => ({ radius: 1 })),
  servedText: row(() => ({ report: { rule: { name: 'margin', threshold: 1 }, lists: 3, undecided: 0.5, ties: 'keep' } })),
}
