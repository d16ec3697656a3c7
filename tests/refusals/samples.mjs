// Small things of every sort that functions are given, each made once.
import { seriesLists } from '@rankwright/contracts'
import { certify, evaluate, explainer, finish, modelToJson, rank, rankingLists, train, tune } from '@rankwright/core'
import { identityMap } from '@rankwright/core/data'
import {
  edgeListParser,
  enrichment,
  graphOfHierarchy,
  hierarchyOf,
  learnSimilarity,
  parseAnnotations,
  parsePairs,
  partsOf,
  termFinder,
  termSimilarity,
  trainOntology,
} from '@rankwright/core/ontology'
import { fitFeatureMap } from '@rankwright/core/runtime'
import { RankingStream, StreamFeed, streamModel } from '@rankwright/core/streaming'
import { elmRank, tuneFold, tunePlan } from '@rankwright/core/trainers'

export const bytesOf = (text) => new TextEncoder().encode(text)

const plain = {
  features: [
    [1, 3],
    [2, 1],
    [0, 2],
    [4, 1],
    [3, 3],
    [1, 0],
  ],
  labels: [0, 2, 1, 0, 2, 1],
  lists: ['a', 'a', 'b', 'b', 'c', 'c'],
}
export const rows = () => ({ ...plain, items: ['p', 'q', 'r', 's', 't', 'u'], featureNames: ['x', 'y'], weights: { a: 1 } })
export const lists = rankingLists({ ...plain, items: ['p', 'q', 'r', 's', 't', 'u'] })
export const sparse = {
  ...lists,
  features: {
    kind: 'sparse',
    rowStarts: Uint32Array.of(0, 2, 4, 5, 7, 9, 10),
    columns: Uint32Array.of(0, 1, 0, 1, 1, 0, 1, 0, 1, 0),
    values: Float32Array.of(1, 3, 2, 1, 2, 4, 1, 3, 3, 1),
  },
}
export const model = train(lists, { method: 'listnet', lambda: 0.1 })
export const calibrated = train(lists, { method: 'listnet', lambda: 0.1, valid: lists })
export const trees = train(lists, { method: 'lambdamart', trees: 2, minRows: 1 })
export const elm = train(lists, { method: 'elmrank', nodes: 3, lambda: 0.1, uncertainty: true })
export const kernel = train(lists, { method: 'rankrls', kernel: 'rbf', lambda: 1, uncertainty: true })
export const network = train(lists, { method: 'abstaining', hypothesis: 'network', hidden: 2, iterations: 2 })
export const scores = [0.1, 0.4, 0.3, 0.2, 0.6, 0.5]
export const scoreTable = () => ({
  scores: Float64Array.of(1, 2),
  offsets: Uint32Array.of(0, 2),
  listIds: ['a'],
  itemIds: ['x', 'y'],
  sourceRows: Uint32Array.of(1, 0),
  kept: [{ name: 'title', cells: ['one', 'two'] }],
})
export const map = fitFeatureMap(lists, { scale: 'quantile' })
export const identity = identityMap(2)

export const statistics = finish(elmRank(lists, { nodes: 3, lambda: 0.1 })).statistics

const edges = Array.from({ length: 12 }, (_, term) => `t${term + 1},t${Math.floor(term / 3)}\n`).join('')
const parser = edgeListParser('edges.csv')
parser.push(bytesOf(edges))
export const ontology = parser.finish()
export const hierarchy = hierarchyOf(ontology)
export const finder = termFinder(ontology)
export const annotations = parseAnnotations('a file', bytesOf('o,t1;t2\nother,t3\n'), ontology)
export const enriched = enrichment(hierarchy, annotations, Uint32Array.of(0))
export const similarity = termSimilarity(hierarchy, { measure: 'path' })
export const line = finish(trainOntology(hierarchy, { kernel: 'rbf', sample: 8 }))
export const ratedPairs = parsePairs('rated.csv', bytesOf('t1,t2,1\nt3,t4,2\nt5,t6,3\nt7,t8,4\n'))
export const ranker = finish(
  learnSimilarity(hierarchy, { kind: 'pairs', pairs: ratedPairs }, { method: 'least-squares', folds: 2, heldOut: 0 }),
)
export const severalLines = finish(trainOntology(hierarchy, { lines: 2 }))
export const parts = partsOf(hierarchy, 'nearest')
export const graph = graphOfHierarchy(hierarchy)

export const series = (number = 0) => seriesLists({ id: String(number), items: 4, seed: number })
export const oneSeries = (id = '9') => ({
  id,
  width: 2,
  features: Float64Array.of(1, 2, 3, 4, 5, 6),
  items: ['a', 'b', 'c'],
  utilities: Float64Array.of(0.1, 0.3, 0.2),
})
export function feed(count = 3) {
  const fed = new StreamFeed(new RankingStream({ options: { learner: 'linear' } }), { target: 'rank' })
  for (let number = 0; number < count; number++) fed.take(series(number))
  return fed
}
const fedOnce = feed()
export const state = streamModel(fedOnce.stream, fedOnce.features, { target: 'rank', fed: fedOnce.fed })
export const modelText = modelToJson(model)
export const stateText = modelToJson(state)
export const plan = tunePlan(lists, { method: 'listnet', folds: 2, grid: { lambda: [1, 0.1] } })
export const measured = plan.folds.map((_, fold) => finish(tuneFold(lists, plan, fold)))
export const tuned = tune(lists, { method: 'listnet', folds: 2, grid: { lambda: [1, 0.1] } })
export const report = evaluate(model, lists, { metrics: ['ndcg@3'] })
export const certified = certify(model, { train: lists })
export const reasons = explainer(model, lists)
export const ranked = rank(model, lists)
export const qrels = () => new Map([['t', new Map([['d', 1]])]])

/** A source of bytes as readers take it, made anew. */
export function source(text = '1 qid:1 1:2 2:1\n0 qid:1 1:1 2:3\n', name = 'data.txt') {
  const bytes = bytesOf(text)
  return {
    name,
    size: bytes.length,
    head: async () => bytes,
    async *bytes() {
      yield bytes
    },
    async close() {},
  }
}

export const readers = { parquet: async () => lists }
