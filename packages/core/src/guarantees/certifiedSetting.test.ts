import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { train } from '../library/train.ts'
import { unitBallAssumption } from './certifiedSetting.ts'

test('that rows lie in the unit ball is checked: by the bound of the map, else by the training rows', () => {
  const lists = (size: number) =>
    rankingLists({
      features: [
        [size, 0],
        [0, size / 2],
        [0, 0],
      ],
      labels: [1, 0, 0],
      lists: ['a', 'a', 'a'],
    })
  const holds = (size: number, options: Record<string, unknown>) =>
    unitBallAssumption(train(lists(size), { method: 'listnet', scale: 'none', missing: 'zero', ...options }), lists(size), 'l2')
  expect(holds(3, { featureBall: 'l2' })).toEqual({
    text: 'Rows lie in the unit ball, also future ones: the feature map ensures it.',
    holds: true,
  })
  expect(holds(0.9, {}).holds).toBe('unknown')
  expect(holds(3, {})).toEqual({ text: 'Rows lie in the unit ball (the longest training row has the length 3).', holds: false })
  expect(holds(3, { featureBall: 'l2', featureRadius: 2 }).holds).toBe(false)
})
