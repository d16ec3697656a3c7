import * as data from '@rankwright/core/data'
import { plainCompute } from '@rankwright/core/numeric'
import { made, options, row } from '../attempts.mjs'
import * as s from '../samples.mjs'

export const functions = data

const compute = made(plainCompute)
const lists = s.lists
const bytes = (text) => s.bytesOf(text)
const missing = { strange: 'a missing feature is NaN' }
const unlabelled = { strange: 'a missing label is NaN' }
const gunzip = {
  async *unpack(packed) {
    yield* packed
  },
}
const columns = { names: ['qid', 'label', 'x'], list: 0, label: 1, item: undefined, key: undefined, features: [2] }
const encoders = { list: 'qid', missingWords: [], columns: [{ kind: 'number', column: 'x', decimals: 'point' }], matches: [] }
const pairs = 'list,preferred,other\na,p,q\n'

// Options that are not marked stand among those of a reader, which refuses other names.
export const rows = {
  layoutFor: row(() => ({ rows: 10, width: 3, nonZeros: 2 })),
  BrokenGzip: row(() => ({ reason: 'cut off' }), { construct: true }),
  affineColumns: row(() => ({ map: s.identity })),
  applyFeatureMap: row(() => ({ map: s.map, lists, compute })),
  chooseFeatures: row(() => ({ lists, choice: options({ features: ['1'] }), file: 'a file' }), unlabelled),
  chosenFeatures: row(() => ({ width: 3, choice: options({ features: ['1'] }), file: 'a file' })),
  gradesOfCounts: row(() => ({ how: 'binary:1', labels: Float64Array.of(0, 1), counts: Float64Array.of(2, 3) })),
  columnTable: row(() => ({ file: 'a file', columns, options: { onProblem: () => {} } })),
  copyRow: row(() => ({ lists, row: 1, into: new Float64Array(2) })),
  crossValidationFolds: row(() => ({ lists, count: 2, options: options({ seed: 1 }) }), unlabelled),
  dataGuards: row(() => ({ lists, label: 'clicks', valid: lists }), unlabelled),
  delimitedText: row(() => ({ lists, separator: ',' })),
  delimitedTextParser: row(() => ({ file: 'a file', options: options({ separator: ',', list: 'a', features: ['b'] }) })),
  documentText: row(() => ({ source: made(s.source('{}')), format: 'a model' })),
  encodedSources: row(() => ({ encoders })),
  inspection: row(() => ({ lists }), unlabelled),
  drawLists: row(() => ({ lists, rows: 3, seed: 1 }), unlabelled),
  endingOf: row(() => ({ format: 'csv' })),
  featureNumbers: row(() => ({ names: ['f1', 'f2'] })),
  fileOrder: row(() => ({ lists })),
  fileRows: row(() => ({ lists }), missing),
  filesWithProblems: row(() => ({ files: [async () => s.source()], options: { format: 'letor' }, readers: made(s.readers) }), missing),
  fingerprint: row(() => ({ lists, compute })),
  foldsApart: row(() => ({ lists, count: 2, options: options({ seed: 1 }), compute }), unlabelled),
  foldsOf: row(() => ({ lists, count: 2, options: options({ seed: 1 }) })),
  formatOfContent: row(() => ({ head: bytes('1 qid:1 1:1\n') })),
  formatSeen: row(() => ({ source: made(s.source()), given: 'letor' }), missing),
  formatOfName: row(() => ({ name: 'a.csv' })),
  identityMap: row(() => ({ width: 3 })),
  isSpread: row(() => ({ width: 3, stored: 3 })),
  isWritten: row(() => ({ format: 'csv' })),
  joined: row(() => ({ parts: [Uint32Array.of(0), Uint32Array.of(1)] })),
  joinedBytes: row(() => ({ chunks: [bytes('a'), bytes('b')] })),
  jsonLines: row(() => ({ lists })),
  keyOfList: row(() => ({ id: 'a' })),
  letorFoldLayout: row(() => ({ count: 5 })),
  letorParser: row(() => ({ file: 'a file', options: options({ onProblem: () => {} }) })),
  letorText: row(() => ({ lists: s.sparse })),
  levelAt: row(() => ({ scale: s.map.scale, column: 0, x: 1.5 }), missing),
  listCount: row(() => ({ lists })),
  listsFrom: row(() => ({ source: made(s.source()), options: { format: 'letor', ignore: ['1'] }, readers: made(s.readers) }), missing),
  listsFromFiles: row(
    () => ({
      files: [async () => s.source(), async () => s.source()],
      options: { format: 'letor', sameLists: 'join' },
      readers: made(s.readers),
    }),
    missing,
  ),
  listsWithProblemsFrom: row(() => ({ source: made(s.source()), options: { format: 'letor' }, readers: made(s.readers) }), missing),
  mapRadius: row(() => ({ map: s.map, norm: 'l2' })),
  numberedFeature: row(() => ({ number: 3 })),
  obeyUnpackLimit: row(() => ({ file: 'a file', unpackedBytes: 10, packedBytes: 5, limit: 100, least: 10 })),
  openStored: row(() => ({ stored: made(stored()), options: { name: 'a file', limit: 10 }, gunzip: made(gunzip) })),
  parseLetor: row(() => ({ text: '1 qid:1 1:1\n', options: options({ file: 'a file' }) }), missing),
  parsePreferences: row(() => ({ file: 'a file', bytes: bytes(pairs), lists })),
  parsePreferredPairs: row(() => ({ file: 'a file', bytes: bytes(pairs), lists })),
  parseQrels: row(() => ({ file: 'a file', bytes: bytes('1 0 d 1\n') })),
  parseRun: row(() => ({ file: 'a file', bytes: bytes('1 Q0 d 1 0.5 tag\n') })),
  parseScores: row(() => ({ file: 'a file', bytes: bytes('1\n2\n'), rows: 2 })),
  planOfKinds: row(() => ({ texts: ['title'], numbers: ['x'], options: { encode: false, category: ['x'] } })),
  qrelsOfLists: row(() => ({ lists })),
  qrelsText: row(() => ({ qrels: s.qrels() })),
  readsAsLists: row(() => ({ block: bytes('1 qid:1 1:1\n'), whole: true, columns: options({ list: 'q', label: 'y', item: 'i' }) })),
  ourDocument: row(() => ({ text: '{"format":"rankwright-model"' })),
  numberText: row(() => ({ value: 0.5 })),
  rowCollector: row(() => ({})),
  rowCount: row(() => ({ lists })),
  runOfLists: row(() => ({ lists, scores: s.scores })),
  runText: row(() => ({ run: s.qrels(), tag: 'tag' })),
  scoresCsv: row(() => ({ table: s.scoreTable() })),
  schemaOptions: row(() => ({ source: schemaSample, file: 'a file' })),
  withGivenRoles: row(() => ({ schema: { text: ['a', 'b'] }, given: { ignore: ['b'] } })),
  schemaText: row(() => ({ columns: [{ name: 'x', role: 'number', reason: 'numbers' }] })),
  selectColumns: row(() => ({ lists, from: Int32Array.of(1, -1) }), unlabelled),
  storedChunks: row(() => ({ chunks: made(chunks()), name: 'a file' })),
  storedInput: row(() => ({ input: bytes('1 qid:1 1:1\n'), name: 'a file' })),
  tableColumns: row(() => ({ names: ['qid', 'label', 'x'], options: { list: 'qid', ignore: ['x'] }, at: { file: 'a file' } })),
  tableFitting: row(() => ({ file: 'a file', columns, options: { onNote: () => {} } })),
  tableLayout: row(() => ({ lists }), unlabelled),
  wholeOf: row(() => ({ source: made(s.source()) })),
}

const schemaSample = '{"format": "rankwright-schema", "version": 1, "columns": [{"name": "x", "role": "text"}]}'

async function* chunks() {
  yield bytes('1 qid:1 1:1\n')
}

function stored() {
  return { name: 'a file', head: bytes('1 qid'), chunks: () => chunks(), async close() {} }
}
