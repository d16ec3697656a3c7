import { plainRuntime } from '@rankwright/core'
import { experimentOf } from '@rankwright/core/experiments'
import { statisticsToJson } from '@rankwright/core/models'
import * as node from '@rankwright/node'
import { kept, made, options, row } from '../attempts.mjs'
import * as s from '../samples.mjs'

const { lists } = s

// The inside of what other functions make is left alone: only plain objects are walked through.
const files = Object.create(node.diskOperations)
const stop = Object.create({ stopped: false })
const runtime = Object.create(plainRuntime)
const keyed = () => ({ folder: 'streams', most: 2, start: () => s.feed(0), runtime, check: () => {}, files })

export const functions = {
  ...node,
  'KeyedStreams.fileOf': (...given) => new node.KeyedStreams(keyed()).fileOf(...given),
  'KeyedStreams.take': (...given) => new node.KeyedStreams(keyed()).take(...given),
}

const input = (text) => made(s.bytesOf(text))
const schemaSample = '{"format": "rankwright-schema", "version": 1, "columns": [{"name": "x", "role": "text"}]}'
const experimentSample = '{"format": "rankwright-experiment", "version": 1, "data": [{"file": "none.txt"}], "methods": ["listnet"]}'
const letor = () => input('1 qid:1 1:2\n0 qid:1 1:1\n')
const pairs = () => input('list,preferred,other\na,p,q\n')
const hierarchy = made(s.hierarchy)
const { signal } = new AbortController()
const onProgress = () => {}
const training = kept({ method: 'listnet', lambda: 0.1 })
const missing = { strange: 'a missing feature is NaN' }
const unlabelled = { strange: 'a label may be missing' }
const writing = (more = {}) => options({ stop, force: true, files, ...more })
const how = () => options({ onProgress, signal, stop: node.sharedStopFlag(), data: 'share', threads: 1, compute: 'portable' })

