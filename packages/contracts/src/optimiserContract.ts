/** What every optimiser promises: on convex problems of any conditioning it ends where the (projected) gradient is zero. */
import { seededRandom } from '@rankwright/core'
import type { Minimum, NormBall, Objective } from '@rankwright/core/numeric'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

export type Minimise = (objective: Objective, start: Float64Array, goal: { tolerance: number; iterations: number }) => Minimum

/** What is known of balls, for optimisers that stay in one. */
export interface Projections {
  readonly projectOntoBall: (ball: NormBall, point: Float64Array, into: Float64Array) => void
  readonly ballGap: (ball: NormBall, point: Float64Array, gradient: Float64Array) => number
}

/** `minimiseOn(ball)` gives the optimiser at work on that ball, or on the whole space without one. Without `projections` there are no balls. */
export function optimiserContract(name: string, minimiseOn: (ball?: NormBall) => Minimise, projections?: Projections): void {
  const places: readonly (NormBall | undefined)[] =
    projections === undefined
      ? [undefined]
      : [
          { norm: 'l2', radius: 0.7 },
          { norm: 'l1', radius: 0.9 },
          { norm: 'inf', radius: 0.2 },
          { norm: 'l2', radius: 1000 },
        ]

  describe(`${name} is an optimiser`, () => {
    for (const ball of places) {
      const minimise = minimiseOn(ball)
      const space = ball === undefined ? 'the whole space' : `the ${ball.norm} ball of radius ${ball.radius}`
      const wide = ball === undefined || ball.radius === 1000

      test(`it brings the gradient of random quadratics to zero on ${space}`, () => {
        fc.assert(
          fc.property(
            fc.integer({ min: 1, max: 15 }),
            fc.constantFrom(1, 10, 1e3, wide ? 1e4 : 1e5),
            fc.nat(),
            (width, condition, seed) => {
              const objective = quadratic(width, condition, seed)
              const minimum = minimise(objective, randomPoint(width, seed), { tolerance: 1e-9, iterations: 50_000 })
              expectOptimal(minimum, objective, { ball, projections }, 1e-8)
            },
          ),
          { numRuns: 40 },
        )
      })

      test(`it brings the gradient of logistic losses with stretched features to zero on ${space}`, () => {
        for (const [seed, stretch] of [1, 0.1, 10, 0.01].entries()) {
          const objective = logistic(12, 80, stretch, seed)
          const minimum = minimise(objective, new Float64Array(12), { tolerance: 1e-8, iterations: 50_000 })
          expectOptimal(minimum, objective, { ball, projections }, 1e-7)
        }
      })
    }

    const minimise = minimiseOn(places[0])

    test('the same problem gives the same bits', () => {
      const run = () => minimise(quadratic(9, 100, 5), randomPoint(9, 6), { tolerance: 1e-9, iterations: 500 })
      expect(run()).toEqual(run())
    })

    test('the start is not written to', () => {
      const start = randomPoint(5, 1)
      const kept = [...start]
      minimise(quadratic(5, 10, 2), start, { tolerance: 1e-6, iterations: 100 })
      expect([...start]).toEqual(kept)
    })

    test('a start at the minimum is the answer', () => {
      const objective: Objective = (point, gradientInto) => {
        gradientInto.set(point)
        return point.reduce((sum, entry) => sum + entry * entry, 0) / 2
      }
      const minimum = minimise(objective, new Float64Array(4), { tolerance: 1e-9, iterations: 100 })
      expect([...minimum.point]).toEqual([0, 0, 0, 0])
      expect(minimum.iterations).toBe(0)
      expect(minimum.ended).toBe('converged')
    })

    test('the iteration limit holds and is said', () => {
      const minimum = minimise(quadratic(15, 1e6, 3), randomPoint(15, 4), { tolerance: 1e-14, iterations: 2 })
      expect(minimum.iterations).toBeLessThanOrEqual(2)
      expect(minimum.ended).toBe('iteration-limit')
    })

    test('an objective that is never a number ends without progress', () => {
      const objective: Objective = (_, gradientInto) => {
        gradientInto.fill(Number.NaN)
        return Number.NaN
      }
      expect(minimise(objective, randomPoint(3, 1), { tolerance: 1e-9, iterations: 50 }).ended).toBe('no-progress')
    })
  })
}

