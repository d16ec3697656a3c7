import { expect, test } from 'vitest'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { train } from '../library/train.ts'
import { listPoints, requireRoomForEach } from './modelPoints.ts'

test('a list whose rows are too wide to be laid out dense is refused before anything is made', () => {
  const width = 2 ** 25
  const features = { kind: 'sparse', rowStarts: new Uint32Array(21), columns: new Uint32Array(0), values: new Float32Array(0) } as const
  const lists: RankingLists = { features, width, labels: new Float64Array(20), offsets: Uint32Array.of(0, 4, 20), listIds: ['a', 'b'] }
  const narrow: RankingLists = { ...lists, width: 1, labels: Float64Array.from({ length: 20 }, (_, row) => row % 2) }
  const model = train(narrow, { method: 'least-squares', scale: 'none' })
  const wide = { ...model, featureMap: { ...model.featureMap, width } }
  const refusal =
    'A list has 16 rows and the data has 33554432 features; with lists of that length there may be up to 16777216. Choose some with `features`, or divide the lists.'
  expect(() => listPoints(wide, lists)(1)).toThrow(refusal)
  expect(() => requireRoomForEach(wide, lists)).toThrow(refusal)
  requireRoomForEach(model, narrow)
  expect(listPoints(model, narrow)(1)).toHaveLength(16)
})