export const rows = {
  KeyedStreams: row(() => ({ options: options(keyed()) }), { construct: true }),
  'KeyedStreams.fileOf': row(() => ({ key: 'a' })),
  'KeyedStreams.take': row(() => ({ key: 'a', lists: s.series() }), { strange: 'a metric may be undefined' }),
  StoppedError: row(() => ({}), { construct: true }),
  dataFiles: row(() => ({ paths: ['data.txt'], options: options({ part: 'train' }) })),
  findFolds: row(() => ({ folder: 'no folder' }), { refused: 'there is no such folder' }),
  foldsOutput: row(() => ({ folder: 'folds', options: writing({ folds: 3, seed: 1, format: 'csv', onFold: () => {} }) })),
  interruptNativeCalls: row(() => ({})),
  formatOfFile: row(() => ({ path: 'no file' }), { refused: 'there is no such file' }),
  isOurFile: row(() => ({ path: 'no file' }), { refused: 'there is no such file' }),
  isStandardInput: row(() => ({ path: 'data.txt' })),
  isStopping: row(() => ({ calls: made(new Int32Array(new SharedArrayBuffer(8))) })),
  lockFile: row(() => ({ path: 'locked.json' }), { accepts: (lock) => lock.release() }),
  matrixFiles: row(() => ({ path: 'matrix.npy' })),
  nativeCall: row(() => ({ call: async () => 1, interrupt: () => {} })),
  openOutputs: row(
    () => ({
      declared: [
        { path: 'opened.json', holds: 'model', inPlaceOf: 'opened.json' },
        { folder: 'opened', files: [{ name: 'a.txt', holds: 'data' }], goes: ['b.txt'] },
      ],
      options: options({ reads: ['data.txt'], force: true, shows: true, files }),
    }),
    { accepts: (outputs) => outputs.discard() },
  ),
  readAnnotations: row(() => ({ input: input('o,t1;t2\n'), terms: made(s.ontology), options: options({}) })),
  readFolds: row(() => ({ folder: 'no folder', options: options({ format: 'letor' }) }), { refused: 'there is no such folder' }),
  readLists: row(() => ({ input: letor(), options: options({ name: 'd.txt', format: 'letor', limit: 10 }) }), missing),
  readListsWithProblems: row(() => ({ input: letor(), options: options({ name: 'd.txt', format: 'letor' }) }), missing),
  readForeignFile: row(() => ({ input: input('tree\n'), options: options({ name: 'm.txt', limit: 10 }) })),
  readSchema: row(() => ({ input: input(schemaSample), options: options({ name: 's.json', limit: 10 }) })),
  readDocument: row(() => ({ input: input(s.modelText), options: options({ name: 'm.json', limit: 10 }) })),
  readModel: row(() => ({ input: input(s.modelText), options: options({ name: 'm.json', limit: 10 }) })),
  readClicks: row(() => ({ input: input('t1,t2,1,2\n') })),
  readNeighbours: row(() => ({ input: input('t1,t2;t3\n') })),
  readObjects: row(() => ({ input: input('o\n'), annotations: made(s.annotations) })),
  readOntology: row(
    () => ({
      input: input('a,b\n'),
      options: options({ name: 'o.csv', format: 'edges', onProblem: () => {}, onNote: () => {}, limit: 10, definitions: true, import: [] }),
    }),
    { strange: 'an edge without a weight has NaN' },
  ),
  readPairs: row(() => ({ input: input('a,b\nt1,t2\n') })),
  readPreferences: row(() => ({ input: pairs(), lists }), missing),
  readPreferredPairs: row(() => ({ input: pairs(), lists })),
  readQrels: row(() => ({ input: input('1 0 d 1\n') })),
  readRates: row(() => ({ input: input('t1,1\n') })),
  readRun: row(() => ({ input: input('1 Q0 d 1 0.5 tag\n') })),
  readScores: row(() => ({ input: input('1\n2\n'), rows: 2, options: options({ name: 's.txt', limit: 10 }) })),
  readSeries: row(() => ({ input: letor(), options: options({ name: 'd.txt', format: 'letor' }) }), missing),
  readStatistics: row(() => ({ input: input(statisticsToJson(s.statistics)) })),
  readStreamState: row(() => ({ path: 'no state.json' })),
  readTermCounts: row(() => ({ input: input('t1,3\n'), hierarchy })),
  readTermVectors: row(() => ({ input: input('t1,3,4\n'), terms: made(s.ontology) }), { strange: 'a term without numbers has NaN' }),
  readTerms: row(() => ({ input: input('t1\n'), finder: made(s.finder) })),
  removeUnfinished: row(() => ({})),
  runtimeFor: row(() => ({ threads: 1, options: options({ stop, note: () => {}, compute: 'portable' }) }), {
    accepts: ({ close }) => close(),
  }),
  sharedLists: row(() => ({ lists }), unlabelled),
  sharedStopFlag: row(() => ({ memory: made(new SharedArrayBuffer(4)) })),
  similarityRows: row(() => ({
    by: made({ hierarchy: s.hierarchy, options: { measure: 'path' } }),
    terms: Uint32Array.of(1, 2, 3),
    options: options({ threads: 1, columns: Uint32Array.of(1, 2) }),
  })),
  threadedCompute: row(() => ({ threads: 1, options: options({ note: () => {}, relaxed: false }) }), {
    accepts: (compute) => compute.close(),
  }),
  // Each call starts a thread. What lists and options may hold is asked of the same functions without one (browser, workers).
  trainAsync: row(() => ({ lists: made(lists), options: training, how: kept(how().value) })),
  trainInWorker: row(() => ({ lists: made(lists), options: training, how: how() })),
  tuneInWorkers: row(() => ({
    lists: made(lists),
    options: kept({ method: 'listnet', folds: 2, grid: { lambda: [1, 0.1] } }),
    how: options({ onProgress, signal, threads: 1, compute: 'portable' }),
  })),
  readExperiment: row(() => ({ input: input(experimentSample), options: options({ name: 'e.json', limit: 10 }) })),
  runExperiment: row(
    () => ({ experiment: made(experimentOf(JSON.parse(experimentSample))), folder: 'trial', options: options({ threads: 1, budget: 1 }) }),
    {
      refused: 'there is no such data',
    },
  ),
  withFileLock: row(() => ({ path: 'locked.json', work: async () => 1 })),
  withTemporaryFolder: row(() => ({ work: async () => 1 })),
  writeFolds: row(() => ({ lists, folder: 'folds', options: writing({ folds: 3, seed: 1, format: 'csv', onFold: () => {} }) })),
  writeLists: row(() => ({ lists, path: 'lists.csv', options: writing({ format: 'csv' }) })),
  writeMatrix: row(() => ({
    path: 'matrix.csv',
    ids: ['a', 'b'],
    rows: [Float64Array.of(1, 0.5), Float64Array.of(0.5, 1)],
    options: writing({ onRow: () => {}, columns: ['a', 'b'] }),
  })),
  whyWrongName: row(() => ({ path: 'matrix.xls', holds: 'matrix' })),
  writeModel: row(() => ({ model: made(s.model), path: 'model.json', options: writing() })),
  writePieces: row(() => ({ path: 'pieces.txt', pieces: ['a'], holds: 'anything', options: { stop, force: true } })),
  writeQrels: row(() => ({ qrels: s.qrels(), path: 'qrels.txt', options: writing() })),
  writeScoreTable: row(() => ({
    table: { scores: Float64Array.of(1, 2), offsets: Uint32Array.of(0, 2), listIds: ['a'], itemIds: ['x', 'y'] },
    path: 'scores.parquet',
    options: writing(),
  })),
  writeRun: row(() => ({ run: s.qrels(), path: 'run.txt', tag: 'tag', options: writing() })),
  writeStatistics: row(() => ({ statistics: made(s.statistics), path: 'statistics.json', options: writing() })),
  writeStreamState: row(() => ({ path: 'state.json', model: made(s.state), files: made(node.diskOperations) })),
  // They change what comes behind them in this process.
  guardCommits: row(() => ({ run: async (work) => work() })),
  watchUnfinished: row(() => ({ tell: () => {} })),
  countNativeCalls: row(() => ({ calls: made(new Int32Array(new SharedArrayBuffer(8))) })),
}
