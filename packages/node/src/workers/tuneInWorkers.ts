import { availableParallelism } from 'node:os'
import type { RankingLists, TuneOptions } from '@rankwright/core'
import { askToTune, type Tuned, type TuneInWorkersOptions } from '@rankwright/workers'
import { startThread } from './startThread.ts'

/** Chooses options by cross-validation, the folds on several threads. */
export function tuneInWorkers(
  lists: RankingLists,
  options: TuneOptions,
  { threads = availableParallelism(), ...how }: TuneInWorkersOptions = {},
): Promise<Tuned> {
  return askToTune(startThread, lists, options, threads, how)
}
