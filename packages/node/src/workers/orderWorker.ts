/** The worker behind `trainInWorker` and `tuneInWorkers`. */
import { parentPort } from 'node:worker_threads'
import { takeOrders } from '@rankwright/workers'
import { runtimeFor } from './runtimeFor.ts'

parentPort?.on(
  'message',
  takeOrders((answer) => parentPort?.postMessage(answer), runtimeFor),
)
