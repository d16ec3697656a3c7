import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import {
  type FoldMeasurements,
  type Problem,
  type Progress,
  type RankingLists,
  RankwrightError,
  type TuneOptions,
  type TunePlan,
  type TuneResult,
  tunePlan,
  tuneResult,
} from '@rankwright/core'
import { sharedLists } from './sharedLists.ts'

export interface TuneInWorkersOptions {
  /** Told after each trial of each fold. */
  readonly onProgress?: (step: Progress) => void
  /** Ends the tuning at once; the promise then fails with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * Threads of all folds together, as many as there are cores when left out. Folds are shared out first, the kernels of a fold get
   * what is left over. The result is the same for any number.
   */
  readonly threads?: number
}

/** What a worker gets at its start; the folds come one by one. */
export interface TuneAssignment {
  readonly lists: RankingLists
  readonly plan: TunePlan
  readonly threads: number
}

/** What a worker says. */
export type TuneMessage =
  | { readonly kind: 'trial'; readonly fold: number }
  | { readonly kind: 'done'; readonly fold: number; readonly measured: FoldMeasurements }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  | { readonly kind: 'failed'; readonly error: unknown }

export interface Tuned {
  readonly plan: TunePlan
  readonly result: TuneResult
}

/** Chooses options by cross-validation, the folds on several threads. */
export async function tuneInWorkers(lists: RankingLists, options: TuneOptions, how: TuneInWorkersOptions = {}): Promise<Tuned> {
  const { onProgress, signal, threads = availableParallelism() } = how
  signal?.throwIfAborted()
  const plan = tunePlan(lists, options)
  const shared = sharedLists(lists)
  const workers = threadsOfWorkers(threads, plan.folds.length).map((own) => startWorker({ lists: shared, plan, threads: own }))
  const measured: FoldMeasurements[] = []
  const total = plan.folds.length * plan.trials.length
  let next = 0
  let finished = 0
  let trials = 0
  onProgress?.({ stage: 'trials', done: 0, total })
  try {
    await new Promise<void>((settle, fail) => {
      const abort = () => fail(signal?.reason)
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort, { once: true })
      for (const worker of workers) {
        const goOn = () => next < plan.folds.length && worker.postMessage(next++)
        worker.on('message', (message: TuneMessage) => {
          switch (message.kind) {
            case 'trial':
              return onProgress?.({ stage: 'trials', done: ++trials, total })
            case 'done':
              measured[message.fold] = message.measured
              finished++
              return finished === plan.folds.length ? settle() : void goOn()
            case 'refused':
              return fail(new RankwrightError(...(message.problems as [Problem, ...Problem[]])))
            case 'failed':
              return fail(message.error)
          }
        })
        worker.on('error', fail)
        worker.on('exit', (code) => fail(new Error(`a thread of the tuning ended with code ${code} and without a result`)))
        goOn()
      }
    })
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  return { plan, result: tuneResult(lists, plan, measured) }
}

/** How many threads each worker may use: no more workers than folds, no more threads than there are in all. */
export function threadsOfWorkers(threads: number, folds: number): number[] {
  const workers = Math.max(1, Math.min(threads, folds))
  return Array.from({ length: workers }, (_, worker) => Math.max(1, Math.floor(threads / workers) + (worker < threads % workers ? 1 : 0)))
}

function startWorker(assignment: TuneAssignment): Worker {
  // Flags of the main program such as --input-type do not fit a worker.
  return new Worker(new URL('./tuneWorker.js', import.meta.url), { workerData: assignment, execArgv: [] })
}
