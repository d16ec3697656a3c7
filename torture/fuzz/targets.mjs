// Everything that reads bytes of others. A target takes bytes, and may only throw a RankwrightError; what it accepts must be usable.
// tests/readers.test.ts fails for a reader that no target names in `reads`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as zlib from 'node:zlib'
import { seriesLists } from '@rankwright/contracts'
import { modelFromJson, modelToJson, RankwrightError, rankingLists, score } from '@rankwright/core'
import { parsePreferences, parsePreferredPairs, parseQrels, parseRun, parseScores, schemaText } from '@rankwright/core/data'
import { foldFrom, foldText, partFrom, partText, settingsFrom, settingsText, stepFrom, stepText } from '@rankwright/core/experiments'
import { isListModel, kindOf, mergeStatistics, statisticsFromJson, statisticsToJson, streamStateFromJson } from '@rankwright/core/models'
import {
  parseAnnotations,
  parseClicks,
  parseNeighbours,
  parsePairs,
  parseRates,
  parseTermCounts,
  termFinder,
  wordNetParser,
} from '@rankwright/core/ontology'
import { resumedFeed } from '@rankwright/core/streaming'
import { answeredParts, answerRowFrom, packedPartLines, questionBytes } from '@rankwright/engines'
import { importModel, readForeignModel } from '@rankwright/export'
import {
  lockFile,
  readDocument,
  readExperiment,
  readForeignFile,
  readListsWithProblems,
  readModel,
  readObjects,
  readOntology,
  readSchema,
  readSeries,
  readTerms,
  readTermVectors,
} from '@rankwright/node'
import { BrokenParquet, flatParquet, OtherParquet, pageCompressors, writeParquet } from '@rankwright/parquet'
import { reportPage, subjectOfJson } from '@rankwright/report'
import { parseArguments } from '../../packages/cli/dist/arguments.js'
import { commandTable } from '../../packages/cli/dist/commandTable.js'
import { parseWeights } from '../../packages/cli/dist/stream/expertWeights.js'
import { UsageError } from '../../packages/cli/dist/usageError.js'
import { parseGroupSizes, parseRowWeights } from '../../packages/core/dist/data/text/numberLines.js'
import { ListPacker } from '../../packages/engines/dist/packed/listPacker.js'
import { PackedFile } from '../../packages/engines/dist/packed/packedFile.js'
import { answerLine, answerRow } from '../../packages/engines/dist/worker/answerRows.js'
import { PartReader } from '../../packages/engines/dist/worker/partReader.js'
import { questionOf } from '../../packages/engines/dist/worker/question.js'
import { foundFile } from '../../packages/node/dist/outputs/foundFile.js'
import { claimFrom, claimText, journalFrom, journalText } from '../../packages/node/dist/outputs/journal.js'
import { isMatrixPair } from '../../packages/node/dist/outputs/matrixPair.js'
import { isOfKind, outputKinds, seemsToBe } from '../../packages/node/dist/outputs/outputKinds.js'
import { sampleLists, sampleModels, sampleStates, sampleStatistics, sampleTree } from './samples.mjs'

const lists = sampleLists()
const wide = sampleLists(4, 8, 80)
const named = rankingLists({ features: [[1], [2], [3]], labels: [2, 1, 0], lists: ['q', 'q', 'q'], items: ['a', 'b', 'c'] })
const tree = sampleTree()
const text = (bytes) => Buffer.from(bytes).toString('utf8')
const require = (holds, promise) => {
  if (!holds) throw new Error(promise)
}

function usedModel(bytes) {
  const model = modelFromJson(text(bytes), 'm.json')
  const written = modelToJson(model)
  require(modelToJson(modelFromJson(written, 'm.json')) ===
    written, 'a model that was read is not the same when it is written and read again')
  kindOf(model).facts(model)
  if (isListModel(model))
    for (const some of [lists, wide]) allowed(() => require(score(model, some).every(Number.isFinite), 'a score is not finite'))
}

function usedState(bytes) {
  resumedFeed(streamStateFromJson(text(bytes), 's.json')).take(seriesLists({ id: '1000', items: 4, seed: 1000 }))
}

function usedStatistics(bytes) {
  const statistics = statisticsFromJson(text(bytes), 's.json')
  allowed(() => mergeStatistics(statistics, statistics))
  require(statisticsToJson(statisticsFromJson(statisticsToJson(statistics), 's.json')) ===
    statisticsToJson(statistics), 'statistics change when they are written')
}

