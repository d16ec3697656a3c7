/** What every kind of model promises. A kind without a sample here does not compile. */
import { driftingSeries, edgeOntology, withoutChecksum } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { fingerprint } from '../data/lists/fingerprint.ts'
import { rankingLists } from '../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { decodeUtf8, encodeUtf8 } from '../data/text/utf8.ts'
import { calibrate } from '../library/calibrate.ts'
import { learnSimilarity } from '../library/ontology/learnSimilarity.ts'
import { rank } from '../library/rank.ts'
import { train } from '../library/train.ts'
import { seededRandom } from '../numeric/random.ts'
import { parsePairs } from '../ontology/reading/pairs.ts'
import { hierarchyOf } from '../ontology/structure/hierarchy.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { finish } from '../runtime/training.ts'
import { RankingStream } from '../streaming/rankingStream.ts'
import { trainOntology } from '../trainers/ontology/trainOntology.ts'
import { asMember } from './ensemble/ensemble.ts'
import { isListModel, kindOf, kinds } from './kinds.ts'
import type { ListModel, Model, TermModel } from './model.ts'
import { modelDocument, modelToJson, parsedModel } from './modelJson.ts'
import { score } from './score.ts'
import { streamModel } from './stream/streamModel.ts'

const names = ['a', 'b', 'c', 'd', 'e']

/** Five lists of unequal length with some values missing. */
const lists = madeUpLists(1, [7, 3, 1, 9, 4])

function madeUpLists(seed: number, lengths: readonly number[]): RankingLists {
  const random = seededRandom(seed)
  const ids = lengths.flatMap((length, list) => Array<number>(length).fill(list))
  const features = ids.map((_, row) => names.map((_, column) => ((row + 3 * column) % 11 === 0 ? Number.NaN : random.normal())))
  const labels = features.map(([a, b]) => Math.round(2 + (a || 0) + 0.5 * (b || 0)))
  return rankingLists({ features, labels, lists: ids, items: ids.map((_, row) => `item ${row}`), featureNames: names })
}

function learnedStream(): RankingStream {
  const stream = new RankingStream({ options: { learner: 'kernel', clusters: 4 }, initialWeights: Float64Array.of(1, 0, 0.5) })
  for (const series of driftingSeries(8)) stream.learn(series)
  return stream
}

const tree = hierarchyOf(edgeOntology(Array.from({ length: 90 }, (_, term) => `t${term + 1},t${Math.floor(term / 3)}`).join('\n')))

const ratedTerms = parsePairs(
  'rated.csv',
  encodeUtf8(Array.from({ length: 40 }, (_, pair) => `t${pair},t${(7 * pair + 3) % 91},${pair % 6}`).join('\n')),
)

const samples: { readonly [Kind in Model['kind']]: () => Extract<Model, { kind: Kind }> } = {
  linear: () => train(lists, { method: 'least-squares', lambda: 0.1, scale: 'quantile', missing: 'mean', featureBall: 'l2' }),
  elm: () => train(lists, { method: 'elmrank', nodes: 12, lambda: 0.1, uncertainty: true }),
  kernel: () => trained('kernel', train(lists, { method: 'rankrls', kernel: 'rbf', lambda: 0.1, uncertainty: true })),
  network: () => trained('network', train(lists, { method: 'abstaining', hypothesis: 'network', hidden: 20, iterations: 5 })),
  trees: () => train(lists, { method: 'rankboost', iterations: 40 }),
  ensemble: () => {
    const linear = train(lists, { method: 'least-squares', lambda: 0.1 })
    const members = [linear, train(lists, { method: 'elmrank', nodes: 6, lambda: 0.1 }), train(lists, { method: 'lambdamart', trees: 3 })]
    const { features, training } = linear
    const weights = Float64Array.of(0.5, 0.2, 0.3)
    return { kind: 'ensemble', method: 'auto', options: { folds: 5 }, features, training, members: members.map(asMember), weights }
  },
  stream: () => streamModel(learnedStream(), names),
  ontology: () => finish(trainOntology(tree, { kernel: 'rbf', sample: 30 })),
  'ontology-ranker': () => finish(learnSimilarity(tree, { kind: 'pairs', pairs: ratedTerms }, { folds: 2 })),
}

/** What a method made that can make several kinds. */
function trained<Made extends Model, Kind extends Made['kind']>(kind: Kind, model: Made): Extract<Made, { kind: Kind }> {
  if (model.kind !== kind) throw new Error(`the sample is of the kind ${model.kind}`)
  return model as Extract<Made, { kind: Kind }>
}

