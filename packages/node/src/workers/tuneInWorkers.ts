import { availableParallelism } from 'node:os'
import type { RankingLists, TuneOptions } from '@rankwright/core'
import { options as optionsShape } from '@rankwright/core/arguments'
import {
  askToTune,
  type TuneInWorkersOptions as CommonOptions,
  type ComputeChoice,
  type Tuned,
  threadCount,
  trainInWorkerShapes,
} from '@rankwright/workers'
import { computeShape } from './runtimeFor.ts'
import { startThread } from './startThread.ts'

export interface TuneInWorkersOptions extends CommonOptions {
  /** As for `runtimeFor`. */
  readonly compute?: ComputeChoice
}

/** Chooses options by cross-validation, the folds on several threads. */
export async function tuneInWorkers(lists: RankingLists, options: TuneOptions, how: TuneInWorkersOptions = {}): Promise<Tuned> {
  const { onProgress, signal } = trainInWorkerShapes
  optionsShape({ onProgress, signal, threads: threadCount, compute: computeShape })('how', how)
  const { threads = availableParallelism(), compute, ...rest } = how
  return askToTune(startThread, lists, options, threads, rest, compute)
}
