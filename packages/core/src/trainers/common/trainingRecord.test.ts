import { expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { train } from '../../library/train.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { seededRandom } from '../../numeric/random.ts'
import { sameDataNotes, trainingRecord } from './trainingRecord.ts'

function drawn(count: number, seed: number): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: count * 5 }, () => [random.normal(), random.normal()])
  return rankingLists({
    features,
    labels: features.map(([x]) => Math.max(0, Math.round(x))),
    lists: features.map((_, row) => Math.floor(row / 5)),
  })
}

const happened = { given: [], tuned: [], iterations: 1, objective: 0, optimality: 0 }
const both = drawn(60, 1)
const part = (from: number, to: number) =>
  selectLists(
    both,
    Array.from({ length: to - from }, (_, list) => from + list),
  )
const notes = (lists: RankingLists, valid: RankingLists) => sameDataNotes(trainingRecord(lists, valid, happened, plainCompute))

test('validation lists that are training lists are told, all of them or some', () => {
  expect(notes(part(0, 40), part(40, 60))).toEqual([])
  expect(notes(part(0, 40), part(0, 40))).toEqual([expect.stringContaining('the validation data is the training data')])
  expect(notes(part(0, 40), part(33, 60))).toEqual([expect.stringContaining('7 of the 27 validation lists are in the training data')])
})

test('lists that are alike by chance are not', () => {
  const random = seededRandom(5)
  const coarse = (count: number) =>
    rankingLists({
      features: Array.from({ length: 3 * count }, () => [random.integer(2)]),
      labels: Array.from({ length: 3 * count }, () => random.integer(2)),
      lists: Array.from({ length: 3 * count }, (_, row) => Math.floor(row / 3)),
    })
  expect(notes(coarse(200), coarse(50))).toEqual([])
})

test('a model that continues another keeps what that one has seen, and says nothing of it', () => {
  const first = train(part(0, 30), { method: 'listnet', scale: 'none', missing: 'zero', iterations: 2, valid: part(30, 45) })
  const second = train(part(30, 45), { method: 'listnet', start: first, iterations: 2, valid: part(45, 60) })
  expect(sameDataNotes(second.training)).toEqual([])
  expect(second.training.seen?.valid?.lists).toBe(30)
})
