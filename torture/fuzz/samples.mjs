// Small files of every sort, made anew each time: what is fuzzed starts from them.
import { seriesLists } from '@rankwright/contracts'
import { finish, modelToJson, rankingLists, seededRandom, train } from '@rankwright/core'
import { delimitedTextParser } from '@rankwright/core/data'
import { statisticsToJson } from '@rankwright/core/models'
import { edgeListParser, hierarchyOf, learnSimilarity, parsePairs, trainOntology } from '@rankwright/core/ontology'
import { RankingStream, StreamFeed, streamLearnerNames, streamModel } from '@rankwright/core/streaming'
import { elmRank } from '@rankwright/core/trainers'
import { planFromSample } from '../../packages/core/dist/data/tables/tableSample.js'

export function sampleLists(seed = 1, rows = 24, width = 2) {
  const random = seededRandom(seed)
  const numbers = Array.from({ length: rows }, (_, row) => row)
  return rankingLists({
    features: numbers.map(() => Array.from({ length: width }, () => random.normal())),
    labels: numbers.map((row) => row % 3),
    lists: numbers.map((row) => String(row >> 2)),
  })
}

/** One model of every kind; those of streams are separate. */
export function sampleModels() {
  const lists = sampleLists()
  const valid = sampleLists(2)
  const tree = sampleTree()
  return [
    sampleEnsemble(lists),
    sampleOfTexts(),
    train(lists, { method: 'least-squares', lambda: 0.1, scale: 'quantile', missing: 'mean', featureBall: 'l2' }),
    train(lists, { method: 'ogd', valid }),
    train(lists, { method: 'elmrank', nodes: 5, lambda: 0.1, uncertainty: true }),
    train(lists, { method: 'rankrls', kernel: 'polynomial', degree: 3, lambda: 1, uncertainty: true }),
    train(lists, { method: 'rankboost', iterations: 6 }),
    train(lists, { method: 'lambdamart', trees: 3 }),
    train(lists, { method: 'abstaining', hypothesis: 'network', hidden: 3, iterations: 2 }),
    train(sampleLists(3, 24, 80), { method: 'listnet', lambda: 0.1, scale: 'standard', iterations: 3 }),
    finish(trainOntology(tree, { kernel: 'rbf', sample: 8 })),
    finish(trainOntology(tree, { kernel: 'random-walk', sample: 8 })),
    finish(trainOntology(tree, { lines: 2 })),
    finish(learnSimilarity(tree, { kind: 'pairs', pairs: samplePairs() }, { folds: 2 })),
  ].map(modelToJson)
}

/** A model of a table whose texts become words and trigrams, and whose numbers have a unit. */
function sampleOfTexts() {
  const titles = ['red wool hat', 'blue wool sock', 'long red coat', 'warm hat']
  const rows = Array.from({ length: 12 }, (_, row) => `red hat ${row >> 2},${row % 3},${titles[row % 4]},${row} km\n`)
  const bytes = Buffer.from(`query,label,title,distance\n${rows.join('')}`)
  const options = { text: ['title'], textFeatures: 'both' }
  const parser = delimitedTextParser('table.csv', { ...options, plan: planFromSample(bytes, true, 'csv', options) })
  parser.push(bytes)
  return train(parser.finish(), { method: 'least-squares', lambda: 0.1 })
}

/** Two models with weights, as `auto` joins them. */
function sampleEnsemble(lists) {
  const members = [train(lists, { method: 'least-squares', lambda: 0.1 }), train(lists, { method: 'lambdamart', trees: 2 })]
  const [{ features, training }] = members
  return {
    kind: 'ensemble',
    method: 'auto',
    options: { seed: 1 },
    features,
    training,
    members: members.map(({ training: { seen: _, ...record }, ...member }) => ({ ...member, training: record })),
    weights: Float64Array.of(0.7, 0.3),
  }
}

function samplePairs() {
  const rows = Array.from({ length: 18 }, (_, term) => `t${term},t${term + 2},${term % 5}\n`)
  return parsePairs('pairs.csv', Buffer.from(rows.join('')))
}

export function sampleTree() {
  const edges = Array.from({ length: 20 }, (_, term) => `t${term + 1},t${Math.floor(term / 3)}\n`).join('')
  const parser = edgeListParser('edges.csv')
  parser.push(Buffer.from(edges))
  return hierarchyOf(parser.finish())
}

/** The state of a stream of every learner, and of one that has not begun. */
export function sampleStates() {
  return [
    ...streamLearnerNames.map((learner) => stateOf({ learner }, 8)),
    stateOf({ learner: 'kernel', clusters: 'auto', drift: 'page-hinkley' }, 3),
    stateOf({}, 0),
  ]
}

function stateOf(options, series) {
  const feed = new StreamFeed(new RankingStream({ options }), { target: 'rank' })
  for (let number = 0; number < series; number++) feed.take(seriesLists({ id: String(number), items: 4, seed: number }))
  return modelToJson(streamModel(feed.stream, feed.features, feed))
}

export function sampleStatistics() {
  return [5, 1].map((nodes) => statisticsToJson(finish(elmRank(sampleLists(), { nodes, lambda: 0.1 })).statistics))
}
