import { expect, test } from 'vitest'
import { parseMetric } from './metricName.ts'
import { metricFamilies } from './metricTable.ts'

test('a name is a family, with a cut-off after @ where the family has one', () => {
  expect(parseMetric('ndcg@10')).toEqual({ name: 'ndcg@10', family: 'ndcg', cutoff: 10 })
  for (const family of metricFamilies.filter((name) => name !== 'iprec'))
    expect(parseMetric(family)).toMatchObject({ family, cutoff: Infinity })
  for (const family of ['dcg', 'err', 'map', 'mrr', 'p', 'r']) expect(parseMetric(`${family}@3`).cutoff).toBe(3)
})

test('the names of trec_eval and usual spellings mean the same metrics, under the name that was written', () => {
  expect(parseMetric('ndcg_cut_10')).toEqual({ name: 'ndcg_cut_10', family: 'ndcg', cutoff: 10 })
  expect(parseMetric('P_5')).toEqual({ name: 'P_5', family: 'p', cutoff: 5 })
  expect(parseMetric('P.5')).toEqual({ name: 'P.5', family: 'p', cutoff: 5 })
  expect(parseMetric('recip_rank')).toEqual({ name: 'recip_rank', family: 'mrr', cutoff: Infinity })
  expect(parseMetric('recall_100')).toMatchObject({ family: 'r', cutoff: 100 })
  expect(parseMetric('set_P')).toMatchObject({ family: 'p', cutoff: Infinity })
  expect(parseMetric(' NDCG@7 ')).toEqual({ name: 'NDCG@7', family: 'ndcg', cutoff: 7 })
  expect(parseMetric('precision@3')).toMatchObject({ family: 'p', cutoff: 3 })
})

test('a level is a share after @', () => {
  expect(parseMetric('iprec@0.5')).toEqual({ name: 'iprec@0.5', family: 'iprec', cutoff: Infinity, level: 0.5 })
  expect(parseMetric('iprec_at_recall_0.10')).toMatchObject({ family: 'iprec', level: 0.1 })
  expect(parseMetric('iprec@1')).toMatchObject({ level: 1 })
  expect(parseMetric('rbp')).toMatchObject({ family: 'rbp', level: 0.9 })
  expect(parseMetric('rbp@.95')).toMatchObject({ level: 0.95 })
  for (const wrong of ['iprec', 'iprec@1.5', 'iprec@half', 'iprec@-0.1', 'iprec@']) {
    expect(() => parseMetric(wrong)).toThrow(
      `The metric "${wrong}" needs a number from 0 to 1 after an @. Give a metric such as "iprec@0.5".`,
    )
  }
  expect(() => parseMetric('rbp@1')).toThrow('needs a number of at least 0 and below 1 after an @')
})

test('a name nobody knows is answered with the nearest one', () => {
  expect(() => parseMetric('ndgc@10')).toThrow('There is no metric "ndgc@10". Did you mean "ndcg@10"? Give one of: ndcg, ndcg@k')
  expect(() => parseMetric('kendal-tau')).toThrow('Did you mean "kendall-tau"?')
  expect(() => parseMetric('aucc@5')).toThrow('Did you mean "auc"?')
  expect(() => parseMetric('clicks')).toThrow(/^There is no metric "clicks"\. Give one of: /)
  expect(() => parseMetric('constructor')).toThrow('There is no metric "constructor"')
  expect(() => parseMetric('')).toThrow('There is no metric ""')
})

test('a cut-off is a whole number from 1, and only where it has a meaning', () => {
  for (const wrong of ['ndcg@0', 'ndcg@-1', 'ndcg@2.5', 'ndcg@', 'ndcg@ten', 'ndcg@k', 'ndcg@1e3']) {
    expect(() => parseMetric(wrong)).toThrow(`The cutoff of "${wrong}" is not a whole number from 1. Give a metric such as "ndcg@10".`)
  }
  expect(() => parseMetric('auc@10')).toThrow('"auc@10" has a cutoff, but auc uses whole lists. Give "auc".')
})