/** What was read may still be refused for what it is used for. */
function allowed(work) {
  try {
    work()
  } catch (error) {
    if (!(error instanceof RankwrightError)) throw error
  }
}

async function usedLists(bytes, format, options = {}) {
  const { lists: found } = await readListsWithProblems(bytes, { ...(format && { format }), ...options })
  if (found === undefined) return
  require(found.labels.every((label) => !Number.isNaN(label)), 'a label is not a number')
  require(found.offsets.at(-1) === found.labels.length, 'lists do not cover the rows')
}

async function usedSeries(bytes, format) {
  for await (const batch of readSeries(bytes, { format }))
    for (const one of batch) require(one.listIds.length === 1, 'a series is not one list')
}

const bytes =
  (...inputs) =>
  () =>
    inputs.map((input) => Buffer.from(input))
const json =
  (...documents) =>
  () =>
    documents.map((document) => Buffer.from(JSON.stringify(document)))
const messyTable =
  'query,grade,title,brand,price,day,v\nred cup,2,"a red cup, new",Acme,"$1,200.50",2026-01-02,"[1,2]"\nred cup,0,lid,Ibis,n/a,2025-11-30,"[0,1]"\n'
const letorRows = '2 qid:1 1:0.5 3:-1e-3 # doc = a\n0 qid:1 2:NULL\n1 qid:b 1:1\n'
const table = 'qid,label,doc,a,b\n1,2,x,0.5,1e-3\n1,0,"y ""z""",,NaN\n2,1,é,-3,4\n'
const obo =
  'format-version: 1.2\n\n[Term]\nid: A:1\nname: root\n\n[Term]\nid: A:2\nname: child\nis_a: A:1 ! root\nsynonym: "kid" EXACT []\nalt_id: A:9\n\n[Term]\nid: A:3\nname: old\nis_obsolete: true\nreplaced_by: A:2\n'
const elasticsearch = {
  model: {
    name: 'm',
    model: { type: 'model/linear', definition: { a: 0.5, b: -1 } },
    feature_normalizers: { a: { standard: { mean: 1, standard_deviation: 2 } } },
  },
}
const solr = {
  class: 'org.apache.solr.ltr.model.LinearModel',
  name: 'm',
  features: [{ name: 'a', norm: { class: 'org.apache.solr.ltr.norm.MinMaxNormalizer', params: { min: '0', max: '5' } } }],
  params: { weights: { a: 0.5 } },
}
const graphs = {
  graphs: [
    {
      id: 'g',
      nodes: [
        { id: 'A:1', lbl: 'root', type: 'CLASS' },
        { id: 'A:2', lbl: 'child', meta: { deprecated: false, synonyms: [{ pred: 'hasExactSynonym', val: 'kid' }] } },
      ],
      edges: [{ sub: 'A:2', pred: 'is_a', obj: 'A:1' }],
    },
  ],
}
const rdf =
  '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#">\n<owl:Class rdf:about="http://x/A"><rdfs:label>root</rdfs:label></owl:Class>\n<owl:Class rdf:about="http://x/B"><rdfs:subClassOf rdf:resource="http://x/A"/></owl:Class>\n</rdf:RDF>\n'
const turtle =
  '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<http://x/A> a owl:Class ; rdfs:label "root" .\n<http://x/B> a owl:Class ; rdfs:subClassOf <http://x/A> .\n'

const synsets =
  '  1 This software and database is being provided to you\n00000001 03 n 01 thing 0 001 ~ 00000002 n 0000 | anything\n00000002 05 n 02 animal 0 beast 0 002 @ 00000001 n 0000 + 00000001 v 0101 | a living thing\n'
const owner = { host: 'a1b2c3', pid: 4711, started: 8850123 }
const journal = {
  token: '0123456789abcdef',
  claims: ['/f/.a.rw-commit', '/f/.b.rw-commit'],
  changes: {
    steps: [
      { from: '/f/.a.rw-a1b2c3-4711-8850123-0f1e2d3c.tmp', to: '/f/a' },
      { from: '/f/.b.rw-a1b2c3-4711-8850123-0f1e2d3c.tmp', to: '/f/b', backup: '/f/.b.rw-a1b2c3-4711-8850123-0f1e2d3d.old' },
    ],
  },
}

