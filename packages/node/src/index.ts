export { type FileFormat, fileFormats, type ReadListsOptions, type ReadWithProblems } from '@rankwright/core/data'
export { StoppedError } from '@rankwright/core/runtime'
export type { ReadSeriesOptions } from '@rankwright/core/streaming'
export {
  type ComputeChoice,
  type OpenRuntime,
  type SharedStopFlag,
  sharedLists,
  sharedStopFlag,
  type ThreadedCompute,
  type Tuned,
} from '@rankwright/workers'
export { readExperiment } from './experiments/readExperiment.ts'
export { type ExperimentRun, type RunExperimentOptions, runExperiment } from './experiments/runExperiment.ts'
export { type DataFilesOptions, dataFiles } from './files/dataFiles.ts'
export { fileFailure } from './files/fileFailure.ts'
export { type FileLock, lockFile, withFileLock } from './files/fileLock.ts'
export { type FoldFiles, type FoldLists, findFolds, foldsOutput, readFolds, type WriteFoldsOptions, writeFolds } from './files/folds.ts'
export { formatOfFile } from './files/formatOfFile.ts'
export { isOurFile } from './files/isOurFile.ts'
export type { FileInput } from './files/openSource.ts'
export { readDocument } from './files/readDocument.ts'
export { readForeignFile } from './files/readForeignFile.ts'
export { readLists, readListsWithProblems } from './files/readLists.ts'
export { readModel } from './files/readModel.ts'
export { readSchema } from './files/readSchema.ts'
export { readPreferences, readPreferredPairs, readScores } from './files/readScores.ts'
export { readStatistics, writeStatistics } from './files/statisticsFiles.ts'
export { withTemporaryFolder } from './files/temporaryFolder.ts'
export { readQrels, readRun, writeQrels, writeRun } from './files/trecFiles.ts'
export { type WriteListsOptions, writeLists } from './files/writeLists.ts'
export { writeModel } from './files/writeModel.ts'
export { writeScoreTable } from './files/writeScoreTable.ts'
export { type ReadOntologyOptions, readOntology } from './ontologies/readOntology.ts'
export { type ComparedBy, similarityRows } from './ontologies/similarityRows.ts'
export {
  readAnnotations,
  readClicks,
  readNeighbours,
  readObjects,
  readPairs,
  readRates,
  readTermCounts,
  readTerms,
  readTermVectors,
  type TermFileOptions,
} from './ontologies/termFiles.ts'
export { matrixFiles, type WriteMatrixOptions, writeMatrix } from './ontologies/writeMatrix.ts'
export { guardCommits } from './outputs/commit.ts'
export { diskOperations, type FileOperations } from './outputs/fileOperations.ts'
export { isStandardInput } from './outputs/openFile.ts'
export type { OutputContent, OutputKind } from './outputs/outputKinds.ts'
export { type OutputFile, type OutputFolder, type Outputs, type OutputsOptions, openOutputs } from './outputs/outputs.ts'
export { removeUnfinished, watchUnfinished } from './outputs/unfinished.ts'
export { type WriteOptions, writePieces } from './outputs/writePieces.ts'
export { whyWrongName } from './outputs/wrongName.ts'
export { KeyedStreams, type KeyedStreamsOptions } from './streams/keyedStreams.ts'
export { readSeries } from './streams/readSeries.ts'
export { readStreamState, writeStreamState } from './streams/stateFile.ts'
export { countNativeCalls, interruptNativeCalls, isStopping, type NativeCalls, nativeCall } from './workers/nativeWork.ts'
export { type RuntimeForOptions, runtimeFor } from './workers/runtimeFor.ts'
export { type ThreadedComputeOptions, threadedCompute } from './workers/threadedCompute.ts'
export { type TrainInWorkerOptions, trainAsync, trainInWorker } from './workers/trainInWorker.ts'
export { type TuneInWorkersOptions, tuneInWorkers } from './workers/tuneInWorkers.ts'
