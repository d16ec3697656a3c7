import type { Progress } from '@rankwright/core'
import { type AnyTrainOptions, type RankingLists, RankwrightError, type TrainerResult } from '@rankwright/core'
import {
  callback,
  madeBy,
  oneOf,
  options as optionsShape,
  requireArguments,
  requireLists,
  requireTrainOptions,
  type ShapesOf,
} from '@rankwright/core/arguments'
import { failureOf } from './failureOf.ts'
import type { ComputeChoice, TrainOrder } from './messages.ts'
import { movableMemory, sharedLists } from './sharedLists.ts'
import { type SharedStopFlag, sharedStopFlag, stopFlagShape } from './sharedStopFlag.ts'
import { requireStarted, type StartedWorker, type StartWorker } from './startWorker.ts'
import { threadCount } from './threadCount.ts'
import { told } from './told.ts'

export interface TrainInWorkerOptions {
  /** Called with the progress at every new stage, and at most twenty times a second. */
  readonly onProgress?: (step: Progress) => void
  /** Ends the training at once; the promise then fails with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * Raise it and the trainer ends at the next block of work, as it does for `Runtime.stop`. Where memory cannot be shared, the worker is
   * ended at once instead; the promise fails with the same problem.
   */
  readonly stop?: SharedStopFlag
  /**
   * `share` (the default): arrays that are not in shared memory yet are copied there once, and stay with the caller; where memory cannot
   * be shared, the worker gets a copy. `move`: they are handed to the worker without a copy, and the caller's lists are empty afterwards.
   */
  readonly data?: 'share' | 'move'
}

/** What `TrainInWorkerOptions` take. */
export const trainInWorkerShapes: ShapesOf<TrainInWorkerOptions> = {
  onProgress: callback,
  signal: madeBy('an AbortController', 'aborted', 'addEventListener', 'throwIfAborted'),
  stop: stopFlagShape,
  data: oneOf('share', 'move'),
}

/** Has a worker of its own train, and gives what the trainer gives. `threads` are those of the numeric primitives; `compute` is for platforms that have a choice. */
export async function askToTrain(
  start: StartWorker,
  lists: RankingLists,
  options: AnyTrainOptions,
  threads: number,
  how: TrainInWorkerOptions,
  compute?: ComputeChoice,
): Promise<TrainerResult> {
  requireArguments(
    { start, lists, threads, how },
    { start: callback, lists: requireLists, threads: threadCount, how: optionsShape(trainInWorkerShapes) },
  )
  requireTrainOptions(options)
  const { onProgress, signal, stop = sharedStopFlag(), data = 'share' } = how
  signal?.throwIfAborted()
  const given = [lists, options.valid].filter((part) => part !== undefined)
  const send = data === 'share' ? sharedLists : (part: RankingLists) => part
  const order: TrainOrder = {
    kind: 'train',
    lists: send(lists),
    options: { ...options, ...(options.valid && { valid: send(options.valid) }) },
    threads,
    ...(compute && { compute }),
    ...(stop.memory && { stop: stop.memory }),
  }
  let worker: StartedWorker | undefined
  let forget = () => {}
  try {
    return await new Promise<TrainerResult>((settle, fail) => {
      const abort = () => fail(signal?.reason)
      const end = () => fail(new RankwrightError({ area: 'model', code: 'training-stopped' }))
      signal?.addEventListener('abort', abort)
      const unheard = stop.memory === undefined ? stop.onRaise(end) : () => {}
      forget = () => {
        signal?.removeEventListener('abort', abort)
        unheard()
      }
      if (stop.memory === undefined && stop.stopped) return end()
      const started = start<TrainerResult>({
        onAnswer(answer) {
          if (answer.kind === 'progress') told(onProgress, answer.step, fail)
          else if (answer.kind === 'done') settle(answer.result)
          else fail(failureOf(answer))
        },
        onLost: fail,
      })
      requireStarted(started)
      worker = started
      started.post(order, data === 'move' ? given.flatMap(movableMemory) : [])
    })
  } finally {
    forget()
    await worker?.end()
  }
}
