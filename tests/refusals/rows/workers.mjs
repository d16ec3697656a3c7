import { plainRuntime } from '@rankwright/core'
import * as workers from '@rankwright/workers'
import { made, options, row } from '../attempts.mjs'
import { lists } from '../samples.mjs'

export const functions = {
  ...workers,
  'sharedStopFlag().onRaise': (...given) => workers.sharedStopFlag().onRaise(...given),
}

/** A worker in this thread. */
const start = (events) => {
  const take = workers.takeOrders(events.onAnswer, () => ({ runtime: plainRuntime, close() {} }))
  return { post: (order) => queueMicrotask(() => take(order)), end: async () => {} }
}
const { signal } = new AbortController()
const onProgress = () => {}

export const rows = {
  askToTrain: row(() => ({
    start,
    lists,
    options: options({ method: 'listnet', lambda: 0.1 }),
    threads: 1,
    how: options({ onProgress, signal, stop: workers.sharedStopFlag(), data: 'share' }),
  })),
  askToTune: row(() => ({
    start,
    lists,
    options: options({ method: 'listnet', folds: 2, grid: { lambda: [1, 0.1] } }),
    threads: 1,
    how: options({ onProgress, signal }),
  })),
  helpCompute: row(() => ({ assignment: made({}) }), { refused: 'a helper waits for its pool' }),
  sharedLists: row(() => ({ lists }), { strange: 'a label may be missing' }),
  sharedStopFlag: row(() => ({ memory: made(new SharedArrayBuffer(4)) })),
  'sharedStopFlag().onRaise': row(() => ({ tell: () => {} })),
  takeOrders: row(() => ({ post: () => {}, openRuntime: () => ({ runtime: plainRuntime, close() {} }) })),
  threadedComputeWith: row(() => ({ startHelper: () => {}, threads: 1, note: () => {}, build: 'simd-threads' })),
  throttledProgress: row(() => ({ tell: () => {} })),
}
