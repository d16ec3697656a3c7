/** The worker behind `tuneInWorkers`: works on the folds it is told, one after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import { RankwrightError, tuneFold } from '@rankwright/core'
import { runtimeFor } from './runtimeFor.ts'
import type { TuneAssignment, TuneMessage } from './tuneInWorkers.ts'

const { lists, plan, threads } = workerData as TuneAssignment

parentPort?.on('message', (fold: number) => {
  const { runtime, close } = runtimeFor(threads)
  try {
    const steps = tuneFold(lists, plan, fold, runtime)
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return send({ kind: 'done', fold, measured: step.value })
      if (step.value.stage === 'trial') send({ kind: 'trial', fold })
    }
  } catch (error) {
    if (error instanceof RankwrightError) send({ kind: 'refused', problems: error.problems })
    else send({ kind: 'failed', error })
  } finally {
    close()
  }
})

function send(message: TuneMessage): void {
  parentPort?.postMessage(message)
}
