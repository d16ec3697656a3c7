import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { smoothedHinge } from './smoothedHinge.ts'

/** Doubles of any size are almost all close to 0; hundredths often lie within the width of each other. */
const score = fc.oneof(
  fc.integer({ min: -300, max: 300 }).map((hundredths) => hundredths / 100),
  fc.double({ min: -3, max: 3, noNaN: true }),
)

const list = fc
  .array(fc.record({ score, label: fc.integer({ min: 0, max: 3 }) }), {
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

/** The second derivatives of the sum, pair by pair, row by row. */
function bending(scores: Float64Array, labels: Float64Array, mu: number): number[][] {
  const entries = Array.from(scores, () => Array.from(scores, () => 0))
  for (const i of scores.keys()) {
    for (const j of scores.keys()) {
      if (labels[i] <= labels[j] || !(scores[j] - scores[i] > -1) || scores[j] - scores[i] > mu - 1) continue
      entries[i][i] += 1 / mu
      entries[j][j] += 1 / mu
      entries[i][j] -= 1 / mu
      entries[j][i] -= 1 / mu
    }
  }
  return entries
}

test('the curvature, and its diagonal, are those of the pairs in between', () => {
  let bent = 0
  fc.assert(
    fc.property(list, fc.constantFrom(0.5, 0.1), ({ scores, labels }, mu) => {
      const direction = scores.map((_, item) => ((item * 7) % 5) - 2)
      const along = new Float64Array(scores.length)
      const diagonal = new Float64Array(scores.length)
      const loss = smoothedHinge('sum', mu)
      loss.curvature(scores, labels, direction, along)
      loss.curvatureDiagonal(scores, labels, diagonal)
      for (const [item, row] of bending(scores, labels, mu).entries()) {
        expect(along[item]).toBeCloseTo(
          row.reduce((sum, entry, other) => sum + entry * direction[other], 0),
          9,
        )
        expect(diagonal[item]).toBeCloseTo(row[item], 9)
        if (row[item] !== 0) bent++
      }
    }),
    { numRuns: 200 },
  )
  expect(bent).toBeGreaterThan(100)
})
