import { expect, test } from 'vitest'
import { parseMetric } from './metricName.ts'
import { metricFamilies } from './metricTable.ts'

test('a name is a family, with a cut-off after @ where the family has one', () => {
  expect(parseMetric('ndcg@10')).toEqual({ name: 'ndcg@10', family: 'ndcg', cutoff: 10 })
  for (const family of metricFamilies) expect(parseMetric(family)).toEqual({ name: family, family, cutoff: Infinity })
  for (const family of ['dcg', 'err', 'map', 'mrr', 'p', 'r']) expect(parseMetric(`${family}@3`).cutoff).toBe(3)
})

test('the names of trec_eval and usual spellings mean the same metrics, under the name that was written', () => {
  expect(parseMetric('ndcg_cut_10')).toEqual({ name: 'ndcg_cut_10', family: 'ndcg', cutoff: 10 })
  expect(parseMetric('P_5')).toEqual({ name: 'P_5', family: 'p', cutoff: 5 })
  expect(parseMetric('recip_rank')).toEqual({ name: 'recip_rank', family: 'mrr', cutoff: Infinity })
  expect(parseMetric('recall_100')).toMatchObject({ family: 'r', cutoff: 100 })
  expect(parseMetric('set_P')).toMatchObject({ family: 'p', cutoff: Infinity })
  expect(parseMetric(' NDCG@7 ')).toEqual({ name: 'NDCG@7', family: 'ndcg', cutoff: 7 })
  expect(parseMetric('precision@3')).toMatchObject({ family: 'p', cutoff: 3 })
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
