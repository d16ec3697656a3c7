import type { RankingLists, TuneOptions } from '@rankwright/core'
import { askToTune, type TuneInWorkersOptions as CommonOptions, type Tuned } from '@rankwright/workers'
import { type OwnWorker, pageWorkers } from './pageWorkers.ts'

export interface TuneInWorkersOptions extends CommonOptions, OwnWorker {}

/** Chooses options by cross-validation, the folds in several workers, one thread each. */
export function tuneInWorkers(
  lists: RankingLists,
  options: TuneOptions,
  { worker, threads = navigator.hardwareConcurrency, ...how }: TuneInWorkersOptions = {},
): Promise<Tuned> {
  return askToTune(pageWorkers({ worker }), lists, options, threads, how)
}
