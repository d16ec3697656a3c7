import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dot } from '../compute/dot.ts'
import { absoluteSum, euclideanNorm, maximumNorm } from '../dense/vectors.ts'
import { seededRandom } from '../random.ts'
import { ballGap, type NormBall, projectOntoBall } from './projections.ts'

const norms = { l1: absoluteSum, l2: euclideanNorm, inf: maximumNorm }

const point = () =>
  fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 20 }).map((values) => Float64Array.from(values))
const ball = (): fc.Arbitrary<NormBall> =>
  fc.record({ norm: fc.constantFrom('l1' as const, 'l2' as const, 'inf' as const), radius: fc.double({ min: 0, max: 100, noNaN: true }) })

test('the projection lies in the ball to the last bit, and projecting it again changes nothing', () => {
  fc.assert(
    fc.property(point(), ball(), (from, onto) => {
      const projected = project(onto, from)
      expect(norms[onto.norm](projected)).toBeLessThanOrEqual(onto.radius)
      expect(project(onto, projected)).toEqual(projected)
    }),
    { numRuns: 500 },
  )
})

test('a point of the ball is its own projection', () => {
  fc.assert(
    fc.property(point(), ball(), (from, onto) => {
      fc.pre(norms[onto.norm](from) <= onto.radius)
      expect(project(onto, from)).toEqual(from)
    }),
  )
})

test('no point of the ball is closer: the way out makes an obtuse angle with every way into the ball', () => {
  fc.assert(
    fc.property(point(), ball(), fc.nat(), (from, onto, seed) => {
      const projected = project(onto, from)
      const out = from.map((value, place) => value - projected[place])
      // (x − p)·(z − p) ≤ 0 for all z in the ball; the z that maximises x − p is where the dual norm is reached.
      const slack = 1e-12 * (1 + euclideanNorm(from)) ** 2
      expect(
        ballGap(
          onto,
          projected.map((value) => -value),
          out,
        ),
      ).toBeLessThanOrEqual(slack)
      const random = seededRandom(seed)
      for (let trial = 0; trial < 20; trial++) {
        const inside = project(
          onto,
          from.map(() => random.normal() * onto.radius),
        )
        expect(
          dot(
            out,
            inside.map((value, place) => value - projected[place]),
          ),
        ).toBeLessThanOrEqual(slack)
      }
    }),
    { numRuns: 300 },
  )
})

test('the L1 projection agrees with the one found by sorting', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 30 }),
      (values, radius) => {
        const from = Float64Array.from(values)
        const threshold = absoluteSum(from) <= radius ? 0 : thresholdBySorting(from, radius)
        const projected = project({ norm: 'l1', radius }, from)
        from.forEach((value, place) => {
          expect(projected[place]).toBeCloseTo(Math.sign(value) * Math.max(Math.abs(value) - threshold, 0), 10)
        })
      },
    ),
    { numRuns: 500 },
  )
})

test('the brute-force closest point of a grid over the ball is no closer', () => {
  const random = seededRandom(4)
  for (const norm of ['l1', 'l2', 'inf'] as const) {
    for (let trial = 0; trial < 20; trial++) {
      const from = Float64Array.of(3 * random.normal(), 3 * random.normal())
      const projected = project({ norm, radius: 1 }, from)
      const distance = Math.hypot(from[0] - projected[0], from[1] - projected[1])
      let closest = Number.POSITIVE_INFINITY
      for (let x = -1; x <= 1; x += 0.02) {
        for (let y = -1; y <= 1; y += 0.02) {
          if (norms[norm](Float64Array.of(x, y)) <= 1) closest = Math.min(closest, Math.hypot(from[0] - x, from[1] - y))
        }
      }
      expect(distance).toBeLessThanOrEqual(closest + 1e-12)
      expect(distance).toBeGreaterThan(closest - 0.04)
    }
  }
})

test('huge, infinite and tiny entries stay in the ball', () => {
  for (const norm of ['l1', 'l2', 'inf'] as const) {
    for (const from of [
      [1e300, -1e300],
      [Number.POSITIVE_INFINITY, 3],
      [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      [1e-320, 1],
    ]) {
      const projected = project({ norm, radius: 1 }, Float64Array.from(from))
      expect(projected.every(Number.isFinite)).toBe(true)
      expect(norms[norm](projected)).toBeLessThanOrEqual(1)
      expect(norms[norm](projected)).toBeGreaterThan(0.999)
    }
  }
})

test('projecting in place gives the same as into another array, and leaves the point alone otherwise', () => {
  const from = Float64Array.of(3, -1, 0.5)
  const into = new Float64Array(3)
  projectOntoBall({ norm: 'l1', radius: 2 }, from, into)
  expect([...from]).toEqual([3, -1, 0.5])
  projectOntoBall({ norm: 'l1', radius: 2 }, from, from)
  expect(from).toEqual(into)
})

test('the gap bounds how much a linear function can still fall on the ball', () => {
  const gradient = Float64Array.of(1, -2, 2)
  const at = Float64Array.of(0.1, 0.1, 0.1)
  expect(ballGap({ norm: 'l2', radius: 2 }, at, gradient)).toBeCloseTo(0.1 + 2 * 3, 12)
  expect(ballGap({ norm: 'l1', radius: 2 }, at, gradient)).toBeCloseTo(0.1 + 2 * 2, 12)
  expect(ballGap({ norm: 'inf', radius: 2 }, at, gradient)).toBeCloseTo(0.1 + 2 * 5, 12)
})

function project(onto: NormBall, from: Float64Array): Float64Array {
  const into = new Float64Array(from.length)
  projectOntoBall(onto, from, into)
  return into
}

/** Duchi et al. 2008, "Efficient projections onto the l1-ball for learning in high dimensions", Figure 1. */
function thresholdBySorting(from: Float64Array, radius: number): number {
  const sizes = from.map(Math.abs).sort().reverse()
  let sum = -radius
  let threshold = 0
  for (let count = 1; count <= sizes.length; count++) {
    sum += sizes[count - 1]
    if (sizes[count - 1] > sum / count) threshold = sum / count
  }
  return threshold
}
