/** The library in a browser, from one place: the part that runs everywhere, what a page can read, and workers. */

export {
  type ReadFileOptions,
  readLists,
  readListsWithProblems,
  readModel,
  readSeries,
  type SharedStopFlag,
  sharedLists,
  sharedStopFlag,
  type TrainInWorkerOptions,
  type Tuned,
  type TuneInWorkersOptions,
  train,
  trainAsync,
  trainInWorker,
  tuneInWorkers,
  writeParquet,
} from '@rankwright/browser'
export * from './everywhere.ts'
