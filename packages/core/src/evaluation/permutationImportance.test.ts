import { asSparse } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { train } from '../library/train.ts'
import { seededRandom } from '../numeric/random.ts'
import { evaluate } from './evaluate.ts'
import { permutationImportance } from './permutationImportance.ts'

/** The first feature decides, the second helps a little, the third is noise, the fourth is the same in all rows of a list, the fifth constant. */
function made(seed: number, count = 40): RankingLists {
  const random = seededRandom(seed)
  const features: number[][] = []
  const labels: number[] = []
  for (let row = 0; row < 8 * count; row++) {
    const own = [random.normal(), random.normal(), random.normal(), row % 8 === 0 ? random.normal() : 0, 1]
    if (row % 8 > 0) own[3] = features[row - 1][3]
    features.push(own)
    labels.push(Math.max(0, Math.round(own[0] + 0.3 * own[1] + 1)))
  }
  return rankingLists({ features, labels, lists: labels.map((_, row) => Math.floor(row / 8)), featureNames: ['a', 'b', 'c', 'd', 'e'] })
}

const lists = made(1)
const fresh = made(2)

describe.each(['least-squares', 'elmrank', 'lambdamart'] as const)('of a model by %s', (method) => {
  const model = train(lists, { method })
  const found = permutationImportance(model, fresh, { repeats: 3 })
  const lossOf = (feature: string) => found.features.find((each) => each.feature === feature)!

  test('the feature that decides is missed most, by an interval clear of 0', () => {
    expect(found.value).toBe(evaluate(model, fresh, { metrics: ['ndcg@10'] }).metrics['ndcg@10'])
    expect(found.features[0].feature).toBe('a')
    expect(found.features[0].interval[0]).toBeGreaterThan(0.05)
    expect(lossOf('a').loss).toBeGreaterThan(3 * lossOf('b').loss)
    expect(lossOf('e')).toEqual({ feature: 'e', loss: 0, interval: [0, 0] })
  })

  test('sparse rows, another call and equal lists change nothing', () => {
    const again = permutationImportance(model, asSparse(fresh), { repeats: 3 })
    for (const { feature, loss } of again.features) expect(loss).toBeCloseTo(lossOf(feature).loss, 10)
    expect(permutationImportance(model, fresh, { repeats: 3 })).toEqual(found)
  })
})

test('what is the same for all rows of a list is not missed when rows change places within lists', () => {
  const model = train(lists, { method: 'lambdamart' })
  const { features } = permutationImportance(model, fresh, { shuffle: 'list', repeats: 2 })
  expect(features.find(({ feature }) => feature === 'd')).toEqual({ feature: 'd', loss: 0, interval: [0, 0] })
})

test('a list that stands twice counts once for intervals, and lists of the training are told', () => {
  const model = train(lists, { method: 'least-squares', lambda: 0.1 })
  const twice = selectLists(fresh, [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5])
  expect(permutationImportance(model, twice, { repeats: 1 }).lists).toBe(
    permutationImportance(model, selectLists(fresh, [0, 1, 2, 3, 4, 5]), { repeats: 1 }).lists,
  )
  expect(permutationImportance(model, lists, { repeats: 1 }).notes[0]).toContain('has seen')
})

test('intervals hold the loss on many lists about as often as they say', () => {
  const model = train(made(3, 10), { method: 'least-squares', lambda: 1 })
  const options = { repeats: 1, confidence: 0.9 }
  const truth = permutationImportance(model, made(4, 600), options).features.find(({ feature }) => feature === 'a')!.loss
  let held = 0
  const times = 30
  for (let time = 0; time < times; time++) {
    const [low, high] = permutationImportance(model, made(100 + time, 30), { ...options, seed: time }).features.find(
      ({ feature }) => feature === 'a',
    )!.interval
    if (low <= truth && truth <= high) held++
  }
  expect(held).toBeGreaterThan(0.9 * times - 4 * Math.sqrt(0.09 * times))
})
