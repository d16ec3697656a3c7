import { expect, test } from 'vitest'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { seededRandom } from '../numeric/random.ts'
import { OnlineScaler } from './onlineScaler.ts'
import type { Series } from './series.ts'

const series = (width: number, ...features: number[]): Series => ({ id: '', width, features: Float64Array.from(features) })

test('a series on its own comes out with mean 0 and standard deviation 1', () => {
  const scaler = new OnlineScaler('series')
  const one = series(2, 1, 100, 2, 300, 6, 200)
  scaler.learn(one, plainCompute)
  const scaled = scaler.scaled(one, plainCompute)
  for (const column of [0, 1]) {
    const values = [0, 1, 2].map((row) => scaled[row * 2 + column])
    expect(values.reduce((a, b) => a + b)).toBeCloseTo(0, 12)
    expect(values.reduce((a, b) => a + b * b, 0) / 3).toBeCloseTo(1, 12)
  }
})

test('running moments equal those of all values at once, however the series are cut', () => {
  const random = seededRandom(3)
  const values = Array.from({ length: 60 }, () => 1e6 + random.normal())
  const scaler = new OnlineScaler('running')
  for (let at = 0, size = 1; at < values.length; at += size, size = 1 + random.integer(9))
    scaler.learn(series(1, ...values.slice(at, at + size)), plainCompute)
  const seen = scaler.state().counts[0]
  const mean = values.reduce((a, b) => a + b) / values.length
  const square = values.reduce((a, b) => a + (b - mean) ** 2, 0)
  expect(seen).toBe(60)
  expect(scaler.state().means[0]).toBeCloseTo(mean, 8)
  expect(scaler.state().squares[0] / square).toBeCloseTo(1, 9)
})

test('a missing value counts as the centre, a constant feature for nothing', () => {
  const scaler = new OnlineScaler('series')
  scaler.learn(series(2, 1, 5, Number.NaN, 5, 3, 5), plainCompute)
  expect([...scaler.scaled(series(2, 1, 5, Number.NaN, 7, 3, 5), plainCompute)]).toEqual([-1, -0, 0, 0, 1, -0])
})

test.each(['series', 'running'] as const)('a constant that no sum holds exactly is still constant, centred by %s', (centring) => {
  const scaler = new OnlineScaler(centring)
  const tenths = new Array(50).fill(0.1)
  scaler.learn(series(1, ...tenths), plainCompute)
  scaler.learn(series(1, Number.NaN, ...tenths), plainCompute)
  expect([...scaler.scaled(series(1, 0.1, 0.3), plainCompute)].every((value) => value === 0)).toBe(true)
})

test('a feature that appears later starts without a past', () => {
  const scaler = new OnlineScaler('series')
  scaler.learn(series(1, 1, 3), plainCompute)
  scaler.learn(series(2, 1, 10, 3, 30), plainCompute)
  expect([...scaler.scaled(series(2, 1, 10, 3, 30), plainCompute)]).toEqual([-1, -1, 1, 1])
  expect([...scaler.scaled(series(1, 1, 3), plainCompute)]).toEqual([-1, 0, 1, 0])
})