const experiment = {
  format: 'rankwright-experiment',
  version: 1,
  data: [
    { name: 'letor', folder: 'MQ2008' },
    { name: 'later', file: 'log.csv', time: 'day', at: '2024-05-01', read: { list: 'query' } },
  ],
  methods: [{ method: 'lambdamart', name: 'trees', options: { trees: 10 }, try: { leaves: [4, 8] } }],
}
const printedCertificate = {
  certificates: [
    {
      ...{
        theorem: 'q-t9',
        terms: { empirical: 0.2, complexity: 3 },
        bound: 3.2,
        trivial: 1,
        side: 'below',
        verdict: 'vacuous',
        delta: 0.05,
      },
      assumptions: [{ text: 'Lists are drawn independently.', holds: 'unknown' }],
    },
  ],
  heldOut: [
    {
      ...{ metric: 'ndcg@10', method: 'betting', value: 0.8, lower: 0.7, verdict: 'informative', n: 30, delta: 0.05 },
      condition: 'lists with at least one relevant item',
    },
  ],
  notApplicable: [{ theorem: 'q-t5', reason: 'It is about another loss.' }],
  notes: [],
}
const printedEvaluation = {
  profile: 'rankwright',
  lists: 2,
  metrics: { 'ndcg@10': 0.5 },
  intervals: { 'ndcg@10': [0.4, 0.6] },
  skipped: { 'ndcg@10': 0 },
  notes: [],
}

function experimentFiles() {
  const values = Float64Array.of(0.5, Number.NaN, 1)
  const counted = { lists: 2, rows: 4, fingerprint: 'f' }
  const measured = { values: [values], unseen: Uint32Array.of(0, 2), first: Uint32Array.of(0, 1, 2), notes: ['n'] }
  const part = { data: 'd', fold: 'Fold1', method: 'm', seed: 1, share: 0.5, lists: 3, seconds: 0.25, measured }
  return [
    settingsText({ experiment, compute: 'portable' }),
    foldText({ data: 'd', fold: 'Fold1', train: counted, test: counted, ids: ['a', 'b'], weights: Float64Array.of(1, 2), notes: [] }),
    partText(part),
    stepText({ values: [values, 'it failed', undefined] }),
  ]
}

function packed(some) {
  const packer = new ListPacker()
  return Buffer.concat([...packer.add(some), ...packer.end()])
}

