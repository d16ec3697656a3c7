import { expect, test } from 'vitest'
import type { FeatureMap } from '../../data/features/featureMap.ts'
import { type ListLossSpec, listLoss } from '../../losses/lossSpec.ts'
import { theoryLambdaFor } from './theoryLambdaFor.ts'

const map: FeatureMap = { width: 3, missing: 'zero', scale: { kind: 'none' }, zero: 'kept', shrink: 1, ball: { norm: 'l2', radius: 2 } }
const lists = {
  lists: 50,
  rows: 400,
  longestList: 8,
  pairs: 0,
  leastLabel: 0,
  greatestLabel: 3,
  graded: true,
  weightedGraded: true,
  weighted: false,
  weight: 50,
}
const ball = { norm: 'l2', radius: 3 } as const
const listNet: ListLossSpec = { loss: 'listnet' }

test('is √((4G²R²/n)/(W²/2 + 4W²/n)), with G = 2 for listnet', () => {
  const [G, R, W, n] = [2, 2, 3, 50]
  const expected = Math.sqrt((4 * G * G * R * R) / n / ((W * W) / 2 + (4 * W * W) / n))
  expect(theoryLambdaFor(listLoss(listNet), lists, map, ball)).toBeCloseTo(expected, 14)
})

test.each([
  [listNet, map, { norm: 'none', radius: undefined } as const, 'together with ball l2 and a radius above 0'],
  [listNet, map, { norm: 'l1', radius: 3 } as const, 'together with ball l2 and a radius above 0'],
  [listNet, map, { norm: 'l2', radius: undefined } as const, 'together with ball l2 and a radius above 0'],
  [listNet, { ...map, ball: { norm: 'none' } as const }, ball, 'a feature ball'],
  [{ loss: 'smoothed-dcg', sigma: 1, cutoff: 1 } as const, map, ball, 'convex losses only'],
] as const)('%o on %o with %o is refused', (spec, of, with_, message) => {
  expect(() => theoryLambdaFor(listLoss(spec), lists, of, with_)).toThrow(message)
})
