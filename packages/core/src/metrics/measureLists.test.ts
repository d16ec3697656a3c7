import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { seededRandom } from '../numeric/random.ts'
import { averagePrecision } from './averagePrecision.ts'
import { kendallTau } from './kendallTau.ts'
import { meanOverLists, measureLists } from './measureLists.ts'
import { ndcg } from './ndcg.ts'
import { precision } from './precision.ts'
import { profileNames } from './profiles.ts'

const item = fc.record({
  list: fc.integer({ min: 0, max: 5 }),
  score: fc.integer({ min: 0, max: 9 }),
  label: fc.integer({ min: 0, max: 3 }),
})

test('many lists at once give what each list gives alone', () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 120 }), (items) => {
      items.sort((a, b) => a.list - b.list)
      const lists = rankingLists({
        features: items.map(() => []),
        labels: items.map(({ label }) => label),
        lists: items.map(({ list }) => list),
      })
      const scores = items.map(({ score }) => score)
      const { values } = measureLists(scores, lists, { metrics: ['ndcg@3', 'map', 'p@2', 'kendall-tau'] })
      for (const [index, id] of lists.listIds.entries()) {
        const own = items.filter(({ list }) => String(list) === id)
        const [ownScores, ownLabels] = [own.map(({ score }) => score), own.map(({ label }) => label)]
        const relevant = ownLabels.some((label) => label > 0)
        const expected = [
          ndcg(ownScores, ownLabels, { cutoff: 3 }),
          averagePrecision(ownScores, ownLabels),
          relevant ? precision(ownScores, ownLabels, { cutoff: 2 }) : undefined,
          kendallTau(ownScores, ownLabels),
        ]
        for (const [metric, value] of expected.entries()) {
          if (value === undefined) expect(values[metric][index]).toBeNaN()
          else expect(values[metric][index]).toBeCloseTo(value, 12)
        }
      }
    }),
  )
})

test('nDCG alone, where most lists take a shorter way, has the bits of nDCG beside another metric, under every profile', () => {
  const random = seededRandom(4)
  const labels: number[] = []
  const scores: number[] = []
  const lists: number[] = []
  for (let list = 0; list < 1200; list++) {
    for (let item = 0; item < (list * 7) % 45; item++) {
      lists.push(list)
      labels.push(list % 11 === 0 ? 0 : list % 13 === 0 ? random.uniform() : Math.floor(5 * random.uniform() ** 3))
      scores.push(list % 5 === 0 ? random.integer(9) : list % 17 === 0 && item % 3 === 0 ? Number.NEGATIVE_INFINITY : random.normal())
    }
  }
  const ids = lists.map((_, row) => `d${(row * 7919) % 1000}`)
  const judged = rankingLists({ features: labels.map(() => []), labels, lists, items: ids })
  for (const profile of profileNames) {
    const alone = measureLists(scores, judged, { metrics: ['ndcg@10'], profile }).values[0]
    const together = measureLists(scores, judged, { metrics: ['ndcg@10', 'dcg@10'], profile }).values[0]
    expect(alone.every((value, list) => Object.is(value, together[list]))).toBe(true)
  }
})

test('nDCG alone is right where no list takes the shorter way', () => {
  const random = seededRandom(5)
  const labels = Float64Array.from({ length: 9000 }, () => random.integer(4))
  const tied = labels.map(() => random.integer(3))
  const judged = { labels, offsets: Uint32Array.from({ length: 601 }, (_, list) => 15 * list), listIds: new Array<string>(600).fill('') }
  const alone = measureLists(tied, judged, { metrics: ['ndcg@5'] }).values[0]
  for (let list = 0; list < 600; list++) {
    const [from, to] = [15 * list, 15 * list + 15]
    expect(alone[list]).toBe(ndcg(tied.subarray(from, to), labels.subarray(from, to), { cutoff: 5 }))
  }
})

const three = {
  labels: Float64Array.of(1, 0, 0, 0, 0, 1),
  offsets: Uint32Array.of(0, 2, 4, 6),
  listIds: ['right', 'nothing relevant', 'wrong'],
}
const downwards = [2, 1, 2, 1, 2, 1]

test('lists without relevant items are skipped, or count 0 or 1, as the profile or the caller has it', () => {
  const valuesUnder = (choice: object) => Array.from(measureLists(downwards, three, { metrics: ['mrr'], ...choice }).values[0])
  expect(valuesUnder({})).toEqual([1, Number.NaN, 1 / 2])
  expect(valuesUnder({ profile: 'trec_eval' })).toEqual([1, 0, 1 / 2])
  expect(valuesUnder({ profile: 'lightgbm' })).toEqual([1, 1, 1 / 2])
  expect(valuesUnder({ profile: 'lightgbm', emptyLists: 'skip' })).toEqual([1, Number.NaN, 1 / 2])
})

test('a correlation that does not exist is skipped under every profile', () => {
  const { values } = measureLists(downwards, three, { metrics: ['kendall-tau', 'auc'], profile: 'trec_eval' })
  expect(values.map((each) => each[1])).toEqual([Number.NaN, Number.NaN])
})

test('metrics that place ties differently stand side by side', () => {
  const tied = { labels: Float64Array.of(0, 1), offsets: Uint32Array.of(0, 2), listIds: ['a'] }
  const { values } = measureLists([1, 1], tied, { metrics: ['ndcg@1', 'map'], profile: 'sklearn' })
  expect(values.map((each) => each[0])).toEqual([1 / 2, 1 / 2])
  expect(measureLists([1, 1], tied, { metrics: ['p@1'], ties: 'worst' }).values[0][0]).toBe(0)
})

test('the best grade of all lists is the scale of ERR', () => {
  const graded = { labels: Float64Array.of(3, 0, 1, 0), offsets: Uint32Array.of(0, 2, 4), listIds: ['a', 'b'] }
  const { values, conventions } = measureLists([2, 1, 2, 1], graded, { metrics: ['err'] })
  expect(Array.from(values[0])).toEqual([(2 ** 3 - 1) / 2 ** 3, 1 / 2 ** 3])
  expect(conventions.maxGrade).toBe(3)
})

test('scores of another length are refused', () => {
  expect(() => measureLists([1, 2, 3], three)).toThrow('There are 3 scores for 6 rows.')
})

test('notes say where a profile does not cover a metric and where ids are missing', () => {
  expect(measureLists(downwards, three, { metrics: ['ndcg'] }).notes).toEqual([])
  const { notes } = measureLists(downwards, three, { metrics: ['ndcg', 'spearman'], profile: 'trec_eval' })
  expect(notes).toHaveLength(2)
  expect(notes[0]).toContain('trec_eval does not compute spearman')
  expect(notes[1]).toContain('The items have no ids')
  expect(
    measureLists(downwards, { ...three, itemIds: ['a', 'b', 'c', 'd', 'e', 'f'] }, { metrics: ['ndcg'], profile: 'trec_eval' }).notes,
  ).toEqual([])
})

test('the mean over lists is weighted and leaves out what does not count', () => {
  expect(meanOverLists(Float64Array.of(1, Number.NaN, 0.5))).toBe(3 / 4)
  expect(meanOverLists(Float64Array.of(1, Number.NaN, 0.5), [3, 100, 1])).toBe((3 * 1 + 0.5) / 4)
  expect(meanOverLists(Float64Array.of(Number.NaN))).toBeNaN()
})
