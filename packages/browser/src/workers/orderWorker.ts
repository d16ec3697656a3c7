/** The worker behind `trainInWorker` and `tuneInWorkers`. */
import { type Order, takeOrders } from '@rankwright/workers'
import { pageRuntime } from './pageRuntime.ts'

const take = takeOrders(
  (answer) => globalThis.postMessage(answer),
  (_, { stop }) => ({ runtime: pageRuntime(stop), close() {} }),
)
globalThis.addEventListener('message', ({ data }: MessageEvent<Order>) => take(data))
