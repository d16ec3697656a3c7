import { Worker } from 'node:worker_threads'
import type { Answer, StartedWorker, WorkerEvents } from '@rankwright/workers'

/** Starts a worker thread that takes orders. */
export function startThread<Result>({ onAnswer, onLost }: WorkerEvents<Result>): StartedWorker {
  const worker = new Worker(new URL('./orderWorker.js', import.meta.url), { execArgv: [] }) // flags such as --input-type do not fit a worker
  worker.on('message', (answer: Answer<Result>) => onAnswer(answer))
  worker.on('error', onLost)
  worker.on('exit', (code) => onLost(new Error(`the worker thread ended with code ${code} and without a result`)))
  return {
    post: (order, moved = []) => worker.postMessage(order, moved),
    end: () => worker.terminate(),
  }
}
