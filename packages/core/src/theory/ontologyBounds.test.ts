import { describe, expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { bound } from './bound.ts'

const trained = { sigma: 2, kappa: 1.5, lambda: 0.5, M: 400 }

test('o-t14 is 4 sigma kappa²/(lambda M), and o-c17 is 2 sigma of it', () => {
  const mu = (4 * 2 * 1.5 ** 2) / (0.5 * 400)
  expect(bound('o-t14', trained).value).toBeCloseTo(mu, 12)
  expect(bound('o-c17', trained).value).toBeCloseTo((8 * 2 ** 2 * 1.5 ** 2) / (0.5 * 400), 12)
  expect(bound('o-c17', trained, { printed: true }).value).toBeCloseTo(2 * 2 * mu, 12)
})

test('o-t10 is the error of the sample, twice alpha and the deviation', () => {
  const { value, terms } = bound('o-t10', { alpha: 0.01, B: 3, M: 400, delta: 0.1, empirical: 0.25 })
  const deviation = (2 * 0.01 + 3 / 400) * Math.sqrt((400 * Math.log(10)) / 2)
  expect(terms).toEqual({ empirical: 0.25, stability: 0.02, deviation: expect.closeTo(deviation, 12) })
  expect(value).toBeCloseTo(0.25 + 0.02 + deviation, 12)
})

test('o-t12 takes 4 mu/gamma for 2 alpha', () => {
  const { value } = bound('o-t12', { mu: 0.003, gamma: 0.5, B: 1, M: 250, empirical: 0.125 })
  const stable = (4 / 0.5) * 0.003
  expect(value).toBeCloseTo(0.125 + stable + (stable + 1 / 250) * Math.sqrt((250 * Math.log(20)) / 2), 12)
})

test('o-c15 is o-t12 with gamma 1 and the mu of o-t14', () => {
  const stable = (16 * 2 * 1.5 ** 2) / (0.5 * 400)
  const { value } = bound('o-c15', { ...trained, delta: 0.01, empirical: 0.2 })
  expect(value).toBeCloseTo(0.2 + stable + (stable + 1 / 400) * Math.sqrt((400 * Math.log(100)) / 2), 12)
  const mu = bound('o-t14', trained).value
  expect(bound('o-t12', { mu, gamma: 1, B: 1, M: 400, delta: 0.01, empirical: 0.2 }).value).toBeCloseTo(value, 12)
})

describe('o-t5', () => {
  const inputs = { ...trained, Mprime: 50, B: 4, normSquared: 2.25, infimum: 0.1, delta: 0.1 }
  const start = 0.1 + 0.5 * 2.25 + 1 / 50 + (16 * 2 ** 2 * 1.5 ** 2) / (0.5 * 400)
  const spread = Math.sqrt(Math.log(20) / 800)

  test('takes the deviation of the fixed function from its own loss', () => {
    const leastLoss = 1 + 2 * 1.5 * Math.sqrt(2.25)
    const factor = (16 * 2 ** 2 * 1.5 ** 2) / 0.5 + 4 + leastLoss
    expect(bound('o-t5', inputs).value).toBeCloseTo(start + factor * spread, 10)
    expect(bound('o-t5', { ...inputs, Bstar: 1 }).value).toBeCloseTo(start + (factor - leastLoss + 1) * spread, 10)
  })

  test('has 24 sigma² kappa²/lambda + B as printed', () => {
    const factor = (24 * 2 ** 2 * 1.5 ** 2) / 0.5 + 4
    expect(bound('o-t5', inputs, { printed: true }).value).toBeCloseTo(start + factor * spread, 10)
  })

  test('goes to the least error with lambda = M^(-1/4), as its remark says', () => {
    const gaps = [1e3, 1e6, 1e10, 1e15].map((M) => {
      const lambda = M ** -0.25
      return bound('o-t5', { sigma: 1, kappa: 1, lambda, M, Mprime: M, B: 1 + Math.sqrt(2 / lambda), normSquared: 1 }).value
    })
    for (let i = 1; i < gaps.length; i++) expect(gaps[i]).toBeLessThan(gaps[i - 1])
    expect(gaps[3]).toBeLessThan(0.01)
  })
})

test('the error of a fixed function exceeds its own in the sample by B √(ln(1/δ)/(2M)) seldom, by the printed deviation often', () => {
  // Two parts of two vertices, scores 0 and 1 in both: a pair costs 0, 1 or 2, on average 1.
  const [M, delta, B] = [40, 0.05, 2]
  const [sigma, kappa, lambda] = [1, 1, 100]
  const random = seededRandom(3)
  const deviation = (factor: number) => factor * Math.sqrt(Math.log(1 / delta) / (2 * M))
  const above = { ours: 0, printed: 0 }
  const draws = 4000
  for (let draw = 0; draw < draws; draw++) {
    const scores = Array.from({ length: M }, () => random.integer(2))
    let sum = 0
    for (let i = 0; i < M / 2; i++) for (let j = M / 2; j < M; j++) sum += Math.max(0, 1 - (scores[j] - scores[i]))
    const over = sum / M ** 2 - 0.25 // n_1 n_2/M² E l = 1/4
    if (over > deviation(B)) above.ours++
    if (over > deviation((8 * sigma ** 2 * kappa ** 2) / lambda)) above.printed++
  }
  expect(above.ours / draws).toBeLessThanOrEqual(delta)
  expect(above.printed / draws).toBeGreaterThan(4 * delta)
})

test('inputs that are missing are named', () => {
  expect(() => bound('o-t14', { sigma: 1, kappa: 1, lambda: 1 })).toThrow('M')
  expect(() => bound('o-c15', { sigma: 1, kappa: 1, lambda: 0, M: 5 })).toThrow('lambda')
})
