import { edgeOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import { comparePairs } from '../../evaluation/ontology/comparePairs.ts'
import { parseNeighbours } from '../../evaluation/ontology/expertNeighbours.ts'
import { learnedSimilarity } from '../../models/learnedSimilarity.ts'
import { modelToJson, parsedModel } from '../../models/modelJson.ts'
import { similarTerms } from '../../models/similarTerms.ts'
import { whyCloser } from '../../models/whyCloser.ts'
import { seededRandom } from '../../numeric/random.ts'
import { parseClicks } from '../../ontology/reading/clicks.ts'
import { parsePairs } from '../../ontology/reading/pairs.ts'
import { termSimilarity } from '../../ontology/similarity.ts'
import { termFinder } from '../../ontology/structure/findTerms.ts'
import { hierarchyOf } from '../../ontology/structure/hierarchy.ts'
import { finish } from '../../runtime/training.ts'
import { learnSimilarity } from './learnSimilarity.ts'

const size = 150
const hierarchy = hierarchyOf(
  edgeOntology(Array.from({ length: size - 1 }, (_, term) => `t${term + 1},t${Math.floor(term / 3)}`).join('\n')),
)
const lin = termSimilarity(hierarchy, { measure: 'lin' })
const id = (term: number) => `t${term}`

/** People who look at what no single feature shows: Lin's measure, and how deep the terms are. */
const opinion = (a: number, b: number) => lin.of(a, b) + 0.3 * (hierarchy.shortestDepth[a] + hierarchy.shortestDepth[b])

function ratedText(count: number, seed: number): string {
  const random = seededRandom(seed)
  const seen = new Set<string>()
  const rows: string[] = []
  while (rows.length < count) {
    const [a, b] = [random.integer(size), random.integer(size)]
    const key = [a, b].sort((x, y) => x - y).join(' ')
    if (a === b || seen.has(key)) continue
    seen.add(key)
    rows.push(`${id(a)},${id(b)},${opinion(a, b) + 0.02 * random.normal()}`)
  }
  return rows.join('\n')
}

const pairs = (text: string) => parsePairs('rated.csv', encodeUtf8(text))
const fromPairs = (text: string, options = {}) => finish(learnSimilarity(hierarchy, { kind: 'pairs', pairs: pairs(text) }, options))
const learned = fromPairs(ratedText(150, 1))

test('rated pairs become a similarity that no single feature reaches on terms it has not seen', () => {
  const { learned: figure, features, gain, metric, folds } = learned.validation
  expect([metric, folds]).toEqual(['spearman', 10])
  expect(figure.value).toBeGreaterThan(features[0].value)
  expect(gain.value).toBeCloseTo(figure.value - features[0].value, 12)
  expect(figure.low).toBeLessThanOrEqual(figure.value)
  const fresh = comparePairs(pairs(ratedText(300, 99)), termFinder(learned), learnedSimilarity(learned))
  expect(fresh.spearman).toBeGreaterThan(0.9)
})

test('the same examples give the same bytes, and the file gives the same answers', () => {
  const text = modelToJson(learned)
  expect(modelToJson(fromPairs(ratedText(150, 1)))).toBe(text)
  const read = parsedModel(text, 'm.json')
  const [before, after] = [learned, read].map((model) => similarTerms(model).top(5, 7))
  expect(after).toEqual(before)
})

test('the nearest terms come in the order of their similarity, and all that reach a similarity are found', () => {
  const near = similarTerms(learned)
  const top = near.top(10, size)
  expect(top).toHaveLength(size - 1)
  for (const [place, { similarity }] of top.entries()) if (place > 0) expect(similarity).toBeLessThanOrEqual(top[place - 1].similarity)
  expect(near.top(10, 3)).toEqual(top.slice(0, 3))
  const least = top[4].similarity
  expect(near.above(10, least)).toEqual(top.filter(({ similarity }) => similarity >= least))
})

test('why a term is closer: contributions of features add up to the lead', () => {
  const [first, , , , last] = similarTerms(learned).top(20, 5)
  const why = whyCloser(learned, 20, last.term, first.term)
  expect([why.closer, why.other]).toEqual([first.term, last.term])
  expect(why.contributions.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(why.difference, 9)
})

test('the bound holds for a fresh draw of couples of pairs, and says about how many it is', () => {
  expect(learned.heldOut?.delta).toBe(0.05)
  const { value, lower, units } = learned.heldOut!
  expect(units).toBeGreaterThan(5)
  expect(lower).toBeLessThan(value)
  const similarity = learnedSimilarity(learned)
  const random = seededRandom(3)
  let right = 0
  for (let draw = 0; draw < 2000; draw++) {
    const [a, b, c, d] = Array.from({ length: 4 }, () => random.integer(size))
    if (opinion(a, b) > opinion(c, d) === similarity.of(a, b) > similarity.of(c, d)) right++
  }
  expect(right / 2000).toBeGreaterThan(lower)
  expect(fromPairs(ratedText(80, 5), { heldOut: 0 }).heldOut).toBeUndefined()
})

test('no weight is below 0, and few or noisy ratings leave the similarity of the lines as it is', () => {
  expect(Math.min(...learned.ranker.weights)).toBeGreaterThanOrEqual(0)
  const random = seededRandom(31)
  const noise = fromPairs(
    ratedText(40, 3).replaceAll(/,[^,\n]*$/gm, () => `,${random.normal()}`),
    { folds: 2 },
  )
  expect(noise.ranker.options['lambda']).toBe('infinite')
  const features = noise.ranker.features as readonly string[]
  expect(features.filter((_, place) => noise.ranker.weights[place] > 0)).toEqual(['lines'])
  const alone = fromPairs(ratedText(40, 3), { folds: 2, lines: 0 })
  expect(alone.places).toBeUndefined()
})

test('ratings that are noise get no bound above one half, nearly always', () => {
  const random = seededRandom(8)
  let fails = 0
  for (let run = 0; run < 8; run++) {
    const noise = ratedText(60, 20 + run).replaceAll(/,[^,\n]*$/gm, () => `,${random.normal()}`)
    const { heldOut } = fromPairs(noise, { folds: 2, heldOut: 0.5, seed: run, method: 'least-squares' })
    if ((heldOut?.lower ?? 0) > 0.5) fails++
  }
  expect(fails).toBeLessThanOrEqual(1)
})

function neighbourText(count: number): string {
  return Array.from({ length: count }, (_, at) => {
    const term = 3 + 7 * at
    const others = Array.from({ length: size }, (_, other) => other).filter((other) => other !== term)
    others.sort((x, y) => opinion(term, y) - opinion(term, x) || x - y)
    return `${id(term)},${others.slice(0, 8).map(id).join(';')}`
  }).join('\n')
}

const neighbours = (text: string) => ({ kind: 'neighbours', neighbours: parseNeighbours('experts.csv', encodeUtf8(text)) }) as const

test('neighbours that experts name are found again for other terms', () => {
  const model = finish(learnSimilarity(hierarchy, neighbours(neighbourText(20)), { at: 5, candidates: 20, folds: 4 }))
  expect(model.examples).toMatchObject({ kind: 'neighbours', terms: 20, lists: 16 })
  const { metric, learned: figure, features, units } = model.validation
  expect([metric, units]).toEqual(['p@5', 20])
  expect(figure.value).toBeGreaterThanOrEqual(features[0].value - 0.02)
  expect(figure.value).toBeGreaterThan(0.6)
  expect(model.heldOut).toMatchObject({ metric: 'p@5', units: 4 })
})

test('clicks are taken over those that the places would have got', () => {
  // What is shown first gets half of all clicks whatever it is; the closer term is always shown second.
  const rows = Array.from({ length: 40 }, (_, at) => {
    const term = 3 + 3 * at
    const [near, far] =
      opinion(term, Math.floor((term - 1) / 3)) > opinion(term, (term + 60) % size)
        ? [Math.floor((term - 1) / 3), (term + 60) % size]
        : [(term + 60) % size, Math.floor((term - 1) / 3)]
    return [`${id(term)},${id(far)},40,100,1`, `${id(term)},${id(near)},30,100,2`, `${id(term)},t0,70,100,1`, `${id(term)},t1,5,100,2`]
  })
  const clicks = (text: string) => ({ kind: 'clicks', clicks: parseClicks('clicks.csv', encodeUtf8(text)) }) as const
  const text = `term,shown,clicks,views,place\n${rows.slice(2).flat().join('\n')}`
  const model = finish(learnSimilarity(hierarchy, clicks(text), { folds: 4 }))
  expect(model.examples.kind).toBe('clicks')
  expect(model.validation.metric).toBe('pairwise-accuracy')
  expect(model.validation.learned.value).toBeGreaterThan(0.6)
  expect(() => finish(learnSimilarity(hierarchy, clicks('t5,t6,0,10\nt7,t8,0,10'), {}))).toThrow('was one thing clicked more than another')
})

test.each([
  ['t1,t2,3\nt1,zz,4', 'rated.csv:2:1: there is no term "zz"'],
  ['t1,t2,3\nt2,t1,4', 'rated.csv:2:1: the pair t2, t1 stands here a second time; the first time is at rated.csv:1:1'],
  ['t1,t2,3\nt3,t4,3', 'rated.csv: all 2 pairs have the rating 3'],
  ['t1,t2,3\nt1,t4,5\nt1,t5,4', 'there is only 1 query terms'],
  ['t1;t3,t2,3\nt1,t4,5', 'rated.csv:1:1: "t1;t3" is a set of terms'],
  ['t1,t2\nt1,t4', 'rated.csv:1:1: the pairs have no ratings'],
])('pairs %j are refused', (text, message) => {
  expect(() => fromPairs(text)).toThrow(message)
})

test.each([
  ['t1,t2;t3\nt1,t4', 'experts.csv:2:1: the term t1 stands here a second time'],
  ['t1,t1;t2\nt3,t4', 'experts.csv:1:1: "t1" is named as a neighbour of itself'],
  ['t1,zz', 'experts.csv:1:1: there is no term "zz"'],
  ['t1,t2', 'only 1 query term'],
])('neighbours %j are refused', (text, message) => {
  expect(() => finish(learnSimilarity(hierarchy, neighbours(text)))).toThrow(message)
})

test.each(['t1,t2,3', 't1,t2,5,3', 't1,t2,1,2,0', ',t2,1,2', 't1,t2,1,2,1\nt1,t3,1,2'])('clicks %j are refused', (text) => {
  expect(() => parseClicks('clicks.csv', encodeUtf8(text))).toThrow(/clicks\.csv:[12]:1: /)
})

test('examples that the ontology does not know may be skipped, and are counted', () => {
  expect(fromPairs(`${ratedText(60, 2)}\nzz,t1,3`, { skipUnknown: true }).examples.skipped).toBe(1)
})
