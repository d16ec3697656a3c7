import { plainRuntime, rankingLists } from '@rankwright/core'
import { LocalLists } from '@rankwright/core/runtime'
import * as trainers from '@rankwright/core/trainers'
import { made, options, row } from '../attempts.mjs'
import * as s from '../samples.mjs'

export const functions = trainers

const runtime = made(plainRuntime)
const lists = s.lists
const statistics = made(s.statistics)
const plan = made(s.plan)

export const rows = {
  addLists: row(() => ({
    statistics,
    lists: rankingLists({
      features: [
        [5, 1],
        [2, 7],
      ],
      labels: [1, 0],
      lists: ['z', 'z'],
    }),
    runtime,
  })),
  elmFromStatistics: row(() => ({ statistics, options: options({ lambda: 0.1 }), runtime })),
  elmRank: row(() => ({ lists, options: options({ nodes: 2, lambda: 0.1 }), runtime })),
  hiddenStatistics: row(() => ({ space: made(s.statistics.space), lists, runtime, precision: 'double' })),
  isTriedByDefault: row(() => ({ method: 'listnet', option: 'lambda' })),
  modelFromStatistics: row(() => ({ statistics, options: options({ lambda: 0.1 }), runtime })),
  rankRlsHeldOut: row(() => ({ lists, options: options({ kernel: 'rbf', lambdas: [1, 2] }), runtime })),
  refit: row(() => ({ lists, plan, result: made(s.tuned), runtime })),
  removeLists: row(() => ({ statistics, lists, runtime })),
  trainWithStatistics: row(() => ({ lists, options: options({ nodes: 2, lambda: 0.1 }), runtime })),
  tuneFold: row(() => ({ lists, plan, fold: 0, runtime }), { strange: 'a list on which a metric is undefined' }),
  tuneHeld: row(() => ({
    lists: made(LocalLists.of(lists, plainRuntime)),
    options: options({ method: 'listnet', folds: 2, grid: { lambda: [1] } }),
    runtime,
  })),
  tunePlan: row(() => ({ lists, options: options({ method: 'listnet', folds: 2, grid: { lambda: [1] } }), runtime })),
  tuneRounds: row(() => ({ lists, plan }), { refused: 'the walk gives no measurements of the folds' }),
  tuneResult: row(() => ({ lists, plan, measured: made(s.measured) })),
}
