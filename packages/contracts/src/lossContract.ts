/** What every loss of one list promises. */
import { seededRandom } from '@rankwright/core'
import type { ListLoss, LossConstants, LossSetting } from '@rankwright/core/losses'
import { plainCompute, type Random } from '@rankwright/core/numeric'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

export interface LossPromises {
  /** False for a loss that also says something about lists whose labels are all equal. */
  readonly silentOnEqualLabels?: boolean
}

interface List {
  readonly scores: Float64Array
  readonly labels: Float64Array
}

export function lossContract(name: string, makeLoss: () => ListLoss, { silentOnEqualLabels = true }: LossPromises = {}): void {
  const loss = makeLoss()

  describe(`${name} keeps the promises of a loss`, () => {
    test('the gradient is the slope of the value', () => {
      holds(1, 9, 'apart', ({ scores, labels }, random) => {
        const direction = vector(scores.length, () => random.normal())
        const gradient = gradientOf(loss, scores, labels)
        const size = 1 + Math.abs(lossOf(loss, scores, labels)) + l1(gradient)
        expectNear(
          slope((t) => lossOf(loss, moved(scores, direction, t), labels)),
          dot(gradient, direction),
          1e-7 * size,
        )
      })
    })

    test('the gradient sums to 0', () => {
      holds(1, 30, 'tied', ({ scores, labels }) => {
        const gradient = gradientOf(loss, scores, labels)
        expectNear(sum(gradient), 0, 1e-12 * (1 + l1(gradient)))
      })
    })

    if (loss.curvature) {
      const curvature = loss.curvature.bind(loss)

      test('the curvature is the slope of the gradient', () => {
        holds(1, 9, 'apart', ({ scores, labels }, random) => {
          const direction = vector(scores.length, () => random.normal())
          const bent = new Float64Array(scores.length).fill(7)
          curvature(scores, labels, direction, bent)
          for (let item = 0; item < scores.length; item++) {
            const wanted = slope((t) => gradientOf(loss, moved(scores, direction, t), labels)[item])
            expectNear(bent[item], wanted, 1e-6 * (1 + l1(bent) + l1(gradientOf(loss, scores, labels))))
          }
        })
      })

      test('the curvature is symmetric, positive and blind to a common shift', () => {
        holds(1, 20, 'tied', ({ scores, labels }, random) => {
          const first = vector(scores.length, () => random.normal())
          const second = vector(scores.length, () => random.normal())
          const [bentFirst, bentSecond, bentShift] = [first, second, first.map(() => 1)].map((direction) => {
            const into = new Float64Array(scores.length)
            curvature(scores, labels, direction, into)
            return into
          })
          const size = 1 + l1(bentFirst) + l1(bentSecond)
          expectNear(dot(first, bentSecond), dot(second, bentFirst), 1e-11 * size)
          expect(dot(first, bentFirst)).toBeGreaterThanOrEqual(-1e-12 * size)
          expectNear(l1(bentShift), 0, 1e-11 * size)
        })
      })
    }

    test('items may stand in any order', () => {
      holds(1, 12, 'tied', ({ scores, labels }, random) => {
        const order = plainOrder(vector(scores.length, () => random.uniform()))
        const value = lossOf(loss, scores, labels)
        const gradient = gradientOf(loss, scores, labels)
        const shuffledScores = Float64Array.from(order, (item) => scores[item])
        const shuffledLabels = Float64Array.from(order, (item) => labels[item])
        const size = 1 + Math.abs(value) + l1(gradient)
        expectNear(lossOf(loss, shuffledScores, shuffledLabels), value, 1e-12 * size)
        const shuffled = gradientOf(loss, shuffledScores, shuffledLabels)
        for (const [place, item] of order.entries()) expectNear(shuffled[place], gradient[item], 1e-12 * size)
      })
    })

    test('moving every score by the same amount changes nothing', () => {
      holds(1, 12, 'tied', ({ scores, labels }, random) => {
        const shift = 2 ** 20 * Math.round(8 * random.normal()) // exact, like the scores
        expectSame(
          loss,
          scores,
          moved(
            scores,
            scores.map(() => 1),
            shift,
          ),
          labels,
        )
      })
    })

    test("the extra direction of F'_lin, Xw + (1ᵀXv) 1, changes neither an order nor the loss", () => {
      holds(2, 12, 'tied', ({ scores, labels }, random) => {
        const width = 3
        const matrix = vector(scores.length * width, () => Math.round(8 * random.normal()) / 8)
        const [w, v] = [0, 1].map(() => vector(width, () => Math.round(8 * random.normal()) / 8))
        const linear = products(matrix, w)
        const shift = sum(products(matrix, v))
        const shifted = linear.map((score) => score + shift)
        expect(plainOrder(shifted)).toEqual(plainOrder(linear))
        expectSame(loss, linear, shifted, labels)
      })
    })

    if (loss.convex) {
      test('it is convex: above its tangents, and below its chords', () => {
        holds(1, 12, 'tied', ({ scores, labels }, random) => {
          const stride = random.uniform() < 0.5 ? 0.25 : 4
          const other = moved(
            scores,
            vector(scores.length, () => Math.round(stride * random.normal())),
            1,
          )
          const [here, there, between] = [scores, other, middle(scores, other)].map((point) => lossOf(loss, point, labels))
          const gradient = gradientOf(loss, scores, labels)
          const size = 1e-12 * (1 + Math.abs(here) + Math.abs(there) + l1(gradient))
          expect(there).toBeGreaterThanOrEqual(here + dot(gradient, difference(other, scores)) - size)
          expect(between).toBeLessThanOrEqual((here + there) / 2 + size)
        })
      })
    }

    test('the stated Lipschitz constants are never exceeded', () => {
      holds(1, 12, 'tied', ({ scores, labels }, random) => {
        const other = moved(
          scores,
          vector(scores.length, () => random.normal()),
          2 * random.uniform(),
        )
        const { lipschitz, lipschitzL2 } = constantsOf(loss, labels, scores, other)
        const gradient = gradientOf(loss, scores, labels)
        expect(l1(gradient)).toBeLessThanOrEqual(lipschitz.value * (1 + 1e-12))
        expect(l2(gradient)).toBeLessThanOrEqual(lipschitzL2.value * (1 + 1e-12))
        const change = Math.abs(lossOf(loss, scores, labels) - lossOf(loss, other, labels))
        const apart = difference(other, scores)
        const rounding = 1e-12 * (1 + Math.abs(lossOf(loss, scores, labels)))
        if (lipschitz.value < Infinity) expect(change).toBeLessThanOrEqual(lipschitz.value * largest(apart) + rounding)
        if (lipschitzL2.value < Infinity) expect(change).toBeLessThanOrEqual(lipschitzL2.value * l2(apart) + rounding)
      })
    })

    test('a constant that is infinite says why, and a printed one is not below the true one', () => {
      const { lipschitz, smoothness, lipschitzL2 } = loss.constants({ greatestLabel: 4, longestList: 20 })
      for (const constant of [lipschitz, lipschitzL2, ...(smoothness ? [smoothness] : [])]) {
        expect(constant.origin).not.toBe('')
        expect(constant.value).toBeGreaterThan(0)
        if (constant.printed !== undefined) expect(constant.printed).toBeGreaterThan(constant.value)
      }
      expect(smoothness !== undefined).toBe(loss.smooth)
    })

    if (loss.smooth) {
      test('the stated smoothness constant is never exceeded: gradients, and the inf→1 norm of the Hessian by sign vectors', () => {
        holds(1, 6, 'tied', ({ scores, labels }, random) => {
          const other = moved(
            scores,
            vector(scores.length, () => random.normal()),
            2 * random.uniform(),
          )
          const stated = constantsOf(loss, labels, scores, other).smoothness?.value ?? Number.NaN
          const change = difference(gradientOf(loss, scores, labels), gradientOf(loss, other, labels))
          const rounding = 1e-11 * (1 + l1(gradientOf(loss, scores, labels)))
          expect(l1(change)).toBeLessThanOrEqual(stated * largest(difference(other, scores)) + rounding)
          let norm = 0
          for (let signs = 0; signs < 2 ** (scores.length - 1); signs++) {
            const direction = vector(scores.length, (item) => ((signs >> item) & 1 ? 1 : -1))
            const bent = new Float64Array(scores.length)
            if (loss.curvature) loss.curvature(scores, labels, direction, bent)
            else {
              const step = 2 ** -17
              const ahead = gradientOf(loss, moved(scores, direction, step), labels)
              bent.set(difference(ahead, gradientOf(loss, moved(scores, direction, -step), labels)).map((gap) => gap / (2 * step)))
            }
            norm = Math.max(norm, l1(bent))
          }
          expect(norm).toBeLessThanOrEqual(stated * (1 + (loss.curvature ? 1e-12 : 1e-8)) + rounding)
        })
      })
    }

    test('no loss is below 0', () => {
      holds(1, 12, 'tied', ({ scores, labels }) => expect(lossOf(loss, scores, labels)).toBeGreaterThanOrEqual(-1e-15))
    })

    test('lists without items or with one cost nothing', () => {
      expect(lossOf(loss, new Float64Array(0), new Float64Array(0))).toBe(0)
      for (const label of [0, 3, 0.5]) {
        expect(lossOf(loss, Float64Array.of(2), Float64Array.of(label))).toBeCloseTo(0, 15)
        expect(gradientOf(loss, Float64Array.of(2), Float64Array.of(label))[0]).toBeCloseTo(0, 15)
      }
    })

    if (silentOnEqualLabels) {
      test('lists of equal labels cost nothing and pull nowhere', () => {
        holds(2, 12, 'tied', ({ scores }, random) => {
          const labels = scores.map(() => 0.5)
          if (random.uniform() < 0.5) labels.fill(2)
          expectNear(lossOf(loss, scores, labels), 0, 1e-14)
          expectNear(l1(gradientOf(loss, scores, labels)), 0, 1e-14)
        })
      })
    }

    test('huge and infinite scores and labels give numbers', () => {
      const wild = [Infinity, -Infinity, Number.MAX_VALUE, -Number.MAX_VALUE, 1e150, -1e20, 1e9, 800, -800, 0, 1, 5e-324]
      holds(2, 12, 'free', ({ labels }, random) => {
        const scores = labels.map(() => wild[Math.floor(wild.length * random.uniform())])
        const steep = random.uniform() < 0.2 ? labels.map((label) => 1e6 * label) : labels
        expect(lossOf(loss, scores, steep)).toBeGreaterThanOrEqual(-1e-9)
        const gradient = gradientOf(loss, scores, steep)
        expect(gradient.every((entry) => Number.isFinite(entry))).toBe(true)
        if (!loss.curvature) return
        const bent = new Float64Array(scores.length)
        loss.curvature(
          scores,
          steep,
          vector(scores.length, () => random.normal()),
          bent,
        )
        expect(bent.every((entry) => Number.isFinite(entry))).toBe(true)
      })
    })

    test('a score that is not a number gives no number, rather than a wrong one', () => {
      const gradient = new Float64Array(3)
      expect(loss.evaluate(Float64Array.of(1, Number.NaN, 0), Float64Array.of(0, 1, 2), gradient)).toBeNaN()
      expect([...gradient]).toEqual([Number.NaN, Number.NaN, Number.NaN])
    })

    test('what came before leaves no trace, and the arguments are not written to', () => {
      holds(1, 200, 'tied', ({ scores, labels }) => {
        const [keptScores, keptLabels] = [scores.slice(), labels.slice()]
        const into = new Float64Array(scores.length).fill(7)
        const fresh = new Float64Array(scores.length)
        expect(loss.evaluate(scores, labels, into)).toBe(makeLoss().evaluate(scores, labels, fresh))
        expect(into).toEqual(fresh)
        expect(scores).toEqual(keptScores)
        expect(labels).toEqual(keptLabels)
      })
    })
  })
}

