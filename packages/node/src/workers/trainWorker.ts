/** The worker behind `trainInWorker`. */
import { parentPort, workerData } from 'node:worker_threads'
import { RankwrightError, training } from '@rankwright/core'
import { runtimeFor } from './runtimeFor.ts'
import { sharedStopFlag } from './sharedStopFlag.ts'
import type { TrainAssignment, TrainMessage } from './trainInWorker.ts'

const { lists, options, threads, stop } = workerData as TrainAssignment
const { runtime, close } = runtimeFor(threads, { stop: sharedStopFlag(stop) })
let last = Number.NEGATIVE_INFINITY

try {
  const steps = training(lists, options, runtime)
  for (;;) {
    const step = steps.next()
    if (step.done) {
      send({ kind: 'done', result: step.value })
      break
    }
    if (performance.now() - last < 50) continue
    last = performance.now()
    send({ kind: 'progress', step: step.value })
  }
} catch (error) {
  if (error instanceof RankwrightError) send({ kind: 'refused', problems: error.problems })
  else send({ kind: 'failed', error })
} finally {
  close()
}

function send(message: TrainMessage): void {
  parentPort?.postMessage(message)
}
