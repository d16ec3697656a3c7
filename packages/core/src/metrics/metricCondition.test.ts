import { expect, test } from 'vitest'
import { chooseMetrics } from './chooseMetrics.ts'
import { canCountEveryList, metricCondition } from './metricCondition.ts'
import type { ProfileName } from './profiles.ts'

const metric = (name: string, profile: ProfileName = 'rankwright') => chooseMetrics({ metrics: [name], profile }, []).metrics[0]

test.each([
  ['ndcg@10', 'rankwright', 'lists with at least one relevant item'],
  ['map', 'trec_eval', 'all lists, those without a relevant item counting 0'],
  ['ndcg@10', 'lightgbm', 'all lists, those without a relevant item counting 1'],
  ['auc', 'letor4', 'lists with relevant items and others'],
  ['pairwise-accuracy', 'rankwright', 'lists with at least two different labels'],
  ['spearman', 'rankwright', 'lists with at least two different labels and two different scores'],
] as const)('%s of %s is about %s', (name, profile, condition) => {
  expect(metricCondition(metric(name, profile))).toBe(condition)
})

test('lists that are left out can be counted, unless the metric is about pairs or they count already', () => {
  expect(['ndcg@10', 'map', 'auc', 'kendall-tau'].map((name) => canCountEveryList(metric(name)))).toEqual([true, true, false, false])
  expect(canCountEveryList(metric('ndcg@10', 'letor4'))).toBe(false)
})
