import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { conjugateGradient, conjugateGradientSteps, jacobi, type LinearOperator } from './conjugateGradient.ts'
import { atOnce } from './objective.ts'

test('a random system is solved to the tolerance, whatever the start', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(), (width, seed) => {
      const { apply, expected, right } = problem(width, seed, 1e3)
      const random = seededRandom(seed)
      for (const start of [undefined, Float64Array.from(expected, () => random.normal())]) {
        const { solution, relativeResidual, ended } = conjugateGradient(apply, right, { tolerance: 1e-13, start })
        expect(relativeResidual).toBeLessThan(1e-12)
        expect(['converged', 'no-progress']).toContain(ended)
        solution.forEach((value, place) => {
          expect(value).toBeCloseTo(expected[place], 8)
        })
      }
    }),
  )
})

test('the residual reported is that of the solution given', () => {
  const { apply, right } = problem(30, 1, 1e6)
  const { solution, relativeResidual } = conjugateGradient(apply, right, { tolerance: 1e-6 })
  const image = new Float64Array(30)
  apply(solution, image)
  expect(relativeResidual).toBeCloseTo(Math.hypot(...right.map((value, place) => value - image[place])) / Math.hypot(...right), 12)
  expect(relativeResidual).toBeLessThanOrEqual(1e-6)
})

test('exact arithmetic ends after as many steps as there are distinct eigenvalues', () => {
  const diagonal = Float64Array.of(1, 1, 1, 5, 5, 9)
  const right = Float64Array.of(1, 2, 3, 4, 5, 6)
  expect(conjugateGradient(scaling(diagonal), right, { tolerance: 1e-12 }).iterations).toBeLessThanOrEqual(3)
})

test('dividing by the diagonal solves a diagonal system in one step', () => {
  const diagonal = Float64Array.from({ length: 50 }, (_, place) => 10 ** (place / 5))
  const right = diagonal.map((_, place) => Math.sin(place))
  const plain = conjugateGradient(scaling(diagonal), right, { tolerance: 1e-12 })
  const helped = conjugateGradient(scaling(diagonal), right, { tolerance: 1e-12, precondition: jacobi(diagonal) })
  expect(helped.iterations).toBeLessThanOrEqual(2)
  expect(helped.ended).toBe('converged')
  expect(helped.iterations).toBeLessThan(plain.iterations)
})

test('a badly conditioned system with a good preconditioner is solved', () => {
  const width = 200
  const diagonal = Float64Array.from({ length: width }, (_, place) => 1 + place ** 3)
  const apply: LinearOperator = (vector, into) => {
    for (let place = 0; place < width; place++) {
      into[place] = diagonal[place] * vector[place] + 0.3 * ((vector[place - 1] ?? 0) + (vector[place + 1] ?? 0))
    }
  }
  const right = Float64Array.from({ length: width }, (_, place) => Math.cos(place))
  const { relativeResidual, ended, iterations } = conjugateGradient(apply, right, { tolerance: 1e-11, precondition: jacobi(diagonal) })
  expect(ended).toBe('converged')
  expect(relativeResidual).toBeLessThanOrEqual(1e-11)
  expect(iterations).toBeLessThan(40)
})

test('a right-hand side of zero has the solution zero', () => {
  const result = conjugateGradient(scaling(Float64Array.of(1, 2)), new Float64Array(2), { start: Float64Array.of(4, 4) })
  expect([...result.solution]).toEqual([0, 0])
})

test('a matrix that is not positive definite is recognised', () => {
  expect(conjugateGradient(scaling(Float64Array.of(1, -2)), Float64Array.of(1, 1)).ended).toBe('not-positive-definite')
})

test('the iteration limit holds and is said', () => {
  const { apply, right } = problem(40, 3, 1e8)
  const result = conjugateGradient(apply, right, { iterations: 3, tolerance: 1e-14 })
  expect(result.iterations).toBe(3)
  expect(result.ended).toBe('iteration-limit')
})

test('a tolerance below what rounding allows ends instead of running on', () => {
  const { apply, right } = problem(40, 4, 1e9)
  const result = conjugateGradient(apply, right, { tolerance: 0, iterations: 100_000 })
  expect(result.ended).toBe('no-progress')
  expect(result.iterations).toBeLessThan(20_000)
})

test('each iteration is reported', () => {
  const { apply, right } = problem(10, 5, 100)
  const steps = [...conjugateGradientSteps(atOnce(apply), right, { tolerance: 1e-10 })]
  expect(steps.map((step) => step.iteration)).toEqual(steps.map((_, place) => place + 1))
  expect(steps[steps.length - 1].relativeResidual).toBeLessThanOrEqual(1e-10)
})

function scaling(diagonal: Float64Array): LinearOperator {
  return (vector, into) => {
    for (let place = 0; place < into.length; place++) into[place] = diagonal[place] * vector[place]
  }
}

/** A = Bᵀ D B + I/√condition: random, symmetric positive definite, with a known solution. */
function problem(width: number, seed: number, condition: number) {
  const random = seededRandom(seed)
  const factor = Array.from({ length: width }, () => Float64Array.from({ length: width }, () => random.normal() / Math.sqrt(width)))
  const diagonal = Float64Array.from({ length: width }, (_, place) => condition ** (-place / Math.max(width - 1, 1)))
  const apply: LinearOperator = (vector, into) => {
    const images = factor.map((row, place) => diagonal[place] * row.reduce((sum, entry, column) => sum + entry * vector[column], 0))
    for (let column = 0; column < width; column++) {
      into[column] = vector[column] / Math.sqrt(condition) + images.reduce((sum, image, place) => sum + image * factor[place][column], 0)
    }
  }
  const expected = Float64Array.from({ length: width }, () => random.normal())
  const right = new Float64Array(width)
  apply(expected, right)
  return { apply, expected, right }
}

test('steps with something close to the matrix lead to the solution of the matrix', () => {
  const width = 60
  const diagonal = Float64Array.from({ length: width }, (_, place) => 1 + place ** 2)
  const right = diagonal.map((_, place) => Math.cos(place))
  let exact = 0
  const apply: LinearOperator = (vector, into) => {
    exact++
    scaling(diagonal)(vector, into)
  }
  const approximation = scaling(diagonal.map((entry, place) => entry * (1 + 1e-6 * Math.sin(place))))
  const { solution, relativeResidual, ended } = conjugateGradient(apply, right, { tolerance: 1e-12, approximation })
  expect(ended).toBe('converged')
  expect(relativeResidual).toBeLessThanOrEqual(1e-12)
  expect(exact).toBeLessThan(6)
  solution.forEach((value, place) => {
    expect(value).toBeCloseTo(right[place] / diagonal[place], 10)
  })
})

test('the matrix takes over from an approximation that is far from it, or no matrix of that kind', () => {
  const diagonal = Float64Array.from({ length: 30 }, (_, place) => 1 + place)
  const right = diagonal.map((_, place) => Math.cos(place))
  for (const wrong of [100, 1e-3, -1, 0, Number.NaN]) {
    const approximation = scaling(diagonal.map((entry, place) => (place % 2 === 0 ? entry : wrong * entry)))
    const { solution, ended } = conjugateGradient(scaling(diagonal), right, { tolerance: 1e-12, approximation })
    expect(ended).toBe('converged')
    solution.forEach((value, place) => {
      expect(value).toBeCloseTo(right[place] / diagonal[place], 9)
    })
  }
})
