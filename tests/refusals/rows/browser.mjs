import * as browser from '@rankwright/browser'
import { plainRuntime } from '@rankwright/core'
import { takeOrders } from '@rankwright/workers'
import { made, options, row } from '../attempts.mjs'
import { bytesOf, lists, modelText } from '../samples.mjs'

export const functions = browser

/** A worker of a page, in this thread. */
const worker = () => {
  const own = new EventTarget()
  const tell = (data) => own.dispatchEvent(Object.assign(new Event('message'), { data }))
  const take = takeOrders(tell, () => ({ runtime: plainRuntime, close() {} }))
  return Object.assign(own, { postMessage: (order) => queueMicrotask(() => take(order)), terminate() {} })
}
// What a page has and this process has not.
globalThis.Worker ??= function Worker() {
  return worker()
}
globalThis.navigator ??= { hardwareConcurrency: 1 }

const letor = () => made(bytesOf('1 qid:1 1:2\n0 qid:1 1:1\n'))
const { signal } = new AbortController()
const training = options({ method: 'listnet', lambda: 0.1 })
const how = () => options({ onProgress: () => {}, signal, stop: browser.sharedStopFlag(), data: 'share', worker })

export const rows = {
  readLists: row(() => ({ input: letor(), options: options({ name: 'd.txt', format: 'letor', limit: 10 }) })),
  readListsWithProblems: row(() => ({ input: letor(), options: options({ name: 'd.txt', format: 'letor' }) })),
  readModel: row(() => ({ input: made(bytesOf(modelText)), options: options({ name: 'm.json', limit: 10 }) })),
  readSeries: row(() => ({ input: letor(), options: options({ name: 'd.txt', format: 'letor' }) })),
  sharedLists: row(() => ({ lists }), { strange: 'a label may be missing' }),
  sharedStopFlag: row(() => ({ memory: made(new SharedArrayBuffer(4)) })),
  train: row(() => ({ lists, options: training, runtime: made(plainRuntime) })),
  trainAsync: row(() => ({ lists, options: training, how: how() })),
  trainInWorker: row(() => ({ lists, options: training, how: how() })),
  tuneInWorkers: row(() => ({
    lists,
    options: options({ method: 'listnet', folds: 2, grid: { lambda: [1, 0.1] } }),
    how: options({ onProgress: () => {}, signal, threads: 1, worker }),
  })),
  writeParquet: row(() => ({ lists })),
}
