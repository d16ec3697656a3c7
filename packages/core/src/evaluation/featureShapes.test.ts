import { asSparse } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { train } from '../library/train.ts'
import { asMember, type EnsembleModel } from '../models/ensemble/ensemble.ts'
import type { LinearModel } from '../models/linear/linear.ts'
import { score } from '../models/score.ts'
import { seededRandom } from '../numeric/random.ts'
import { featureShapes } from './featureShapes.ts'

const random = seededRandom(5)
const features = Array.from({ length: 120 }, () => [random.integer(4), random.uniform() < 0.2 ? Number.NaN : random.normal()])
const labels = features.map(([first, second]) => first + (second > 0 ? 1 : 0))
const lists = rankingLists({ features, labels, lists: labels.map((_, row) => Math.floor(row / 6)), featureNames: ['stars', 'price'] })

test('of an ensemble are those of its members in the scale that each list has', () => {
  const member = train(lists, { method: 'least-squares' })
  const [one, model] = [
    rankingLists({ features, labels, lists: labels.map(() => 'all'), featureNames: ['stars', 'price'] }),
    ensembleOf(member),
  ]
  const scores = score(member, one)
  const mean = scores.reduce((sum, each) => sum + each) / 120
  const deviation = Math.sqrt(scores.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 120)
  const [own, shape] = [member, model].map((each) => featureShapes(each, one, { shapes: ['stars'] }).features[0].points)
  for (const [place, { score: found }] of shape.entries()) expect(found).toBeCloseTo((2 * (own[place].score - mean)) / deviation, 10)
  expect(Math.abs(shape[3].score - shape[0].score)).toBeGreaterThan(0.5)
})

test('of a model that scales within lists are scores of rows that come into their list with the value', () => {
  const model = train(lists, { method: 'listnet', scale: 'per-list' })
  const { points } = featureShapes(model, lists, { shapes: ['stars'] }).features[0]
  const added = (row: number, value: number) => {
    const first = row - (row % 6)
    const rows = [...features.slice(first, first + 6), [value, features[row][1]]]
    return score(
      model,
      rankingLists({ features: rows, labels: rows.map(() => 0), lists: rows.map(() => 1), featureNames: ['stars', 'price'] }),
    )[6]
  }
  for (const { value, score: found } of points)
    expect(found).toBeCloseTo(features.reduce((sum, _, row) => sum + added(row, value), 0) / 120, 10)
  expect(points[3].score - points[0].score).toBeGreaterThan(0.1)
  for (const other of [
    featureShapes(model, asSparse(lists), { shapes: ['stars'] }),
    featureShapes(ensembleOf(model), lists, { shapes: ['stars'] }),
  ])
    expect(other.features[0].points[3].score - other.features[0].points[0].score).toBeGreaterThan(0.1)
})

function ensembleOf(member: LinearModel): EnsembleModel {
  const { features: names, training } = member
  return {
    kind: 'ensemble',
    method: 'auto',
    options: {},
    features: names,
    training,
    members: [asMember(member)],
    weights: Float64Array.of(2),
  }
}

describe.each(['least-squares', 'lambdamart', 'elmrank'] as const)('of a model by %s', (method) => {
  const model = train(lists, { method })

  test('are mean scores with one value in all rows', () => {
    const { features: shapes, rows } = featureShapes(model, lists)
    expect([rows, shapes.map(({ feature }) => feature)]).toEqual([120, ['stars', 'price']])
    for (const { value, score: mean } of shapes[0].points) {
      const filled = rankingLists({
        features: features.map(([, price]) => [value, price]),
        labels,
        lists: lists.listIds.flatMap((id) => Array(6).fill(id)),
        featureNames: ['stars', 'price'],
      })
      expect(mean).toBeCloseTo(score(model, filled).reduce((sum, each) => sum + each) / 120, 10)
    }
    expect(shapes[0].points.map(({ value }) => value)).toEqual([0, 1, 2, 3])
    expect(featureShapes(model, asSparse(lists), { shapes: ['stars'] }).features[0].points[2].score).toBeCloseTo(
      shapes[0].points[2].score,
      10,
    )
  })

  test('count every row once, missing values last', () => {
    const { points } = featureShapes(model, lists, { points: 7 }).features[1]
    expect(points.reduce((sum, { rows }) => sum + rows, 0)).toBe(120)
    expect(points).toHaveLength(8)
    expect(points[7]).toMatchObject({ value: Number.NaN, rows: features.filter(([, price]) => Number.isNaN(price)).length })
  })
})

test('of many rows, whole lists are drawn; a feature that is not there is refused', () => {
  const model = train(lists, { method: 'least-squares', lambda: 1 })
  expect(featureShapes(model, lists, { rows: 20 }).rows).toBe(24)
  expect(() => featureShapes(model, lists, { shapes: ['prise'] })).toThrow('did you mean "price"?')
})