/** `free`: any scores. `tied`: multiples of 1/4, so that they tie and margins are met. `apart`: distinct, and no margin of 0 or 1 near in lists of up to nine. */
type Spread = 'free' | 'tied' | 'apart'

/** Labels are grades, or real numbers with ties, or all different. */
function holds(shortest: number, longest: number, spread: Spread, check: (list: List, random: Random) => void): void {
  fc.assert(
    fc.property(fc.integer({ min: shortest, max: longest }), fc.nat(), (length, seed) => {
      const random = seededRandom(seed)
      const width = [0.5, 2, 8][Math.floor(3 * random.uniform())]
      const spacing = [0.06, 0.37, 2.7][Math.floor(3 * random.uniform())]
      const places = plainOrder(vector(length, () => random.uniform()))
      const scores = vector(length, (item) => {
        if (spread === 'apart') return spacing * (places[item] + 0.05 * random.uniform())
        const score = width * random.normal()
        return spread === 'tied' ? Math.round(4 * score) / 4 : score
      })
      const kind = random.uniform()
      const labels = vector(length, () =>
        kind < 0.5 ? Math.floor(4 * random.uniform()) : kind < 0.8 ? Math.floor(6 * random.uniform()) / 2.5 : 4 * random.uniform(),
      )
      check({ scores, labels }, random)
    }),
    { numRuns: 80 },
  )
}

