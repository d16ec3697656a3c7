import { expect, test } from 'vitest'
import { weightCharts } from './featureSections.ts'

const titleOf = (facts: Parameters<typeof weightCharts>[0]) => weightCharts(facts).map(({ title }) => title)

test('weights of linear models, what splits gained, how often features are split on, and what single features can change are told apart', () => {
  expect(titleOf([{ feature: 'price', weight: -2 }])).toEqual(['Weights of features'])
  expect(titleOf([{ feature: 'price', weight: 0.5, splits: 3, gain: 8 }])).toEqual(['What splits by a feature gained'])
  expect(titleOf([{ feature: 'price', weight: 3, splits: 3 }])).toEqual(['How often features are split on'])
  expect(titleOf([{ feature: 'price', weight: 0.7, splits: 3 }])).toEqual(['What features can change'])
  expect(titleOf([{ feature: 'price' }])).toEqual([])
})
