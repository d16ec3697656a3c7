import { expect, test } from 'vitest'
import type { AutoRecord } from '../models/common/autoRecord.ts'
import { autoVerdict, bestOfEachMethod, budgetText, measuredOn } from './autoVerdict.ts'

const record: AutoRecord = {
  metric: 'ndcg@10',
  on: 'folds',
  folds: 5,
  lists: 60,
  budget: 5,
  spent: 1.2345,
  chosen: 'ensemble',
  candidates: [
    { method: 'listnet', options: { lambda: 1 }, state: 'measured', value: 0.8, interval: [0.7, 0.9], weight: 1 },
    { method: 'ranksvm', options: {}, state: 'measured', value: 0.79, interval: [0.7, 0.9] },
    { method: 'listnet', options: { lambda: 2 }, state: 'measured', value: 0.7, interval: [0.6, 0.8] },
  ],
  ensemble: { value: 0.81, interval: [0.7, 0.9], gain: -0.0058, error: 0.01 },
}

test('an ensemble that is kept with few lists is not said to gain, but why it is kept', () => {
  const text = autoVerdict(record)
  expect(text).toContain('the ensemble is not clearly better than the best single method (-0.0058 ± 0.01, its standard error)')
  expect(text).toContain('It is kept because with few lists')
  expect(autoVerdict({ ...record, ensemble: { ...record.ensemble!, gain: 0.02 } })).toContain(
    'The ensemble is better than the best single method by 0.02 ± 0.01',
  )
  expect(autoVerdict({ ...record, chosen: 'listnet' })).toContain('not clearly better than listnet (-0.0058 ± 0.01')
})

test('an ensemble that gains although a single setting has the better value: the text says why', () => {
  const gaining = { ...record, ensemble: { ...record.ensemble!, gain: 0.02 } }
  expect(autoVerdict(gaining)).not.toContain('In the table')
  expect(autoVerdict({ ...gaining, ensemble: { ...gaining.ensemble, value: 0.79 } })).toContain(
    'In the table listnet has the better value, because its setting was picked on the same lists.',
  )
})

test('each method is told with its best setting, and the budget with what was used of it', () => {
  expect(bestOfEachMethod(record.candidates)).toEqual(record.candidates.slice(0, 2))
  expect(budgetText(record)).toBe('1.23 of 5 reference seconds of work were used')
  expect(measuredOn(record)).toBe('60 lists, each by models trained without it, 5 folds')
  expect(measuredOn({ ...record, on: 'valid', lists: 1 })).toBe('1 validation list')
})
