import { Worker } from 'node:worker_threads'
import { callback, oneOf, options as optionsShape } from '@rankwright/core/arguments'
import { type StartHelper, type ThreadedCompute, threadedComputeWith } from '@rankwright/workers'

export interface ThreadedComputeOptions {
  /** Called with a sentence if fewer threads work than were asked for; by default a process warning. */
  readonly note?: (text: string) => void
  /** Products and sums fused into one rounding where the machine can: faster, with other bits. */
  readonly relaxed?: boolean
}

/**
 * Compute on several threads: the calling one and workers that share its memory. The bits are those of one thread, for any number. Returns
 * at once: workers start when there is work enough for them and join as soon as they have started; until then the calling thread works
 * alone, as it does when they cannot start. They keep no process alive.
 */
export function threadedCompute(threads: number, options: ThreadedComputeOptions = {}): ThreadedCompute {
  optionsShape({ note: callback, relaxed: oneOf(true, false) })('options', options)
  const { note = warn, relaxed = false } = options
  return threadedComputeWith(startHelper, threads, note, relaxed ? 'simd-relaxed' : 'simd-threads')
}

const startHelper: StartHelper = (assignment, onLost) => {
  const worker = new Worker(new URL('./computeWorker.js', import.meta.url), {
    workerData: assignment,
    execArgv: [], // flags of the main program such as --input-type do not fit a worker
  })
  worker.on('error', onLost)
  worker.unref()
}

function warn(text: string): void {
  process.emitWarning(text, 'RankwrightWarning')
}