/** The point lies in the ball, value and gradient are its own, and no first-order step leads down from it. */
function expectOptimal(
  minimum: Minimum,
  objective: Objective,
  { ball, projections }: { readonly ball: NormBall | undefined; readonly projections: Projections | undefined },
  tolerance: number,
): void {
  const { point, value, gradient, optimality, ended } = minimum
  const own = new Float64Array(point.length)
  expect(objective(point, own)).toBe(value)
  expect(gradient).toEqual(own)
  const step = Float64Array.from(point, (entry, place) => entry - own[place])
  if (ball !== undefined && projections !== undefined) {
    const { projectOntoBall, ballGap } = projections
    const inside = new Float64Array(point.length)
    projectOntoBall(ball, point, inside)
    expect(point).toEqual(inside)
    projectOntoBall(ball, step, step)
    expect(ballGap(ball, point, own)).toBeGreaterThanOrEqual(-1e-12 * Math.max(1, Math.abs(value)))
  }
  const length = Math.max(...step.map((entry, place) => Math.abs(entry - point[place])), 0)
  expect(Math.abs(optimality - length)).toBeLessThanOrEqual(1e-13 * Math.max(1, ...point.map(Math.abs)))
  expect(optimality, ended).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(value)))
}

/** ½ (x − c)ᵀ H D H (x − c), H a random reflection, D from 1 down to 1/condition. */
export function quadratic(width: number, condition: number, seed: number): Objective {
  const random = seededRandom(seed)
  const axis = Float64Array.from({ length: width }, () => random.normal())
  const length = Math.hypot(...axis)
  const curvature = Float64Array.from({ length: width }, (_, place) => condition ** (-place / Math.max(width - 1, 1)))
  const centre = Float64Array.from({ length: width }, () => random.normal())
  const reflect = (vector: Float64Array) => {
    const along = vector.reduce((sum, entry, place) => sum + (entry * axis[place]) / length, 0)
    return vector.map((entry, place) => entry - (2 * along * axis[place]) / length)
  }
  return (point, gradientInto) => {
    const turned = reflect(point.map((entry, place) => entry - centre[place]))
    gradientInto.set(reflect(turned.map((entry, place) => entry * curvature[place])))
    return turned.reduce((sum, entry, place) => sum + curvature[place] * entry * entry, 0) / 2
  }
}

/** Mean logistic loss of random rows plus ½ 10⁻³ ‖x‖²; the last features are `stretch` times as large as the first. */
function logistic(width: number, rows: number, stretch: number, seed: number): Objective {
  const random = seededRandom(seed)
  const features = Array.from({ length: rows }, () =>
    Float64Array.from({ length: width }, (_, place) => random.normal() * stretch ** (place / width)),
  )
  const signs = features.map((row) => (random.uniform() < 1 / (1 + Math.exp(-row[0])) ? 1 : -1))
  return (point, gradientInto) => {
    let value = 0
    for (let place = 0; place < width; place++) {
      gradientInto[place] = 1e-3 * point[place]
      value += (1e-3 * point[place] ** 2) / 2
    }
    for (let row = 0; row < rows; row++) {
      const margin = signs[row] * features[row].reduce((sum, entry, place) => sum + entry * point[place], 0)
      value += (Math.log1p(Math.exp(-Math.abs(margin))) + Math.max(-margin, 0)) / rows
      const pull = -signs[row] / (1 + Math.exp(margin)) / rows
      for (let place = 0; place < width; place++) gradientInto[place] += pull * features[row][place]
    }
    return value
  }
}

function randomPoint(width: number, seed: number): Float64Array {
  const random = seededRandom(seed).fork('start')
  return Float64Array.from({ length: width }, () => random.normal())
}
