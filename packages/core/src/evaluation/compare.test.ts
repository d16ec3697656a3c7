import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { seededRandom } from '../numeric/random.ts'
import { RankwrightError } from '../problems/problem.ts'
import { bootstrapInterval } from './bootstrap.ts'
import { compare } from './compare.ts'
import { evaluate } from './evaluate.ts'
import { fisherRandomisation } from './fisherRandomisation.ts'
import { pairedTTest } from './pairedTTest.ts'

const itemsPerList = 6
const lists = someLists(60)
const good = noisyScores(0.5, 1)
const bad = noisyScores(3, 2)
const twin = Float64Array.from(good)

test('a pair is compared by the values that evaluate gives for each list', () => {
  const { pairs, contenders, lists: count, metric, profile } = compare({ good, bad }, lists, { metric: 'ndcg@3' })
  const perList = (scores: Float64Array) =>
    evaluate(scores, lists, { metrics: ['ndcg@3'], perList: true }).perList?.map(({ metrics }) => metrics['ndcg@3']) ?? []
  const [a, b] = [perList(good), perList(bad)]
  const differences = a.map((value, list) => value - b[list]).filter((difference) => !Number.isNaN(difference))
  const [pair] = pairs
  expect({ metric, profile, count }).toEqual({ metric: 'ndcg@3', profile: 'rankwright', count: differences.length })
  expect(pair.a).toBe('good')
  expect(pair.b).toBe('bad')
  expect(pair.delta).toBeCloseTo(contenders[0].value - contenders[1].value, 12)
  expect(pair.delta).toBeGreaterThan(0)
  expect(pair.interval).toEqual(bootstrapInterval(differences, { seed: 1 }))
  expect(pair.tests['paired-t']).toEqual({ ...pairedTTest(differences), pHolm: pairedTTest(differences).p })
  expect(pair.tests.randomisation.p).toBe(fisherRandomisation(differences, { seed: 1 }).p)
})

test('labels that look like counts are told once', () => {
  const counted = { ...lists, labels: lists.labels.map((label) => 100 * label) }
  const { notes } = compare({ good, bad }, counted, { metric: 'ndcg@3' })
  expect(notes.filter((note) => note.includes('as counts do, and ndcg@3 counts a label as 2^label - 1'))).toHaveLength(1)
  expect(compare({ good, bad }, counted, { metric: 'ndcg@3', profile: 'sklearn' }).notes.join()).not.toContain('counts')
})

test('progress rises through the bootstrap and the randomisation tests of all pairs, and changes no number', () => {
  const shares: number[] = []
  const sizes = { resamples: 3200, randomisations: 3200 }
  const told = compare({ good, bad, third: noisyScores(1, 3) }, lists, { ...sizes, onProgress: (done, total) => shares.push(done / total) })
  expect(told).toEqual(compare({ good, bad, third: noisyScores(1, 3) }, lists, sizes))
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares[0]).toBe(0)
  // Three bootstraps of 3200 / 64 steps, and three tests of 60 differences at most, 32 at a time.
  expect(shares.length).toBe(3 * 50 + 3 * 2)
  expect(shares.at(-1)).toBeGreaterThan(0.99)
  expect(shares.at(-1)).toBeLessThan(1)
  expect(() => Reflect.apply(compare, undefined, [{ good, bad }, lists, { onProgress: 3 }])).toThrow('options.onProgress')
})

test('a ranker and its twin do not differ', () => {
  const [{ delta, interval, tests }] = compare({ good, twin }, lists).pairs
  expect(delta).toBe(0)
  expect(interval).toEqual([0, 0])
  expect(tests['paired-t'].p).toBe(1)
  expect(tests.randomisation.p).toBe(1)
})

test('three rankers make three pairs, and the correction counts them', () => {
  const { pairs } = compare({ good, bad, middle: noisyScores(1.5, 3) }, lists)
  expect(pairs.map(({ a, b }) => `${a} ${b}`)).toEqual(['good bad', 'good middle', 'bad middle'])
  for (const name of ['paired-t', 'randomisation'] as const) {
    const least = pairs.map(({ tests }) => tests[name]).sort((x, y) => x.p - y.p)[0]
    expect(least.pHolm).toBeCloseTo(Math.min(1, 3 * least.p), 12)
  }
})