function lossOf(loss: ListLoss, scores: Float64Array, labels: Float64Array): number {
  return loss.evaluate(scores, labels, new Float64Array(scores.length))
}

function gradientOf(loss: ListLoss, scores: Float64Array, labels: Float64Array): Float64Array {
  const gradient = new Float64Array(scores.length).fill(7)
  loss.evaluate(scores, labels, gradient)
  return gradient
}

/** The constants for what these lists promise. */
function constantsOf(loss: ListLoss, labels: Float64Array, ...scores: readonly Float64Array[]): LossConstants {
  let mostPairs = 0
  for (let i = 0; i < labels.length; i++) for (let j = 0; j < i; j++) if (labels[i] !== labels[j]) mostPairs++
  const setting: LossSetting = {
    greatestLabel: largest(labels),
    longestList: labels.length,
    mostPairs,
    scoreBound: Math.max(...scores.map(largest)),
  }
  return loss.constants(setting)
}

function expectSame(loss: ListLoss, scores: Float64Array, others: Float64Array, labels: Float64Array): void {
  const value = lossOf(loss, scores, labels)
  const gradient = gradientOf(loss, scores, labels)
  const size = 1e-11 * (1 + Math.abs(value) + l1(gradient))
  expectNear(lossOf(loss, others, labels), value, size)
  expectNear(l1(difference(gradientOf(loss, others, labels), gradient)), 0, size)
}