describe.each(Object.keys(kinds) as Model['kind'][])('a model of the kind %s', (kind) => {
  const model: Model = samples[kind]()
  const text = modelToJson(model)
  const document = JSON.parse(withoutChecksum(text))
  const problemOf = (broken: string) => {
    try {
      parsedModel(broken, 'm.json')
    } catch (error) {
      if (error instanceof RankwrightError) return error.problems[0]
      throw error
    }
    throw new Error(`it was read: ${broken.slice(0, 200)}`)
  }

  test('comes back from its file as it was, byte for byte', () => {
    const back = parsedModel(text, 'm.json')
    expect(back).toEqual(model)
    expect(modelToJson(back)).toBe(text)
  })

  test('starts its file with what it is', () => {
    expect(Object.keys(modelDocument(model)).slice(0, 5)).toEqual(['format', 'version', 'kind', 'method', 'options'])
    expect(document).toMatchObject({ format: 'rankwright-model', version: 1, kind })
  })

  test('is refused when a single bit of its file was turned over', () => {
    const bytes = new TextEncoder().encode(text)
    const random = seededRandom(7)
    for (let attempt = 0; attempt < 300; attempt++) {
      const at = random.integer(bytes.length)
      const bit = 1 << random.integer(8)
      bytes[at] ^= bit
      const broken = decodeUtf8(bytes, 0, bytes.length)
      if (broken !== undefined) expect(problemOf(broken), `bit ${bit} of byte ${at}`).toMatchObject({ area: 'model' })
      bytes[at] ^= bit
    }
  })

  test('may be laid out anew, with its keys in another order', () => {
    const turned = Object.fromEntries(Object.entries(JSON.parse(text)).toReversed())
    for (const again of [JSON.stringify(JSON.parse(text), null, 2), JSON.stringify(turned), text.replaceAll('\n', '\r\n')])
      expect(parsedModel(again, 'm.json')).toEqual(model)
  })

  test('may do without its checksum, but the checksum must fit where there is one', () => {
    expect(parsedModel(withoutChecksum(text), 'm.json')).toEqual(model)
    for (const checksum of ['', 'sha256:', null, 7, JSON.parse(text).checksum.replace(/.$/, '!')])
      expect(problemOf(JSON.stringify({ ...document, checksum }))).toMatchObject({ code: 'document-damaged' })
  })

  test('is refused with the place when its file was cut', () => {
    for (const share of [0.1, 0.5, 0.9, 0.999]) {
      const problem = problemOf(text.slice(0, Math.floor(share * (text.length - 2))))
      expect(problem).toMatchObject({ code: 'not-a-model', at: { file: 'm.json', line: expect.any(Number), column: expect.any(Number) } })
    }
  })

  test('is refused with the path when a part is missing, of the wrong sort, or not known', () => {
    const { format: _, version: __, kind: ___, ...parts } = document
    for (const part of Object.keys(parts)) {
      const { where } = problemOf(JSON.stringify({ ...document, [part]: null })) as { where?: string }
      expect(where, `${part} as null`).toMatch(new RegExp(`^${part}`))
    }
    expect(problemOf(JSON.stringify({ ...document, more: 1 }))).toMatchObject({ code: 'broken-model', where: 'the top' })
    expect(problemOf(JSON.stringify({ ...document, options: undefined }))).toMatchObject({ code: 'broken-model', where: 'the top' })
  })

  test('is refused with the path when an array was cut', () => {
    for (const { path, array } of arraysIn(document)) {
      const whole = array.data
      array.data = String(whole).slice(0, -4)
      expect(problemOf(JSON.stringify(document))).toMatchObject({ code: 'broken-model', where: expect.stringContaining(path[0]) })
      array.data = whole
    }
  })

  test('has facts that JSON holds as they are, and a title that completes a sentence', () => {
    const facts = kindOf(model).facts(model)
    expect(JSON.parse(JSON.stringify(facts))).toEqual(facts)
    expect(facts.method).toBe(document.method)
    expect(kindOf(model).title).toMatch(/^an? [a-z ]+$/)
  })

  if (isListModel(model)) listKindContract(model)
  else termKindContract(model)

  test('is left as it was by all of this', () => {
    expect(modelToJson(model)).toBe(text)
  })
})

interface EncodedPart {
  readonly path: readonly string[]
  readonly array: { data: unknown }
}

/** The arrays in base64, with the path to each. */
function arraysIn(value: unknown, path: readonly string[] = []): EncodedPart[] {
  if (typeof value !== 'object' || value === null) return []
  if ('dtype' in value && 'data' in value) return [{ path, array: value }]
  return Object.entries(value).flatMap(([key, part]) => arraysIn(part, [...path, key]))
}

