import type { AutoRecord } from '@rankwright/core/models'
import { expect, test } from 'vitest'
import { leaderboardText } from './leaderboardText.ts'

const record: AutoRecord = {
  metric: 'ndcg@10',
  on: 'folds',
  folds: 5,
  lists: 60,
  budget: 5,
  spent: 1,
  chosen: 'ensemble',
  candidates: [{ method: 'listnet', options: {}, state: 'measured', value: 0.8, interval: [0.7, 0.9], weight: 1 }],
  ensemble: { value: 0.81, interval: [0.7, 0.9], gain: -0.0058, error: 0.01 },
}

test('an ensemble that is kept with few lists is not said to gain, but why it is kept', () => {
  const text = leaderboardText(record)
  expect(text).toContain('the ensemble is not clearly better than the best single method (-0.0058 ± 0.01, its standard error)')
  expect(text).toContain('It is kept because with few lists')
  const better = leaderboardText({ ...record, ensemble: { ...record.ensemble!, gain: 0.02 } })
  expect(better).toContain('The ensemble is better than the best single method by 0.02 ± 0.01')
  expect(leaderboardText({ ...record, chosen: 'listnet' })).toContain('not clearly better than listnet (-0.0058 ± 0.01')
})
