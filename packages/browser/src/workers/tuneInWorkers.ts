import type { RankingLists, TuneOptions } from '@rankwright/core'
import { callback, options as optionsShape } from '@rankwright/core/arguments'
import { askToTune, type TuneInWorkersOptions as CommonOptions, type Tuned, threadCount, trainInWorkerShapes } from '@rankwright/workers'
import { type OwnWorker, pageWorkers } from './pageWorkers.ts'

export interface TuneInWorkersOptions extends CommonOptions, OwnWorker {}

/** Chooses options by cross-validation, the folds in several workers, one thread each. */
export async function tuneInWorkers(lists: RankingLists, options: TuneOptions, how: TuneInWorkersOptions = {}): Promise<Tuned> {
  const { onProgress, signal } = trainInWorkerShapes
  optionsShape({ onProgress, signal, threads: threadCount, worker: callback })('how', how)
  const { worker, threads = navigator.hardwareConcurrency, ...rest } = how
  return askToTune(pageWorkers({ worker }), lists, options, threads, rest)
}