function listKindContract(model: ListModel): void {
  const kind = kindOf(model)
  const scores = score(model, lists)
  const longest = 3

  test('gives every row a finite score, also where values are missing, and the same one again', () => {
    expect(scores.every(Number.isFinite)).toBe(true)
    if ('training' in model) expect(new Set(scores).size).toBeGreaterThan(lists.labels.length / 2)
    expect(score(model, lists)).toEqual(scores)
    expect(['zero', 'mean', 'own-branch', 'by-member']).toContain(kind.missing(model))
  })

  test('scores rows by their features: labels and other lists do not matter', () => {
    expect(score(model, { ...lists, labels: lists.labels.map((label) => 7 - label) })).toEqual(scores)
    for (let list = 0; list < lists.listIds.length; list++) {
      expect(score(model, selectLists(lists, [list]))).toEqual(scores.slice(lists.offsets[list], lists.offsets[list + 1]))
    }
  })

  test('scores rows by their features: the order of the rows does not matter', () => {
    const [first, last] = [lists.offsets[longest], lists.offsets[longest + 1]]
    const own = selectLists(lists, [longest])
    if (own.features.kind !== 'dense') throw new Error('the sample is dense')
    const { width } = own
    const rows = Array.from({ length: last - first }, (_, row) => Array.from(own.features.values.subarray(row * width, (row + 1) * width)))
    const turned = rankingLists({
      features: rows.toReversed(),
      labels: rows.map(() => 0),
      lists: rows.map(() => 'turned'),
      items: own.itemIds?.toReversed(),
      featureNames: names,
    })
    const found = score(model, turned)
    for (let row = first; row < last; row++) expect(found[last - 1 - row]).toBeCloseTo(scores[row], 10)
  })

  test('can be calibrated, and keeps that in its file', () => {
    const measured = calibrate(model, lists)
    expect(measured.calibration).toMatchObject({ lists: 4, data: fingerprint(lists) })
    const text = modelToJson(measured)
    const back = parsedModel(text, 'm.json')
    expect(back).toEqual(measured)
    expect(modelToJson(back)).toBe(text)
    const document = JSON.parse(withoutChecksum(text))
    for (const part of ['margins', 'probabilities', 'lists', 'data']) {
      const broken = JSON.stringify({ ...document, calibration: { ...document.calibration, [part]: part === 'data' ? 5 : [0, 0.3] } })
      expect(() => parsedModel(broken, 'm.json')).toThrow(`damaged at calibration.${part === 'margins' ? 'probabilities' : part}`)
    }
    for (const [item, { probability }] of rank(measured, lists)[0].items.entries()) {
      if (item === 6) expect(probability).toBe(undefined)
      else expect(probability).toBeGreaterThanOrEqual(0.5)
    }
    expect('probability' in rank(model, lists)[0].items[0]).toBe(false)
  })

  test('matches its own features without a note', () => {
    expect(kind.match(model, lists)).toEqual({ lists, notes: [] })
  })

  const { uncertainty } = kind
  if (uncertainty !== undefined) {
    test('says how sure it is of every margin', () => {
      const { deviations, noise } = uncertainty(model, lists, plainRuntime.compute)!
      const pairs = Uint32Array.from({ length: 2 * scores.length }, (_, at) => (at + 1) >> 1)
      pairs[pairs.length - 1] = 0
      const found = deviations(pairs)
      expect(found).toHaveLength(scores.length)
      for (const deviation of found) expect(deviation).toBeGreaterThanOrEqual(0)
      expect(noise).toBeGreaterThanOrEqual(0)
    })
  }

  test('explains every score as a sum, and every lead', () => {
    const { item, pair, how } = kind.explain(model, lists)
    for (let row = 0; row < scores.length; row++) {
      const { score: explained, intercept, contributions } = item(row)
      expect(explained).toBeCloseTo(scores[row], 9)
      expect(contributions.reduce((sum, { contribution }) => sum + contribution, intercept)).toBeCloseTo(scores[row], 9)
      const other = (7 * row + 3) % scores.length
      const { above, below, difference, itself = 0, contributions: reasons, how: inPairs } = pair(row, other)
      expect([above, below].sort()).toEqual([row, other].sort())
      expect(difference).toBeCloseTo(scores[above] - scores[below], 9)
      expect(reasons.reduce((sum, { contribution }) => sum + contribution, itself)).toBeCloseTo(difference, 9)
      expect(inPairs).toBe(how)
    }
  })
}

function termKindContract(model: TermModel): void {
  const kind = kindOf(model)
  const similar = kind.similar(model)
  const { of } = kind.similarity(model)

  test('compares terms alike both ways, from 0 to 1', () => {
    for (let a = 0; a < tree.size; a += 7) {
      expect(of(a, a)).toBe(1)
      for (let b = 0; b < tree.size; b += 5) {
        expect(of(a, b)).toBe(of(b, a))
        expect(of(a, b)).toBe(similar.similarity(a, b))
        expect(of(a, b)).toBeGreaterThanOrEqual(0)
        expect(of(a, b)).toBeLessThanOrEqual(1)
      }
    }
  })

  test('finds the most similar terms', () => {
    const others = Array.from({ length: tree.size - 1 }, (_, at) => of(5, at < 5 ? at : at + 1)).sort((a, b) => b - a)
    expect(similar.top(5, 10).map(({ similarity }) => similarity)).toEqual(others.slice(0, 10))
  })
}
