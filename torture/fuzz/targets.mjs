// Everything that reads bytes of others. A target takes bytes, and may only throw a RankwrightError; what it accepts must be usable.
import { seriesLists } from '@rankwright/contracts'
import { modelFromJson, modelToJson, RankwrightError, rankingLists, score } from '@rankwright/core'
import { parsePreferences, parseQrels, parseRun, parseScores } from '@rankwright/core/data'
import { isListModel, kindOf, mergeStatistics, statisticsFromJson, statisticsToJson, streamStateFromJson } from '@rankwright/core/models'
import { parseAnnotations, parseNeighbours, parsePairs, parseRates, parseTermCounts, parseTermVectors } from '@rankwright/core/ontology'
import { resumedFeed } from '@rankwright/core/streaming'
import { readForeignModel } from '@rankwright/export'
import { readListsWithProblems, readOntology, readSeries } from '@rankwright/node'
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

async function usedLists(bytes, format) {
  const { lists: found } = await readListsWithProblems(bytes, { format })
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

/** `seeds` are inputs that are read without a problem; `share` says how often the target has its turn. */
export const targets = {
  model: { share: 6, seeds: () => sampleModels().map((one) => Buffer.from(one)), run: usedModel },
  state: { share: 6, seeds: () => sampleStates().map((one) => Buffer.from(one)), run: usedState },
  statistics: { share: 3, seeds: () => sampleStatistics().map((one) => Buffer.from(one)), run: usedStatistics },
  letor: {
    share: 4,
    seeds: bytes('2 qid:1 1:0.5 3:-1e-3 # doc = a\n0 qid:1 2:NULL\n1 qid:b 1:1\n'),
    run: (input) => usedLists(input, 'letor'),
  },
  csv: { share: 3, seeds: bytes(table, table.replaceAll('\n', '\r\n')), run: (input) => usedLists(input, 'csv') },
  tsv: { share: 1, seeds: bytes(table.replaceAll(',', '\t')), run: (input) => usedLists(input, 'tsv') },
  jsonl: {
    share: 3,
    seeds: bytes(
      '{"qid":1,"label":2,"a":0.5}\n{"qid":1,"label":0,"a":null,"b":1e3}\n',
      '{"qid":1,"items":[{"label":1,"a":1},{"label":2,"a":2}]}\n',
    ),
    run: (input) => usedLists(input, 'jsonl'),
  },
  series: {
    share: 2,
    seeds: bytes(table, '1 qid:1 1:2\n2 qid:1 1:3\n1 qid:2 1:2\n2 qid:2 2:3\n'),
    run: (input) => usedSeries(input, input[0] === 0x71 ? 'csv' : 'letor'),
  },
  scores: { share: 1, seeds: bytes('0.5\n-1e-3\n3\n'), run: (input) => void parseScores('s.txt', input) },
  preferences: {
    share: 1,
    seeds: bytes('list,preferred,other\nq,a,b\nq,b,c\n'),
    run: (input) => void parsePreferences('p.csv', input, named),
  },
  qrels: { share: 1, seeds: bytes('1 0 d1 2\n1 0 d2 0\n2 0 d3 1\n'), run: (input) => void parseQrels('q.txt', input) },
  run: { share: 1, seeds: bytes('1 Q0 d1 1 0.9 tag\n1 Q0 d2 2 0.5 tag\n'), run: (input) => void parseRun('r.txt', input) },
  peer: {
    share: 3,
    seeds: () => [
      ...bytes('## Coordinate Ascent\n## Restart = 5\n1:0.5 3:-0.25\n', '## Linear Regression\n## Lambda = 1.0E-10\n0:0.5 1:0.1 2:-2\n')(),
      ...json(elasticsearch, solr)(),
    ],
    run: (input) => void readForeignModel(text(input), 'peer.txt'),
  },
  obo: { share: 2, seeds: bytes(obo), run: (input) => readOntology(input, { format: 'obo' }) },
  obographs: { share: 2, seeds: json(graphs), run: (input) => readOntology(input, { format: 'obographs' }) },
  edges: { share: 1, seeds: bytes('b,a\nc,a,0.5\nd,b\n'), run: (input) => readOntology(input, { format: 'edges' }) },
  rdfxml: { share: 1, seeds: bytes(rdf), run: (input) => readOntology(input, { format: 'rdfxml' }) },
  turtle: { share: 1, seeds: bytes(turtle), run: (input) => readOntology(input, { format: 'turtle' }) },
  pairs: { share: 1, seeds: bytes('a,b,rating\nt1,t2,3.5\nt3;t4,t5,1\n'), run: (input) => void parsePairs('p.csv', input) },
  neighbours: { share: 1, seeds: bytes('term,neighbours\nt1,t2;t3\n'), run: (input) => void parseNeighbours('n.csv', input) },
  rates: { share: 1, seeds: bytes('branch,rate\nt1,0.5\nt2,1\n'), run: (input) => void parseRates('r.csv', input) },
  counts: { share: 1, seeds: bytes('term,count\nt1,5\nt2,3\n'), run: (input) => void parseTermCounts('c.csv', input, tree) },
  annotations: { share: 1, seeds: bytes('object,terms\no1,t1;t2\n'), run: (input) => void parseAnnotations('a.csv', input, tree) },
  vectors: { share: 1, seeds: bytes('t1,0.5,1\nt2,1,2\n'), run: (input) => void parseTermVectors('v.csv', input, tree.ontology) },
}
