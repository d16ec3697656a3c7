import type { Answer, StartedWorker, StartWorker, WorkerEvents } from '@rankwright/workers'

/** How a page starts a worker itself. */
export interface OwnWorker {
  /**
   * Starts a module worker that runs `@rankwright/browser/worker`, for pages that cannot start ours: their bundler does not find it, or it
   * would come from another origin.
   */
  readonly worker?: () => Worker
}

/** Starts a module worker that takes orders. */
export function pageWorkers({ worker: startOwn = startOurs }: OwnWorker): StartWorker {
  return <Result>({ onAnswer, onLost }: WorkerEvents<Result>): StartedWorker => {
    const worker = startOwn()
    worker.addEventListener('message', ({ data }: MessageEvent<Answer<Result>>) => onAnswer(data))
    worker.addEventListener('messageerror', () => onLost(new Error('an answer of the worker could not be read')))
    worker.addEventListener('error', ({ error, message }) => onLost(error ?? new Error(message || 'the worker could not be started')))
    return {
      post: (order, moved = []) => worker.postMessage(order, [...moved]),
      end: () => worker.terminate(),
    }
  }
}

// Written out as bundlers look for it.
function startOurs(): Worker {
  return new Worker(new URL('./orderWorker.js', import.meta.url), { type: 'module' })
}
