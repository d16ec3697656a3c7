import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { explainer } from '../../library/explain.ts'
import { rank } from '../../library/rank.ts'
import { train } from '../../library/train.ts'
import { seededRandom } from '../../numeric/random.ts'
import { modelFromJson } from '../../trainers/modelFromJson.ts'
import { modelToJson } from '../modelJson.ts'
import { score } from '../score.ts'
import { asMember, type EnsembleModel, type MemberModel } from './ensemble.ts'
import { standardise } from './standardScores.ts'

const random = seededRandom(4)
const features = Array.from({ length: 60 }, () => [random.normal(), random.normal(), random.normal()])
const lists = rankingLists({
  features,
  labels: features.map(([a, b]) => Math.round(2 + a + a * b)),
  lists: features.map((_, row) => Math.floor(row / 6)),
  featureNames: ['a', 'b', 'c'],
})
const linear = train(lists, { method: 'least-squares', lambda: 0.1 })
const trees = train(lists, { method: 'lambdamart', trees: 5 })

function ensemble(members: readonly MemberModel[], weights: readonly number[]): EnsembleModel {
  const { features: names, training } = linear
  return {
    kind: 'ensemble',
    method: 'auto',
    options: { seed: 1 },
    features: names,
    training,
    members: members.map(asMember),
    weights: Float64Array.from(weights),
  }
}

test('scores are the weighted sum of standardised scores; a member that weighs nothing changes nothing', () => {
  const both = score(ensemble([linear, trees], [0.7, 0.3]), lists)
  const [one, two] = [linear, trees].map((model) => standardise(score(model, lists), lists.offsets))
  for (const [row, found] of both.entries()) expect(found).toBeCloseTo(0.7 * one[row] + 0.3 * two[row], 12)
  expect(score(ensemble([linear, trees], [2, 0]), lists)).toEqual(score(ensemble([linear], [2]), lists))
})

test('one member alone ranks as it does without an ensemble', () => {
  const order = (model: EnsembleModel | MemberModel) => rank(model, lists).map(({ items }) => items.map(({ row }) => row))
  expect(order(ensemble([trees], [1]))).toEqual(order(trees))
})

describe('explanations', () => {
  test('say how: as its members do, or that they differ', () => {
    expect(explainer(ensemble([linear, linear], [1, 1]), lists).how).toBe('exact')
    expect(explainer(ensemble([linear, trees], [1, 1]), lists)).toMatchObject({ how: 'weighted-members', against: 'training' })
    expect(explainer(ensemble([linear, trees], [1, 0]), lists).how).toBe('exact')
  })

  test('give the values of both items, whether or not the feature adds something', () => {
    const { pair } = explainer(ensemble([linear, trees], [1, 1]), lists)
    for (const [row, other] of [
      [0, 3],
      [0, 40],
    ]) {
      const { above, below, contributions } = pair(row, other)
      for (const { feature, values } of contributions) {
        const column = ['a', 'b', 'c'].indexOf(feature)
        expect(values).toEqual([features[above][column], features[below][column]].map((value) => Math.fround(value)))
      }
    }
  })

  test('compare trees with what is asked for, and refuse that without trees', () => {
    expect(explainer(ensemble([linear, trees], [1, 1]), lists, { against: 'missing' }).against).toBe('missing')
    expect(() => explainer(ensemble([linear], [1]), lists, { against: 'missing' })).toThrow('an ensemble without trees')
  })
})

describe('a file', () => {
  const document = JSON.parse(modelToJson(ensemble([linear, trees], [0.7, 0.3])))
  const { checksum: _, ...parts } = document
  const [first, second] = parts.members
  const read = (changed: object) => modelFromJson(JSON.stringify({ ...parts, ...changed }), 'm.json')

  test('has features and seen lists once', () => {
    expect(read({})).toEqual(ensemble([linear, trees], [0.7, 0.3]))
    for (const member of parts.members) expect([member.features, member.training.seen]).toEqual([undefined, undefined])
  })

  test.each([
    ['no member', { members: [] }, 'at members'],
    ['a weight too few', { weights: [1] }, 'at weights'],
    ['a weight below 0', { weights: [1, -0.5] }, 'at weights'],
    ['nothing but zeros', { weights: [0, 0] }, 'at weights'],
    ['a member that is no model', { members: [first, 7] }, 'at members[1]'],
    ['an ensemble in it', { members: [first, { ...second, kind: 'ensemble' }] }, 'at members[1].kind'],
    ['a stream in it', { members: [first, { ...second, kind: 'stream' }] }, 'at members[1].kind'],
    ['features of a member', { members: [first, { ...second, features: 3 }] }, 'at members[1]'],
    ['weights of another number of features', { members: [{ ...first, weights: [1, 2] }, second] }, 'at members[0].weights'],
    ['a split on a feature that is not there', { members: [first, second], features: ['a'] }, 'at members[0]'],
    ['a method that makes other kinds', { members: [first, { ...second, method: 'listnet' }] }, 'at members[1].method'],
    ['an option out of range', { members: [first, { ...second, options: { growth: 'sideways' } }] }, 'at members[1].options.growth'],
    ['another method', { method: 'listnet' }, 'at method'],
    ['an option of auto out of range', { options: { profile: 'none' } }, 'at options.profile'],
  ])('with %s is refused with the place', (_, changed, where) => {
    expect(() => read(changed)).toThrow(where)
  })
})
