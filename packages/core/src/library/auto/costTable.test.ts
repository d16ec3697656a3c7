import { expect, test } from 'vitest'
import { costOf } from './costTable.ts'
import type { Fit } from './fits.ts'

const size = { rows: 600, width: 1000, cells: 12_000, pairs: 2700 }

test.each<Fit>([
  { method: 'least-squares', options: {} },
  { method: 'listnet', options: {} },
  { method: 'listmle', options: {} },
  { method: 'ranksvm', options: {} },
  { method: 'ranknet', options: {} },
  { method: 'ranknet', options: { lambdaWeights: 'ndcg' } },
  { method: 'smoothed-dcg', options: {} },
  { method: 'rankboost', options: { iterations: 100 } },
  { method: 'rankrls', options: { kernel: 'linear' }, reads: { option: 'lambda', values: [1] } },
  { method: 'lambdamart', options: { leaves: 4 }, reads: { option: 'trees', values: [100] } },
])('$method $options takes longer with more features, even where no more values are there', (fit) => {
  expect(costOf(fit, { ...size, width: 100_000 })).toBeGreaterThan(10 * costOf(fit, size))
})

test('trees on thousands of features are not taken for cheap: 100 of them took a second with 3,000 features of 50 rows', () => {
  const trees: Fit = { method: 'lambdamart', options: { leaves: 4 }, reads: { option: 'trees', values: [100] } }
  expect(costOf(trees, { rows: 50, width: 3000, cells: 150_000, pairs: 225 })).toBeGreaterThan(0.3)
})
