import { type LinearModel, rankingLists, train } from '@rankwright/core'

/** A model of two features whose scores are the first one: what a rule does with it can be worked out by hand. */
export function firstFeatureModel(): LinearModel {
  const features = [
    [0, 0],
    [1, 0],
  ]
  const lists = rankingLists({ features, labels: [0, 1], lists: ['a', 'a'] })
  return { ...train(lists, { method: 'least-squares', scale: 'none' }), weights: Float64Array.of(1, 0), intercept: 0 }
}
