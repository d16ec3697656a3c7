import { expect, test } from 'vitest'
import { metricToChooseBy } from './metricToChooseBy.ts'

test('models are chosen by metrics that tell orders apart', () => {
  expect(metricToChooseBy('earlyStop', 'ndcg@5')).toMatchObject({ family: 'ndcg', cutoff: 5 })
  for (const name of ['set_f', 'set_map', 'num_q', 'num_ret', 'num_rel', 'num_rel_ret'])
    expect(() => metricToChooseBy('metric', name)).toThrow('to this one all orders of a list are the same')
  expect(() => metricToChooseBy('metric', 'ndgc')).toThrow('ndgc')
})

test('methods are compared by metrics of the order alone: their scores have different scales', () => {
  expect(metricToChooseBy('metric', 'squared-error').family).toBe('squared-error')
  expect(() => metricToChooseBy('metric', 'squared-error', 'methods')).toThrow('a metric of the order alone')
})
