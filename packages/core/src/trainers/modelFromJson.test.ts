/** What a damaged or hostile model may say: it is refused as a damaged file, never blamed on options, and never makes anybody wait. */
import { driftingSeries, edgeOntology, withoutChecksum } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { train } from '../library/train.ts'
import type { Model } from '../models/model.ts'
import { modelToJson } from '../models/modelJson.ts'
import { score } from '../models/score.ts'
import { streamModel } from '../models/stream/streamModel.ts'
import { seededRandom } from '../numeric/random.ts'
import { hierarchyOf } from '../ontology/structure/hierarchy.ts'
import { RankwrightError } from '../problems/problem.ts'
import { finish } from '../runtime/training.ts'
import { RankingStream } from '../streaming/rankingStream.ts'
import { methodNames } from './methods.ts'
import { modelFromJson } from './modelFromJson.ts'
import { trainOntology } from './ontology/trainOntology.ts'

const random = seededRandom(3)
const lists = rankingLists({
  features: Array.from({ length: 60 }, () => [random.normal(), random.normal()]),
  labels: Array.from({ length: 60 }, (_, row) => row % 3),
  lists: Array.from({ length: 60 }, (_, row) => row >> 2),
})
const tree = hierarchyOf(edgeOntology(Array.from({ length: 40 }, (_, term) => `t${term + 1},t${Math.floor(term / 3)}`).join('\n')))

function learnedStream(): Model {
  const stream = new RankingStream({ options: { learner: 'kernel', clusters: 4 } })
  for (const series of driftingSeries(6)) stream.learn(series)
  return streamModel(stream, 5)
}

type Loose = { [key: string]: Loose }

function changed(model: Model, change: (document: Loose) => void): string {
  const document = JSON.parse(withoutChecksum(modelToJson(model)))
  change(document)
  return JSON.stringify(document)
}

function problemOf(text: string) {
  try {
    modelFromJson(text, 'm.json')
  } catch (error) {
    if (error instanceof RankwrightError) return error.problems[0]
    throw error
  }
  throw new Error('it was read')
}

test.each(methodNames)('%s: what it records is what it may record', (method) => {
  for (const valid of [undefined, lists]) {
    const model = train(lists, { method, ...(valid && { valid }) })
    expect(modelFromJson(modelToJson(model), 'm.json')).toEqual(model)
  }
})

const ogd = train(lists, { method: 'ogd' })
const network = train(lists, { method: 'abstaining', hypothesis: 'network', hidden: 3, iterations: 3 })
const polynomial = train(lists, { method: 'rankrls', kernel: 'polynomial', degree: 3, lambda: 1 })
const elm = train(lists, { method: 'elmrank', nodes: 5, lambda: 1 })
const cases: [string, Model, (document: Loose) => void, string][] = [
  ['a method that does not exist', ogd, (d) => Object.assign(d, { method: 'x' }), 'method'],
  ['a method that makes other models', ogd, (d) => Object.assign(d, { method: 'elmrank' }), 'method'],
  ['the name of a function of objects', ogd, (d) => Object.assign(d, { method: 'toString' }), 'method'],
  ['a loss that does not exist', ogd, (d) => Object.assign(d['options'], { loss: 'x' }), 'options.loss'],
  ['a surrogate that does not exist', network, (d) => Object.assign(d['options'], { surrogate: 'x' }), 'options.surrogate'],
  ['a network without units', network, (d) => Object.assign(d, { hidden: 0, weights: [], biases: [], outputs: [] }), 'hidden'],
  ['nodes without number', elm, (d) => Object.assign(d['nodes'], { count: 0, weights: [], offsets: [] }), 'nodes.count'],
  ['a degree without end', polynomial, (d) => Object.assign(d['kernel'], { degree: 1e15 }), 'kernel.degree'],
  ['more features than weights', ogd, (d) => Object.assign(d, { features: 1e9 }), 'features'],
  ['a stream with features without end', learnedStream(), (d) => Object.assign(d, { features: 1e9 }), 'features'],
  ['a stream with a metric that does not exist', learnedStream(), (d) => Object.assign(d, { metrics: ['x'] }), 'metrics[0]'],
  [
    'an ontology with a walk without end',
    finish(trainOntology(tree, { kernel: 'random-walk', sample: 10 })),
    (d) => Object.assign(d['options']['kernel'], { steps: 1e15 }),
    'options.kernel.steps',
  ],
  [
    'a level that does not exist',
    finish(trainOntology(tree, { lines: 2 })),
    (d) => Object.assign(d['options'] as unknown as Loose, { level: 0 }),
    'options.level',
  ],
]

describe('a model file with', () => {
  test.each(cases)('%s is damaged', (_, model, change, where) => {
    const started = performance.now()
    const problem = problemOf(changed(model, change))
    expect(problem).toMatchObject({ area: 'model', code: 'broken-model' })
    expect('where' in problem && problem.where).toMatch(where === 'features' ? /features|featureMap|weights/ : where)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

test('weights that are too large give no score, and the row is named', () => {
  const model = modelFromJson(
    changed(ogd, (d) => Object.assign(d, { weights: [1e308, 1e308], intercept: 1e308 })),
    'm.json',
  )
  expect(() => score(model, lists)).toThrow(/gives row \d+ of the data the score -?Infinity/)
})
