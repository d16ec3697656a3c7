import { Worker } from 'node:worker_threads'
import { pieceRunner, pooledCompute, poolParts, wasmCompute } from '@rankwright/compute'
import type { Compute } from '@rankwright/core'
import { newBoard, poolOwner } from './computePool.ts'

export interface ThreadedCompute extends Compute {
  /** Ends the workers; the kernels go on working, on the calling thread alone. */
  close(): void
}

export interface ThreadedComputeOptions {
  /** Told, in a sentence, when fewer threads work than were asked for; a process warning by default. */
  readonly note?: (text: string) => void
}

/**
 * Compute on several threads: the calling one and workers that share its memory. The bits are those of one thread, for any
 * number. Returns at once: workers join as soon as they have started, until then the calling thread works alone, as it
 * does when they cannot start. They keep no process alive.
 */
export function threadedCompute(threads: number, { note = warn }: ThreadedComputeOptions = {}): ThreadedCompute {
  if (!Number.isInteger(threads) || threads < 1) throw new RangeError(`threads is ${threads}; give a whole number from 1 on`)
  if (threads === 1) return { ...wasmCompute(), close() {} }
  const pool = startPool(threads, note)
  return pool ?? { ...wasmCompute(), close() {} }
}

function startPool(threads: number, note: (text: string) => void): ThreadedCompute | undefined {
  try {
    const parts = poolParts()
    const board = newBoard()
    const owner = poolOwner(board, pieceRunner(parts))
    let missing = 0
    const lose = (error: unknown) => {
      missing++
      const reason = error instanceof Error ? error.message : String(error)
      note(`A kernel thread could not run (${reason}); ${threads - missing} of ${threads} threads go on, with the same results.`)
    }
    for (let thread = 1; thread < threads; thread++) {
      try {
        const worker = new Worker(new URL('./threadedComputeWorker.js', import.meta.url), {
          workerData: { parts, board, thread },
          execArgv: [], // flags of the main program such as --input-type do not fit a worker
        })
        worker.on('error', lose)
        worker.unref()
      } catch (error) {
        lose(error)
      }
    }
    return { ...pooledCompute(parts, threads, owner.run), close: owner.close }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    note(`Shared memory for kernel threads could not be had (${reason}); one thread does the work, with the same results.`)
    return undefined
  }
}

function warn(text: string): void {
  process.emitWarning(text, 'RankwrightWarning')
}