function expectNear(found: number, wanted: number, tolerance: number): void {
  if (!(Math.abs(found - wanted) <= tolerance)) expect.fail(`${found} is further than ${tolerance} from ${wanted}`)
}

/** The derivative at 0, by central differences with one step of Richardson's extrapolation. */
function slope(f: (t: number) => number): number {
  const step = 2 ** -12
  const wide = (f(step) - f(-step)) / (2 * step)
  const narrow = (f(step / 2) - f(-step / 2)) / step
  return (4 * narrow - wide) / 3
}

function vector(length: number, entry: (place: number) => number): Float64Array {
  return Float64Array.from({ length }, (_, place) => entry(place))
}

function moved(point: Float64Array, direction: Float64Array, by: number): Float64Array {
  return point.map((entry, place) => entry + by * direction[place])
}

function middle(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((entry, place) => (entry + b[place]) / 2)
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((entry, place) => entry - b[place])
}

function products(matrix: Float64Array, w: Float64Array): Float64Array {
  return vector(matrix.length / w.length, (row) => dot(matrix.subarray(row * w.length, (row + 1) * w.length), w))
}

function plainOrder(values: Float64Array): Uint32Array {
  const order = new Uint32Array(values.length)
  plainCompute.argsortDescending(Uint32Array.of(0, values.length), values, order)
  return order
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((total, entry, place) => total + entry * b[place], 0)
}

function sum(a: Float64Array): number {
  return a.reduce((total, entry) => total + entry, 0)
}

function l1(a: Float64Array): number {
  return a.reduce((total, entry) => total + Math.abs(entry), 0)
}

function l2(a: Float64Array): number {
  return Math.sqrt(dot(a, a))
}

function largest(a: Float64Array): number {
  return a.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0)
}
