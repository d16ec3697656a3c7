import { availableParallelism } from 'node:os'
import type { RankingLists, TuneOptions } from '@rankwright/core'
import { options as optionsShape } from '@rankwright/core/arguments'
import { askToTune, type Tuned, type TuneInWorkersOptions, threadCount, trainInWorkerShapes } from '@rankwright/workers'
import { startThread } from './startThread.ts'

/** Chooses options by cross-validation, the folds on several threads. */
export async function tuneInWorkers(lists: RankingLists, options: TuneOptions, how: TuneInWorkersOptions = {}): Promise<Tuned> {
  const { onProgress, signal } = trainInWorkerShapes
  optionsShape({ onProgress, signal, threads: threadCount })('how', how)
  const { threads = availableParallelism(), ...rest } = how
  return askToTune(startThread, lists, options, threads, rest)
}
