/** Real files, against the counts that their SOURCE.md states. */
import { join } from 'node:path'
import type { RankingLists } from '@rankwright/core'
import { listCount, rowCount } from '@rankwright/core/data'
import { readLists } from '@rankwright/node'
import { expect, test } from 'vitest'
import { describeWithRealData } from './realData.ts'

/** How many rows have each grade, from 0 up. */
function grades({ labels }: RankingLists): number[] {
  const counts: number[] = []
  for (const label of labels) counts[label] = (counts[label] ?? 0) + 1
  return counts
}

const stated: { data: string; file: string; lists: number; rows: number; width: number; grades?: number[]; firstItem?: string }[] = [
  { data: 'letor-mq2008', file: 'S1.txt.gz', lists: 157, rows: 2933, width: 46, grades: [2316, 427, 190], firstItem: 'GX008-86-4444840' },
  { data: 'letor-mq2008', file: 'S2.txt.gz', lists: 157, rows: 3635, width: 46, grades: [3080, 385, 170] },
  { data: 'letor-ohsumed', file: 'S1.txt.gz', lists: 21, rows: 2570, width: 25, grades: [1751, 451, 368], firstItem: '40626' },
  { data: 'letor-ohsumed', file: 'S4.txt.gz', lists: 21, rows: 3538, width: 25, grades: [2457, 546, 535] },
  { data: 'mslr-web-sample', file: 'train.txt.gz', lists: 53, rows: 5488, width: 136, grades: [3050, 1613, 695, 90, 40] },
  { data: 'mslr-web-sample', file: 'vali.txt.gz', lists: 18, rows: 1734, width: 136, grades: [980, 492, 231, 26, 5] },
  { data: 'lightgbm-lambdarank', file: 'rank.train.gz', lists: 201, rows: 3005, width: 300, grades: [645, 1211, 858, 222, 69] },
]

for (const { data, file, firstItem, ...expected } of stated) {
  describeWithRealData(data, (folder) => {
    test(`${file} has the lists, rows, features and grades that are stated`, async () => {
      const lists = await readLists(join(folder, file))
      expect({ lists: listCount(lists), rows: rowCount(lists), width: lists.width, grades: grades(lists) }).toEqual(expected)
      if (firstItem !== undefined) expect(lists.itemIds?.[0]).toBe(firstItem)
      expect(lists.sourceRows).toBeUndefined()
    })
  })
}

describeWithRealData('letor-mq2007-agg', (folder) => {
  test('NULL is missing, not 0', async () => {
    const { features, width, labels } = await readLists(join(folder, 'A1.txt.gz'))
    expect(width).toBe(21)
    expect(Array.from(features.values.subarray(0, width))).toEqual(new Array(width).fill(Number.NaN))
    const missing = features.values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0)
    expect(missing).toBeGreaterThan(labels.length)
    expect(missing).toBeLessThan(features.values.length)
  })
})

describeWithRealData('images-cifar10', (folder) => {
  test('images are one list of 2000 classes with pixels from 0 to 1', async () => {
    const lists = await readLists(join(folder, 'test_2000.bin.gz'), { format: 'cifar' })
    expect([rowCount(lists), listCount(lists), lists.width]).toEqual([2000, 1, 3072])
    expect(new Set(lists.labels)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
    expect(lists.features.values.every((value) => value >= 0 && value <= 1)).toBe(true)
  })
})

describeWithRealData('xgboost-rank', (folder) => {
  test('rows that name no list are refused with their place', async () => {
    await expect(readLists(join(folder, 'rank.test.txt'))).rejects.toThrow(
      'rank.test.txt:1:3: the row does not say which list it belongs to',
    )
  })
})
