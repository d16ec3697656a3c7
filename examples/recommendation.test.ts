import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWithRealData } from '../golden/realData.ts'
import { madeUpCompounds, rankCompounds, readCompounds } from './rankCompounds.ts'
import { madeUpRatings, rankForEachUser, readMovieLens } from './rankForEachUser.ts'

test('compounds with more descriptors than rows: curved and straight rankers both learn, and intervals come along', () => {
  const { disagreement, linearDisagreement, order } = rankCompounds(madeUpCompounds(100, 120, 3))
  expect(disagreement).toBeLessThan(0.4)
  expect(linearDisagreement).toBeLessThan(0.4)
  expect(order).toHaveLength(20)
  for (const { overNext } of order.slice(0, -1)) expect(overNext!.interval[0] < overNext!.margin && overNext!.probability >= 0.5).toBe(true)
})

test('a ranker for each user knows more than the mean rating', () => {
  const reports = rankForEachUser(madeUpRatings(80, 60, 4), { references: 50, count: 10 })
  const mean = (of: 'disagreement' | 'popularDisagreement') => reports.reduce((sum, report) => sum + report[of], 0) / reports.length
  expect(reports).toHaveLength(10)
  expect(mean('disagreement')).toBeLessThan(0.35)
  expect(mean('disagreement')).toBeLessThan(mean('popularDisagreement') - 0.1)
  for (const { next } of reports) expect(new Set(next).size).toBe(5)
})

describeWithRealData('qsar', (folder) => {
  test('compounds by how well they pass from blood to brain', () => {
    const table = readCompounds(join(folder, 'bloodbrain.csv.gz'), 'logBBB')
    expect([table.activities.length, table.descriptors[0].length]).toEqual([208, 134])
    const { disagreement, linearDisagreement } = rankCompounds(table)
    expect(disagreement).toBeLessThan(0.3)
    expect(linearDisagreement).toBeLessThan(0.3)
  })
})

describeWithRealData('recsys-movielens-100k', (folder) => {
  test('films for users of MovieLens', () => {
    const reports = rankForEachUser(readMovieLens(join(folder, 'u.data.gz')), { references: 60, count: 5 })
    expect(reports).toHaveLength(5)
    const mean = reports.reduce((sum, { disagreement }) => sum + disagreement, 0) / 5
    expect(mean).toBeLessThan(0.42)
  })
})