test('rankers may be given as a list, where names repeat', () => {
  const { pairs } = compare(
    [
      { name: 'same', ranker: good },
      { name: 'same', ranker: bad },
    ],
    lists,
  )
  expect(pairs.length).toBe(1)
  expect(pairs[0].delta).toBe(compare({ good, bad }, lists).pairs[0].delta)
})

test('lists without relevant items are left out and counted', () => {
  const { skipped, lists: count } = compare({ good, bad }, lists)
  const empty = lists.listIds.filter((_, list) =>
    lists.labels.subarray(lists.offsets[list], lists.offsets[list + 1]).every((label) => label === 0),
  )
  expect(empty.length).toBeGreaterThan(0)
  expect(skipped).toBe(empty.length)
  expect(count + skipped).toBe(60)
})

test('weights of lists weigh the difference', () => {
  const listWeights = Float64Array.from(lists.listIds, (_, list) => 1 + (list % 3))
  const weighted = compare({ good, bad }, { ...lists, listWeights })
  const alone = (scores: Float64Array) => evaluate(scores, { ...lists, listWeights }, { metrics: ['ndcg@10'] }).metrics['ndcg@10']
  expect(weighted.pairs[0].delta).toBeCloseTo(alone(good) - alone(bad), 12)
  expect(weighted.notes.join()).toContain('weights')
  const equal = compare({ good, bad }, { ...lists, listWeights: listWeights.fill(2) })
  expect(equal.pairs[0].tests['paired-t'].p).toBeCloseTo(compare({ good, bad }, lists).pairs[0].tests['paired-t'].p, 12)
})

test('fewer than two rankers, an unknown metric and scores that do not fit are refused', () => {
  expect(() => compare({ good }, lists)).toThrow('Give at least two')
  expect(() => compare({ good, bad }, lists, { metric: 'ndgc' })).toThrow(RankwrightError)
  expect(() => compare({ good, short: good.subarray(1) }, lists)).toThrow(RankwrightError)
  expect(() => compare({ good, bad }, { ...lists, labels: new Float64Array(lists.labels.length) })).toThrow('undefined on all 60 lists')
})

function someLists(count: number) {
  const random = seededRandom(21)
  const rows = count * itemsPerList
  return rankingLists({
    features: Array.from({ length: rows }, () => [random.uniform()]),
    labels: Array.from({ length: rows }, (_, row) => (row < itemsPerList * 4 ? 0 : random.integer(3))),
    lists: Array.from({ length: rows }, (_, row) => `q${Math.floor(row / itemsPerList)}`),
  })
}

function noisyScores(noise: number, seed: number): Float64Array {
  const random = seededRandom(seed)
  return lists.labels.map((label) => label + noise * random.normal())
}

test('of an error less is better, which the comparison says', () => {
  const graded = { ...lists, labels: lists.labels.map((label) => label / 2) }
  const near = graded.labels.map((label, row) => label + 0.1 * Math.sin(row))
  const far = graded.labels.map((label, row) => label + 2 * Math.sin(row))
  const { better, pairs, contenders } = compare({ near, far }, graded, { metric: 'squared-error' })
  expect(better).toBe('lesser')
  expect(pairs[0].delta).toBeLessThan(0)
  expect(contenders[0].value).toBeLessThan(contenders[1].value)
  expect(compare({ near, far }, graded).better).toBe('greater')
})

test('with perList each list that counts has the value of every contender, and each mean an interval', () => {
  const { perList = [], contenders, lists: count, ...rest } = compare({ good, bad }, lists, { perList: true })
  expect(perList.length).toBe(count)
  const values = [0, 1].map((place) => perList.map((list) => list.values[place]))
  const own = evaluate(bad, lists, { metrics: ['ndcg@10'], perList: true }).perList?.find(({ id }) => id === perList[3].id)
  expect(perList[3].values[1]).toBe(own?.metrics['ndcg@10'])
  expect(contenders.map(({ interval }) => interval)).toEqual(values.map((of) => bootstrapInterval(of, { seed: 1 })))
  expect(compare({ good, bad }, lists)).toMatchObject(rest)
})