/** The lines that a worker takes. */
function packedParts(some) {
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-fuzz-'))
  try {
    writeFileSync(join(folder, 'lists.packed'), packed(some))
    return [...packedPartLines(join(folder, 'lists.packed'))].join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Columns of a Parquet file that workers read; what they leave to others they say by these errors. */
function usedColumns(bytes) {
  try {
    const columns = [
      { name: 'qid', type: 'string' },
      { name: 'label', type: 'double' },
      { name: 'f1', type: 'float' },
    ]
    const file = flatParquet((from, length) => bytes.subarray(from, from + length), bytes.length, columns, pageCompressors(zlib))
    const rows = Math.min(file.rows, 1000)
    if ([...file.texts(0, 0, rows)].reduce((sum, run) => sum + run.rows, 0) !== rows) throw new Error('rows are missing')
    file.doubles(1, 0, rows, new Float64Array(rows), 0)
    file.float32Bits(2, 0, rows, new Int32Array(rows), 0, 1)
  } catch (error) {
    if (!(error instanceof BrokenParquet || error instanceof OtherParquet)) throw error
    throw new RankwrightError({ area: 'engine', code: 'message-broken', what: 'The file', reason: error.message })
  }
}

/** Without and with missing values, names and long texts. */
function parquetFiles() {
  const missing = rankingLists({
    features: [
      [1, Number.NaN],
      [2, 3],
      [Number.NaN, 4],
    ],
    labels: [2, 1, 0],
    lists: ['a', 'a', 'é'],
    items: ['x', 'y', 'z'.repeat(300)],
  })
  return [lists, missing].map((some) => Buffer.from(writeParquet(some)))
}

/** `work` gets the paths of files that are there meanwhile. */
async function withFiles(files, work) {
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-fuzz-'))
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    return await work((name) => join(folder, name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A lock whose holder is called as the input says: it is taken over, or it is refused. */
function takenLock(bytes) {
  const name = text(bytes).replaceAll(/[/\0]/g, '').slice(0, 60)
  return withFiles({}, async (at) => {
    mkdirSync(at('state.lock'))
    if (!['', '.', '..'].includes(name)) writeFileSync(join(at('state.lock'), name), '')
    await (await lockFile(at('state'))).release()
  })
}

function numpyMatrix(size) {
  const head = `{'descr': '<f4', 'fortran_order': False, 'shape': (${size}, ${size}), } \n`
  const start = Buffer.from('\x93NUMPY\x01\x00\0\0', 'latin1')
  start.writeUInt16LE(head.length, 8)
  return Buffer.concat([start, Buffer.from(head), Buffer.alloc(4 * size * size)])
}

/** The first line is the command, each other one a word. */
async function parsedWords(bytes) {
  const [first, ...words] = text(bytes).split('\n')
  const name = Object.hasOwn(commandTable, first) ? first : 'train'
  try {
    parseArguments(name, await commandTable[name].load(), words)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
  }
}

const lightgbm = [
  'tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=1\nfeature_names=Column_0 Column_1\ntree_sizes=9\n\n',
  'Tree=0\nnum_leaves=3\nnum_cat=1\nsplit_feature=0 1\nthreshold=0.5 0\ndecision_type=10 9\nleft_child=1 -2\nright_child=-1 -3\n',
  'leaf_value=1 20 300\ncat_boundaries=0 1\ncat_threshold=5\nis_linear=0\nshrinkage=1\n\n\nend of trees\n',
].join('')

const ranklibTrees = ['LambdaMART', 'Random Forests'].map(
  (kind) =>
    `## ${kind}\n<ensemble>\n<tree id="1" weight="0.1">\n<split>\n<feature> 2 </feature>\n<threshold> 0.5 </threshold>\n<split pos="left">\n<output> 1 </output>\n</split>\n<split pos="right">\n<output> 2 </output>\n</split>\n</split>\n</tree>\n</ensemble>\n`,
)
const dumped = [
  {
    nodeid: 0,
    split: 'f1',
    split_condition: 0.5,
    yes: 1,
    no: 2,
    missing: 1,
    children: [
      { nodeid: 1, leaf: 1 },
      { nodeid: 2, leaf: 2 },
    ],
  },
]
const xgboost = {
  learner: {
    feature_names: [],
    gradient_booster: {
      name: 'gbtree',
      model: {
        trees: [
          {
            categories: [1, 33],
            categories_nodes: [1],
            categories_segments: [0],
            categories_sizes: [2],
            default_left: [0, 1, 0, 0, 0],
            left_children: [1, 3, -1, -1, -1],
            right_children: [2, 4, -1, -1, -1],
            split_conditions: [0.5, 0, 2, 3, 4],
            split_indices: [1, 0, 0, 0, 0],
            split_type: [0, 1, 0, 0, 0],
            tree_param: { num_nodes: '5', size_leaf_vector: '1' },
          },
        ],
      },
    },
    learner_model_param: { base_score: '[5E-1]', num_class: '0', num_feature: '2', num_target: '1' },
    objective: { name: 'rank:ndcg' },
  },
}
const catboost = {
  features_info: { float_features: [{ feature_index: 0, flat_feature_index: 0, nan_value_treatment: 'AsFalse' }] },
  oblivious_trees: [{ leaf_values: [1, 2], splits: [{ border: 0.5, float_feature_index: 0, split_type: 'FloatFeature' }] }],
  scale_and_bias: [1, [0.5]],
}
const lightgbmDump = {
  num_class: 1,
  num_tree_per_iteration: 1,
  max_feature_idx: 0,
  feature_names: ['Column_0'],
  tree_info: [
    {
      tree_structure: {
        split_feature: 0,
        threshold: 0.5,
        decision_type: '<=',
        default_left: true,
        missing_type: 'NaN',
        left_child: { leaf_value: 1 },
        right_child: { leaf_value: 2 },
      },
    },
  ],
}
const solrTrees = {
  class: 'org.apache.solr.ltr.model.MultipleAdditiveTreesModel',
  name: 'm',
  features: [{ name: 'a' }],
  params: { trees: [{ weight: '1', root: { feature: 'a', threshold: '0.5', left: { value: '1' }, right: { value: '2' } } }] },
}
const elasticsearchTrees = { model: { name: 'm', model: { type: 'model/xgboost+json', definition: JSON.stringify(dumped) } } }
const importedDocuments = [dumped, xgboost, catboost, lightgbmDump, solrTrees, elasticsearchTrees, elasticsearch, solr]

/** UBJSON of a value, with arrays of numbers as XGBoost writes them. */
function ubjson(value) {
  const length = (count) => Buffer.from([0x6c, count >>> 24, (count >>> 16) & 255, (count >>> 8) & 255, count & 255])
  const words = (text) => Buffer.concat([length(Buffer.byteLength(text)), Buffer.from(text)])
  if (typeof value === 'string') return Buffer.concat([Buffer.from('S'), words(value)])
  if (Array.isArray(value) && value.every((item) => typeof item === 'number')) {
    const numbers = Buffer.alloc(4 * value.length)
    for (const [at, item] of value.entries()) numbers.writeFloatBE(item, 4 * at)
    return Buffer.concat([Buffer.from('[$d#'), length(value.length), numbers])
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from('[#'), length(value.length), ...value.map(ubjson)])
  return Buffer.concat([Buffer.from('{'), ...Object.entries(value).flatMap(([key, item]) => [words(key), ubjson(item)]), Buffer.from('}')])
}
const xgboostBinary = ubjson(xgboost)

/** `seeds` are inputs that are read without a problem; `share` says how often the target has its turn; `reads` names the functions it attacks. */
export const targets = {
  model: {
    share: 6,
    reads: ['modelFromJson'],
    seeds: () => sampleModels().map((one) => Buffer.from(one)),
    run: usedModel,
  },
  state: {
    share: 6,
    reads: ['streamStateFromJson', 'readStreamState'],
    seeds: () => sampleStates().map((one) => Buffer.from(one)),
    run: usedState,
  },
  statistics: {
    share: 3,
    reads: ['statisticsFromJson', 'readStatistics'],
    seeds: () => sampleStatistics().map((one) => Buffer.from(one)),
    run: usedStatistics,
  },
  'packed model': {
    share: 1,
    reads: ['readModel', 'openStored'],
    seeds: () =>
      sampleModels()
        .slice(0, 2)
        .map((one) => zlib.gzipSync(one)),
    run: (input) => readModel(input),
  },
  letor: {
    share: 4,
    reads: ['letorParser', 'parseLetor', 'listsFrom', 'listsWithProblemsFrom', 'readLists', 'readListsWithProblems', 'readFolds'],
    seeds: bytes(letorRows),
    run: (input) => usedLists(input, 'letor'),
  },
  'packed letor': {
    share: 1,
    reads: ['openStored'],
    seeds: () => [
      zlib.gzipSync('2 qid:1 1:0.5 3:-1e-3 # doc = a\n0 qid:1 2:NULL\n1 qid:b 1:1\n'),
      zlib.gzipSync('1 qid:1 1:1\n'.repeat(500)),
    ],
    run: (input) => usedLists(input, 'letor'),
  },
  csv: {
    share: 3,
    reads: ['delimitedTextParser'],
    seeds: bytes(table, table.replaceAll('\n', '\r\n'), messyTable, table.replaceAll(',', ';'), `sep=|\n${table.replaceAll(',', '|')}`),
    run: (input) => usedLists(input, 'csv'),
  },
  tsv: { share: 1, reads: ['delimitedTextParser'], seeds: bytes(table.replaceAll(',', '\t')), run: (input) => usedLists(input, 'tsv') },
  jsonl: {
    share: 3,
    reads: [],
    seeds: bytes(
      '{"qid":1,"label":2,"a":0.5}\n{"qid":1,"label":0,"a":null,"b":1e3}\n',
      '{"qid":1,"items":[{"label":1,"a":1},{"label":2,"a":2}]}\n',
      '{"qid":1,"label":2,"p":{"amount":9,"of":{"unit":"kg"}},"tags":["a","b"]}\n{"qid":1,"label":0,"p":null,"tags":[],"d":"3 km"}\n',
      '{"qid":"red cup","label":2,"title":"a red cup","price":"$1,200","v":[1,2]}\n{"qid":"red cup","label":0,"title":"lid","price":"n/a","v":[0,1]}\n',
    ),
    run: (input) => usedLists(input, 'jsonl'),
  },
  parquet: { share: 2, reads: ['readParquet'], seeds: () => parquetFiles(), run: (input) => usedLists(input, 'parquet') },
  'parquet columns': { share: 2, reads: ['flatParquet'], seeds: () => parquetFiles(), run: (input) => usedColumns(input) },
  cifar: {
    share: 1,
    reads: [],
    seeds: () => [Buffer.alloc(3073, 7), Buffer.concat([Buffer.alloc(3073, 3), Buffer.alloc(3073, 9)])],
    run: (input) => usedLists(input, 'cifar'),
  },
  'several files': {
    share: 2,
    reads: [],
    seeds: bytes('2 qid:7 1:0.5 3:-1e-3 # doc = a\n', table, messyTable, '{"query":"jar","grade":2,"title":"a jar","price":"$1"}\n'),
    run: async (input) => {
      const sameLists = ['join', 'apart', 'refuse'][input.length % 3]
      for (const other of [letorRows, table, messyTable]) {
        const files = [input, Buffer.from(other)]
        await usedLists(input.length % 2 === 0 ? files : files.reverse(), undefined, { sameLists })
      }
    },
  },
  'unknown format': {
    share: 1,
    reads: ['formatOfContent', 'formatOfName'],
    seeds: () => [...bytes(table, '1 qid:1 1:2\n', '{"qid":1,"label":2,"a":0.5}\n')(), ...parquetFiles()],
    run: (input) => usedLists(input, undefined),
  },
  series: {
    share: 2,
    reads: ['readSeries', 'seriesFrom'],
    seeds: bytes(table, '1 qid:1 1:2\n2 qid:1 1:3\n1 qid:2 1:2\n2 qid:2 2:3\n'),
    run: (input) => usedSeries(input, input[0] === 0x71 ? 'csv' : 'letor'),
  },
  scores: {
    share: 1,
    reads: ['parseScores', 'readScores'],
    seeds: bytes('0.5\n-1e-3\n3\n'),
    run: (input) => void parseScores('s.txt', input),
  },
  sidecars: {
    share: 1,
    reads: ['parseGroupSizes', 'parseRowWeights'],
    seeds: bytes('3\n1\n2\n', '0.5\n1\n'),
    run(input) {
      allowed(() => parseGroupSizes('d.query', input))
      parseRowWeights('d.weight', input)
    },
  },
  preferences: {
    share: 1,
    reads: ['parsePreferences', 'parsePreferredPairs', 'readPreferences', 'readPreferredPairs'],
    seeds: bytes('list,preferred,other\nq,a,b\nq,b,c\n'),
    run(input) {
      allowed(() => parsePreferredPairs('p.csv', input, named))
      parsePreferences('p.csv', input, named)
    },
  },
  schema: {
    share: 1,
    reads: ['readSchema'],
    seeds: () =>
      bytes(
        schemaText(
          [
            { name: 'q', role: 'list', reason: 'given' },
            { name: 'title', role: 'text', reason: 'texts' },
            { name: 'id', role: 'ignored', reason: 'an id' },
          ],
          { missingWords: ['none'], match: ['q~title'] },
        ),
      )(),
    run: (input) => readSchema(input),
  },
  experiment: {
    share: 2,
    reads: ['readExperiment'],
    seeds: json(experiment, { ...experiment, data: [{ file: 'a.csv', folds: 3 }], methods: ['listnet'], seeds: [1, 2] }),
    run: (input) => readExperiment(input),
  },
  'files of an experiment': {
    share: 2,
    reads: [],
    seeds: () => bytes(...experimentFiles())(),
    run(input) {
      for (const from of [settingsFrom, foldFrom, partFrom, stepFrom]) allowed(() => from(text(input), 'e.json'))
    },
  },
  'packed lists': {
    share: 2,
    reads: [],
    seeds: () => [lists, wide].map(packed),
    run: (input) =>
      withFiles({ 'lists.packed': input }, (at) => {
        const file = new PackedFile(at('lists.packed'))
        try {
          for (const section of file.directory.sections.keys()) file.section(section)
        } finally {
          file.close()
        }
      }),
  },
  'parts for a worker': {
    share: 2,
    reads: [],
    seeds: () => [lists, wide].map((some) => Buffer.from(packedParts(some))),
    run: (input) => {
      const reader = new PartReader()
      for (const line of text(input).split('\n')) if (line !== '') reader.add(Buffer.from(line))
      reader.end()
    },
  },
  'question of a worker': {
    share: 1,
    reads: [],
    seeds: () => [
      questionBytes('columnDeviations', { statistics: { mean: Float64Array.of(1, Number.NaN), rows: 3 } }),
      questionBytes('summary', {}),
    ],
    run: (input) => questionOf(input, 'summary'),
  },
  'answers of workers': {
    share: 1,
    reads: ['answerRowFrom'],
    seeds: () => [Buffer.from(answerLine(answerRow(0, { lists: 2, rows: 4 }, [{ sum: Float64Array.of(1, 2) }]), '\t'))],
    run: (input) => answeredParts('summary', [answerRowFrom(text(input))], [{ lists: 2, rows: 4 }]),
  },
  'printed answer': {
    share: 2,
    reads: ['readDocument'],
    seeds: json(
      printedEvaluation,
      { best: { options: { lambda: 1 }, score: 0.5 }, trials: [{ options: { lambda: 1 }, score: 0.5 }] },
      printedCertificate,
    ),
    run: async (input) => {
      const document = await readDocument(input)
      const subject = subjectOfJson(document.text, 'printed.json')
      if (subject !== undefined) reportPage(subject)
    },
  },
  qrels: {
    share: 1,
    reads: ['parseQrels', 'readQrels'],
    seeds: bytes('1 0 d1 2\n1 0 d2 0\n2 0 d3 1\n'),
    run: (input) => void parseQrels('q.txt', input),
  },
  run: {
    share: 1,
    reads: ['parseRun', 'readRun'],
    seeds: bytes('1 Q0 d1 1 0.9 tag\n1 Q0 d2 2 0.5 tag\n'),
    run: (input) => void parseRun('r.txt', input),
  },
  peer: {
    share: 3,
    reads: ['readForeignModel'],
    seeds: () => [
      ...bytes('## Coordinate Ascent\n## Restart = 5\n1:0.5 3:-0.25\n', '## Linear Regression\n## Lambda = 1.0E-10\n0:0.5 1:0.1 2:-2\n')(),
      ...json(elasticsearch, solr)(),
    ],
    run: (input) => void readForeignModel(text(input), 'peer.txt'),
  },
  'imported trees': {
    share: 3,
    reads: ['readForeignFile', 'readUbjson'],
    seeds: () => [...bytes(lightgbm, ...ranklibTrees)(), ...json(...importedDocuments)(), xgboostBinary],
    run: async (input) => {
      const { name, bytes: content } = await readForeignFile(input, { name: 'peer.model' })
      modelToJson(importModel(content, name).model)
    },
  },
  obo: { share: 2, reads: ['oboParser', 'readOntology'], seeds: bytes(obo), run: (input) => readOntology(input, { format: 'obo' }) },
  obographs: { share: 2, reads: ['parseOboGraphs'], seeds: json(graphs), run: (input) => readOntology(input, { format: 'obographs' }) },
  edges: {
    share: 1,
    reads: ['edgeListParser'],
    seeds: bytes('b,a\nc,a,0.5\nd,b\n'),
    run: (input) => readOntology(input, { format: 'edges' }),
  },
  rdfxml: { share: 1, reads: [], seeds: bytes(rdf), run: (input) => readOntology(input, { format: 'rdfxml' }) },
  turtle: { share: 1, reads: [], seeds: bytes(turtle), run: (input) => readOntology(input, { format: 'turtle' }) },
  wordnet: {
    share: 1,
    reads: ['wordNetParser'],
    seeds: bytes(synsets),
    run: (input) => readOntology(input, { format: 'wordnet', name: 'data.noun' }),
  },
  'wordnet index': {
    share: 1,
    reads: ['wordNetParser'],
    seeds: bytes('thing n 1 1 @ 1 0 00000001\nanimal n 2 1 @ 2 0 00000002 00000001\n'),
    run(input) {
      const parser = wordNetParser({ data: 'data.noun', index: 'index.noun' })
      parser.pushData(Buffer.from(synsets))
      parser.pushIndex(input)
      parser.finish()
    },
  },
  'unknown ontology': {
    share: 1,
    reads: ['ontologyFormatOfContent', 'ontologyFormatOfName'],
    seeds: () => [...bytes(obo, rdf, turtle, synsets, 'b,a\nc,a,0.5\n')(), ...json(graphs)()],
    run: (input) => readOntology(input, {}),
  },
  pairs: {
    share: 1,
    reads: ['parsePairs', 'readPairs'],
    seeds: bytes('a,b,rating\nt1,t2,3.5\nt3;t4,t5,1\n'),
    run: (input) => void parsePairs('p.csv', input),
  },
  neighbours: {
    share: 1,
    reads: ['parseNeighbours', 'readNeighbours'],
    seeds: bytes('term,neighbours\nt1,t2;t3\n'),
    run: (input) => void parseNeighbours('n.csv', input),
  },
  clicks: {
    share: 1,
    reads: ['parseClicks', 'readClicks'],
    seeds: bytes('term,shown,clicks,views,place\nt1,t2,3,10,1\nt1,t3,0,10,2\n'),
    run: (input) => void parseClicks('c.csv', input),
  },
  objects: {
    share: 1,
    reads: ['readObjects'],
    seeds: bytes('o1\no2,name\n# o3\no4\tx\n'),
    run: async (input) => void (await readObjects(input, parseAnnotations('a.csv', Buffer.from('o1,t1;t2\no2,t3\n'), tree))),
  },
  rates: {
    share: 1,
    reads: ['parseRates', 'readRates'],
    seeds: bytes('branch,rate\nt1,0.5\nt2,1\n'),
    run: (input) => void parseRates('r.csv', input),
  },
  counts: {
    share: 1,
    reads: ['parseTermCounts', 'readTermCounts'],
    seeds: bytes('term,count\nt1,5\nt2,3\n'),
    run: (input) => void parseTermCounts('c.csv', input, tree),
  },
  annotations: {
    share: 1,
    reads: ['parseAnnotations', 'readAnnotations'],
    seeds: bytes('object,terms\no1,t1;t2\n'),
    run: (input) => void parseAnnotations('a.csv', input, tree),
  },
  vectors: {
    share: 1,
    reads: ['parseTermVectors', 'readTermVectors', 'termVectorsFrom'],
    seeds: bytes('t1,0.5,1\nt2,1,2\n', 'term,kind\nt1,"a, b"\n', '{"term":"t1","v":[1,2],"kind":"red"}\n{"term":"t2","price":"$3"}\n'),
    run: (input) => readTermVectors(input, tree.ontology),
  },
  terms: {
    share: 1,
    reads: ['readTerms'],
    seeds: bytes('t1\nt2,name\n# t3\nt4\tx\n'),
    run: (input) => readTerms(input, termFinder(tree.ontology)),
  },
  'expert weights': {
    share: 1,
    reads: ['parseWeights', 'readWeights'],
    seeds: json({ price: 0.5, age: -1 }),
    run: (input) => void parseWeights(text(input), 'w.json'),
  },
  journal: {
    share: 1,
    reads: ['journalFrom', 'claimFrom'],
    seeds: bytes(journalText(journal), claimText({ owner, token: journal.token, journal: '/f/.a.rw-journal' })),
    run(input) {
      const [journalRead, claimRead] = [journalFrom(text(input)), claimFrom(text(input))]
      require(journalRead === undefined || journalText(journalRead) === text(input), 'a journal is another one when it is written again')
      require(claimRead === undefined || claimText(claimRead) === text(input), 'a claim is another one when it is written again')
    },
  },
  lock: {
    share: 1,
    reads: ['lockFile'],
    seeds: bytes('holder-2147483646-0123456789abcdef-here-0f1e2d3c4b5a', `holder-${process.pid}--here-0f1e`),
    run: takenLock,
  },
  'kinds of outputs': {
    share: 1,
    reads: ['foundFile', 'isOfKind', 'seemsToBe'],
    seeds: () => [
      ...bytes(table, '0.5\n1\n', '## Linear Regression\n0:1 1:2\n')(),
      ...sampleModels()
        .slice(0, 1)
        .flatMap((one) => [Buffer.from(one), zlib.gzipSync(one)]),
    ],
    run: (input) =>
      withFiles({ found: input }, (at) => {
        const file = foundFile(at('found'))
        for (const kind of outputKinds) isOfKind(kind, file)
        seemsToBe(file)
      }),
  },
  'matrix and ids': {
    share: 1,
    reads: ['isMatrixPair'],
    seeds: () => [numpyMatrix(2)],
    run: (input) => withFiles({ 'm.npy': input, 'm.ids': 'a\nb\n' }, (at) => isMatrixPair({ matrix: at('m.npy'), ids: at('m.ids') })),
  },
  'words of commands': {
    share: 1,
    reads: ['parseArguments'],
    seeds: bytes(
      'train\nd.txt\n--method\nlistnet\n--lambda\n0.1\n--out\nm.json',
      'stream\ns.csv\n--state\nx\n--save-every\n3',
      'bound\nq-t5\n--set\nG=1,W=1',
    ),
    run: parsedWords,
  },
}
