import { expect, test } from 'vitest'
import type { FeatureMap } from '../data/features/featureMap.ts'
import type { TrainedCommon, TunedOption } from '../models/common/modelCommon.ts'
import { fixedBefore, fixedMap, othersFixedBefore } from './fixedBefore.ts'

const tuned = (option: string, on: TunedOption['on'], more: Partial<TunedOption> = {}): TunedOption => ({
  option,
  on,
  metric: 'ndcg@10',
  tried: [1, 2, 3],
  values: [0.1, 0.2, 0.3],
  ...more,
})
const model = (training: Partial<TrainedCommon['training']>): TrainedCommon => ({
  method: 'smoothed-dcg',
  options: { scale: 'none', featureRadius: 1, sigma: 1, radius: 2, iterations: 100, tolerance: 1e-7 },
  features: 3,
  training: {
    lists: 1,
    rows: 1,
    data: '',
    given: [],
    tuned: [],
    iterations: 1,
    objective: 0,
    optimality: 0,
    arithmetic: 'exact',
    ...training,
  },
})
const radius = (training: Partial<TrainedCommon['training']>) => {
  const { tried, assumption } = fixedBefore(model(training), 'radius', 'The radius')
  return [assumption.holds, tried, /\((.*)\)|$/.exec(assumption.text)?.[1]]
}

test('a default holds, a value given by hand is unknown, one computed from the training lists fails', () => {
  expect(radius({})).toEqual([true, 1, 'it is the default'])
  expect(radius({ given: ['radius'] })).toEqual(['unknown', 1, 'it was given by hand, so only you know'])
  expect(radius({ fitted: ['radius'] })).toEqual([false, 1, 'it was computed from them; give one that you fix before'])
})

test('a choice costs a share of delta for each value, and is as good as the values that were tried', () => {
  expect(radius({ tuned: [tuned('radius', 'valid')] })).toEqual([true, 3, undefined])
  expect(radius({ tuned: [tuned('radius', 'valid', { triedFrom: 'given' })] })[0]).toBe('unknown')
  expect(radius({ tuned: [tuned('radius', 'valid', { triedFrom: 'fitted' })] })[0]).toBe(false)
  // Tuned together, all combinations count; also for an option that was not tuned itself.
  expect(radius({ tuned: [tuned('radius', 'folds'), tuned('sigma', 'folds')] })[1]).toBe(9)
  expect(radius({ given: ['radius'], tuned: [tuned('sigma', 'folds')] })[1]).toBe(3)
})

test('every other option and the choice of features fall under the same rule, but what only decides when to stop', () => {
  const others = (training: Partial<TrainedCommon['training']>) => othersFixedBefore(model(training), ['radius'])
  expect(others({})).toEqual([])
  expect(others({ given: ['radius', 'iterations', 'tolerance'] })).toEqual([])
  expect(others({ given: ['featureRadius', 'sigma', 'features'], fitted: ['scale'], tuned: [] })).toEqual([
    {
      text: 'Fixed before the training lists were seen: feature radius, sigma, which features are used (given by hand, so only you know).',
      holds: 'unknown',
    },
    { text: 'Fixed before the training lists were seen: scale (computed from them).', holds: false },
  ])
  expect(others({ tuned: [tuned('sigma', 'folds', { triedFrom: 'given' })] })).toEqual([
    {
      text: 'The option sigma, chosen on the training lists, is one of 3 that were fixed before the training lists were seen: delta is divided among them (they were given by hand, so only you know).',
      holds: 'unknown',
    },
  ])
})

test('a feature map was fixed before if nothing of it was fitted on the training lists', () => {
  const bare: FeatureMap = { width: 2, missing: 'zero', scale: { kind: 'none' }, zero: 'kept', shrink: 1, ball: { norm: 'none' } }
  const scaled: FeatureMap = { ...bare, scale: { kind: 'min-max', low: Float32Array.of(0, 0), high: Float32Array.of(1, 1) } }
  expect(fixedMap(bare, undefined).holds).toBe(true)
  expect(fixedMap({ ...bare, scale: { kind: 'per-list' } }, undefined).holds).toBe(true)
  expect(fixedMap(scaled, undefined)).toMatchObject({ holds: false, text: expect.stringContaining('the min-max scale was fitted on them') })
  expect(fixedMap({ ...scaled, missing: 'mean' }, undefined).text).toContain('the min-max scale and the replacement of missing values were')
  expect(fixedMap(scaled, 'abc').holds).toBe('unknown')
  expect(fixedMap(bare, 'abc').holds).toBe(true)
})
