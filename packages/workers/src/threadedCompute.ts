import {
  availableCompute,
  type PoolParts,
  pieceRunner,
  pooledCompute,
  poolParts,
  relaxedWasmCompute,
  type ShareOut,
} from '@rankwright/compute'
import { RankwrightError } from '@rankwright/core'
import { callback, madeBy, oneOf, requireArguments } from '@rankwright/core/arguments'
import type { Compute } from '@rankwright/core/numeric'
import { helpOut, newBoard, poolOwner } from './computePool.ts'
import { threadCount } from './threadCount.ts'

export interface ThreadedCompute extends Compute {
  /** Ends the other threads; the primitives go on working, on the calling thread alone. */
  close(): void
}

/** What another thread of the pool gets. */
export interface HelperAssignment {
  readonly parts: PoolParts
  readonly board: SharedArrayBuffer
  readonly thread: number
}

/** How a platform starts a thread that runs `helpCompute` on its assignment. `onLost` is called if the thread cannot run. */
export type StartHelper = (assignment: HelperAssignment, onLost: (error: unknown) => void) => void

/** Pieces of work before helpers are started: a piece takes about a tenth of a millisecond, a thread some thirty to start. */
const PIECES_BEFORE_HELP = 256

/**
 * Compute on several threads: the calling one and helpers that share its memory. The bits are those of one thread, for any number. Returns
 * at once: helpers start when there is work enough for them and join as soon as they have started; until then the calling thread works
 * alone, as it does when they cannot start. `note` is called, with a sentence, if fewer threads work than were asked for. The calling thread must be one that may wait, which the main thread of
 * a page may not.
 */
export function threadedComputeWith(
  startHelper: StartHelper,
  threads: number,
  note: (text: string) => void,
  build: PoolParts['build'] = 'simd-threads',
): ThreadedCompute {
  requireArguments(
    { startHelper, threads, note, build },
    { startHelper: callback, threads: threadCount, note: callback, build: oneOf('simd-threads', 'simd-relaxed') },
  )
  const pool = threads === 1 ? undefined : startPool(startHelper, threads, note, build)
  return pool ?? { ...(build === 'simd-relaxed' ? relaxedCompute() : availableCompute({ note })), close() {} }
}

function relaxedCompute(): Compute {
  const compute = relaxedWasmCompute()
  if (compute === undefined) throw new RankwrightError({ area: 'model', code: 'no-relaxed-simd' })
  return compute
}

/** The life of a helper: returns when the pool is closed. */
export function helpCompute(assignment: HelperAssignment): void {
  madeBy('threadedComputeWith', 'parts', 'board', 'thread')('assignment', assignment)
  const { parts, board, thread } = assignment
  helpOut(board, pieceRunner(parts, thread))
}

function startPool(
  startHelper: StartHelper,
  threads: number,
  note: (text: string) => void,
  build: PoolParts['build'],
): ThreadedCompute | undefined {
  try {
    const parts = poolParts(build)
    const board = newBoard()
    const owner = poolOwner(board)
    let missing = 0
    const lose = (error: unknown) => {
      missing++
      note(`A compute thread could not run (${reasonOf(error)}); ${threads - missing} of ${threads} threads go on, with the same results.`)
    }
    const startHelpers = () => {
      for (let thread = 1; thread < threads; thread++) {
        try {
          startHelper({ parts, board, thread }, lose)
        } catch (error) {
          lose(error)
        }
      }
    }
    let awaited = PIECES_BEFORE_HELP
    const shareOut: ShareOut = (task, given, pieces, runPiece) => {
      if (awaited > 0) {
        awaited -= pieces
        if (awaited <= 0) startHelpers()
      }
      owner.run(task, given, pieces, runPiece)
    }
    const close = () => {
      awaited = 0
      owner.close()
    }
    return { ...pooledCompute(parts, threads, shareOut), close }
  } catch (error) {
    if (error instanceof WebAssembly.CompileError && build === 'simd-relaxed') return undefined
    note(`There is no shared memory for compute threads (${reasonOf(error)}); one thread does the work, with the same results.`)
    return undefined
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
