import type { Progress, RankingLists, TuneOptions, TuneResult } from '@rankwright/core'
import { callback, options as optionsShape, requireArguments } from '@rankwright/core/arguments'
import { type FoldMeasurements, type TunePlan, type TuneRound, tunePlan, tuneRounds } from '@rankwright/core/trainers'
import { trainInWorkerShapes } from './askToTrain.ts'
import { failureOf } from './failureOf.ts'
import type { ComputeChoice, MeasuredFold } from './messages.ts'
import { sharedLists } from './sharedLists.ts'
import { requireStarted, type StartedWorker, type StartWorker } from './startWorker.ts'
import { threadCount } from './threadCount.ts'
import { threadsOfWorkers } from './threadsOfWorkers.ts'
import { told } from './told.ts'

export interface TuneInWorkersOptions {
  /** Called after each trial of each fold, and on the way with how far one of the trainings is (`within`). */
  readonly onProgress?: (step: Progress) => void
  /** Ends the tuning at once; the promise then fails with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * Threads of all folds together, as many as there are cores when left out. Folds are shared out first; where the platform has threads
   * within a fold, they get what is left over. The result is the same for any number.
   */
  readonly threads?: number
}

export interface Tuned {
  readonly plan: TunePlan
  readonly result: TuneResult
}

/** Chooses options by cross-validation, the folds on several workers. */
export async function askToTune(
  start: StartWorker,
  lists: RankingLists,
  options: TuneOptions,
  threads: number,
  how: Omit<TuneInWorkersOptions, 'threads'>,
  compute?: ComputeChoice,
): Promise<Tuned> {
  const { onProgress: listener, signal: aborting } = trainInWorkerShapes
  requireArguments(
    { start, threads, how },
    { start: callback, threads: threadCount, how: optionsShape({ onProgress: listener, signal: aborting }) },
  )
  how.signal?.throwIfAborted()
  const plan = tunePlan(lists, options)
  const shared = sharedLists(lists)
  const rounds = tuneRounds(lists, plan)
  let round = rounds.next([])
  while (round.done !== true) round = rounds.next(await measuredRound(start, { lists: shared, ...round.value }, threads, how, compute))
  return { plan, result: round.value }
}

/** All trials of a plan on some of its folds, in their order. */
async function measuredRound(
  start: StartWorker,
  { lists, plan, folds, done, total }: TuneRound & { readonly lists: RankingLists },
  threads: number,
  { onProgress, signal }: Omit<TuneInWorkersOptions, 'threads'>,
  compute: ComputeChoice | undefined,
): Promise<FoldMeasurements[]> {
  const workers: StartedWorker[] = []
  /** The trainings of the first of them are told. */
  const busy = new Set<StartedWorker>()
  const measured: FoldMeasurements[] = []
  let next = 0
  let finished = 0
  let trials = done
  let abort = () => {}
  onProgress?.({ stage: 'trials', done, total })
  try {
    await new Promise<void>((settle, fail) => {
      abort = () => fail(signal?.reason)
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort)
      for (const own of threadsOfWorkers(threads, folds.length)) {
        const worker = start<MeasuredFold>({
          onAnswer(answer) {
            if (answer.kind === 'progress') tell(answer.step)
            else if (answer.kind === 'done') {
              measured[folds.indexOf(answer.result.fold)] = answer.result.measured
              if (++finished === folds.length) settle()
              else goOn()
            } else fail(failureOf(answer))
          },
          onLost: fail,
        })
        let ofFold = 0 // a fit may be several trials
        const goOn = () => {
          if (next < folds.length) {
            busy.add(worker)
            ofFold = 0
            worker.post({ kind: 'fold', fold: folds[next++] })
          } else busy.delete(worker)
        }
        const tell = (step: Progress) => {
          if (step.stage === 'trial') {
            trials += step.done - ofFold
            ofFold = step.done
            told(onProgress, { stage: 'trials', done: trials, total }, fail)
          } else if (worker === busy.values().next().value) told(onProgress, { stage: 'trials', done: trials, total, within: step }, fail)
        }
        requireStarted(worker)
        workers.push(worker)
        worker.post({ kind: 'tune', lists, plan, threads: own, ...(compute && { compute }) })
        goOn()
      }
    })
  } finally {
    signal?.removeEventListener('abort', abort)
    await Promise.all(workers.map((worker) => worker.end()))
  }
  return measured
}
