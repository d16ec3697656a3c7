import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { smoothedHinge } from './smoothedHinge.ts'

const list = fc
  .array(fc.record({ score: fc.double({ min: -3, max: 3, noNaN: true }), label: fc.integer({ min: 0, max: 3 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((items) => ({ scores: Float64Array.from(items, ({ score }) => score), labels: Float64Array.from(items, ({ label }) => label) }))

/** The definition, pair by pair. */
function byPairs(scores: Float64Array, labels: Float64Array, mu: number, mean: boolean) {
  const sums = { value: 0, hinge: 0, mass: 0, gradient: new Float64Array(scores.length) }
  let pairs = 0
  for (const i of scores.keys()) {
    for (const j of scores.keys()) {
      if (labels[i] <= labels[j]) continue
      pairs++
      const t = 1 + scores[j] - scores[i]
      const alpha = Math.min(Math.max(t / mu, 0), 1)
      sums.value += t <= 0 ? 0 : t < mu ? (t * t) / (2 * mu) : t - mu / 2
      sums.hinge += Math.max(0, t)
      sums.mass += alpha
      sums.gradient[i] -= alpha
      sums.gradient[j] += alpha
    }
  }
  const share = mean ? Math.max(1, pairs) : 1
  return {
    value: sums.value / share,
    hinge: sums.hinge / share,
    mass: sums.mass / share,
    gradient: sums.gradient.map((entry) => entry / share),
  }
}

test.each(['sum', 'mean'] as const)('%s: value, slopes, hinge and multipliers are those of the pairs', (pairs) => {
  fc.assert(
    fc.property(list, fc.constantFrom(0.5, 0.1, 1e-3), ({ scores, labels }, mu) => {
      const loss = smoothedHinge(pairs, mu)
      const into = new Float64Array(scores.length)
      const value = loss.evaluate(scores, labels, into)
      const expected = byPairs(scores, labels, mu, pairs === 'mean')
      expect(value).toBeCloseTo(expected.value, 9)
      expect(loss.hinge).toBeCloseTo(expected.hinge, 9)
      expect(loss.mass).toBeCloseTo(expected.mass, 8)
      for (const [item, slope] of into.entries()) expect(slope).toBeCloseTo(expected.gradient[item], 8)
    }),
    { numRuns: 200 },
  )
})

test('the curvature is Σ (own direction − the other’s)/μ over the pairs in between', () => {
  fc.assert(
    fc.property(list, fc.constantFrom(0.5, 0.1), ({ scores, labels }, mu) => {
      const direction = scores.map((_, item) => ((item * 7) % 5) - 2)
      const into = new Float64Array(scores.length)
      smoothedHinge('sum', mu).curvature(scores, labels, direction, into)
      const expected = new Float64Array(scores.length)
      for (const i of scores.keys()) {
        for (const j of scores.keys()) {
          if (labels[i] <= labels[j] || !(scores[j] - scores[i] > -1) || scores[j] - scores[i] > mu - 1) continue
          expected[i] += (direction[i] - direction[j]) / mu
          expected[j] += (direction[j] - direction[i]) / mu
        }
      }
      for (const [item, bent] of into.entries()) expect(bent).toBeCloseTo(expected[item], 9)
    }),
    { numRuns: 200 },
  )
})
