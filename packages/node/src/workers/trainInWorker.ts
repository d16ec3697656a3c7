import { Worker } from 'node:worker_threads'
import {
  type Model,
  type Problem,
  type Progress,
  type RankingLists,
  RankwrightError,
  type TrainerResult,
  type TrainOptions,
} from '@rankwright/core'
import { movableMemory, sharedLists } from './sharedLists.ts'
import { type SharedStopFlag, sharedStopFlag } from './sharedStopFlag.ts'

export interface TrainInWorkerOptions {
  /** Told now and then, twenty times a second at most, how far the training is. */
  readonly onProgress?: (step: Progress) => void
  /** Ends the training at once; the promise then fails with the signal's reason. */
  readonly signal?: AbortSignal
  /** Raise it and the trainer ends at the next block of work, as it does for `Runtime.stop`. */
  readonly stop?: SharedStopFlag
  /** Threads of the kernels; the result is the same for any number. */
  readonly threads?: number
  /**
   * `share` (the default): arrays that are not in shared memory yet are copied there once, and stay with the caller. `move`: they are
   * handed to the worker without a copy, and the caller's lists are empty afterwards.
   */
  readonly data?: 'share' | 'move'
}

/** What the worker gets. */
export interface TrainAssignment {
  readonly lists: RankingLists
  readonly options: TrainOptions
  readonly threads: number
  readonly stop: SharedArrayBuffer
}

/** What the worker says. */
export type TrainMessage =
  | { readonly kind: 'progress'; readonly step: Progress }
  | { readonly kind: 'done'; readonly result: TrainerResult }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Trains in a worker, so that this thread stays free, and gives what the trainer gives. */
export function trainInWorker(lists: RankingLists, options: TrainOptions, how: TrainInWorkerOptions = {}): Promise<TrainerResult> {
  const { onProgress, signal, stop = sharedStopFlag(), threads = 1, data = 'share' } = how
  if (signal?.aborted) return Promise.reject(signal.reason)
  const given = [lists, options.valid].filter((part) => part !== undefined)
  const send = data === 'share' ? sharedLists : (part: RankingLists) => part
  const assignment: TrainAssignment = {
    lists: send(lists),
    options: { ...options, ...(options.valid && { valid: send(options.valid) }) },
    threads,
    stop: stop.memory,
  }
  const worker = new Worker(new URL('./trainWorker.js', import.meta.url), {
    workerData: assignment,
    execArgv: [], // flags of the main program such as --input-type do not fit a worker
    transferList: data === 'move' ? given.flatMap(movableMemory) : [],
  })
  return new Promise<TrainerResult>((settle, fail) => {
    const abort = () => fail(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    worker.on('message', (message: TrainMessage) => {
      switch (message.kind) {
        case 'progress':
          return onProgress?.(message.step)
        case 'done':
          return settle(message.result)
        case 'refused':
          return fail(new RankwrightError(...(message.problems as [Problem, ...Problem[]])))
        case 'failed':
          return fail(message.error)
      }
    })
    worker.on('error', fail)
    worker.on('exit', (code) => fail(new Error(`the training thread ended with code ${code} and without a result`)))
  }).finally(() => worker.terminate())
}

/** As `train`, without holding up this thread. */
export async function trainAsync(lists: RankingLists, options: TrainOptions, how: TrainInWorkerOptions = {}): Promise<Model> {
  return (await trainInWorker(lists, options, how)).model
}
