/** What losses over pairs promise, however they are summed: the definition, pair by pair. */
import { seededRandom } from '@rankwright/core'
import type { ListLoss } from '@rankwright/core/losses'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

/** What the pair of items i and j with yᵢ > yⱼ counts for. */
export interface PairTerm {
  /** In the margin sᵢ − sⱼ. */
  value(margin: number): number
  slope(margin: number): number
  bend?(margin: number): number
  /** 1 for every pair unless given; places count from 0 in the order that the scores give. */
  weight?(i: number, j: number, labels: Float64Array, places: Uint32Array): number
}

export function pairwiseLossContract(name: string, loss: ListLoss, term: PairTerm, total: 'sum' | 'mean'): void {
  describe(`${name} is the ${total} over its pairs`, () => {
    const shapes = fc.record({
      length: fc.integer({ min: 1, max: 70 }),
      seed: fc.nat(),
      labels: fc.constantFrom('two grades', 'five grades', 'ties', 'all different' as const),
      scores: fc.constantFrom(
        ...(term.weight ? (['distinct', 'distant'] as const) : (['tied', 'distinct', 'distant', 'two heaps'] as const)),
      ),
    })

    test('value, gradient and curvature, with ties in scores and labels and scores far apart', () => {
      fc.assert(
        fc.property(shapes, ({ length, seed, labels: labelKind, scores: scoreKind }) => {
          const random = seededRandom(seed)
          const vector = (entry: () => number) => Float64Array.from({ length }, entry)
          const labels = vector(
            {
              'two grades': () => random.integer(2),
              'five grades': () => random.integer(5),
              ties: () => random.integer(9) / 3,
              'all different': () => random.normal(),
            }[labelKind],
          )
          const scores = vector(
            {
              tied: () => Math.round(2 * random.normal()) / 2,
              distinct: () => 1.5 * random.normal(),
              distant: () => 60 * random.normal(),
              'two heaps': () => 2 ** 26 * random.integer(2) + Math.round(64 * random.normal()) / 64,
            }[scoreKind],
          )
          if (scoreKind === 'two heaps') for (let i = 0; i < length; i++) labels[i] += 100 * (scores[i] > 2 ** 25 ? 1 : 0)
          const direction = vector(() => random.normal())
          const wanted = definition(term, total, scores, labels, direction)
          const gradient = new Float64Array(length)
          const bent = new Float64Array(length)
          expectNear(loss.evaluate(scores, labels, gradient), wanted.value, wanted.value)
          for (let i = 0; i < length; i++) expectNear(gradient[i], wanted.gradient[i], wanted.pull)
          if (!term.bend) return
          loss.curvature?.(scores, labels, direction, bent)
          for (let i = 0; i < length; i++) expectNear(bent[i], wanted.bent[i], wanted.bending)
        }),
        { numRuns: 120 },
      )
    })
  })
}

function definition(term: PairTerm, total: 'sum' | 'mean', scores: Float64Array, labels: Float64Array, direction: Float64Array) {
  const length = scores.length
  const gradient = new Float64Array(length)
  const bent = new Float64Array(length)
  const places = new Uint32Array(length)
  const order = [...scores.keys()].sort((a, b) => scores[b] - scores[a])
  for (const [place, item] of order.entries()) places[item] = place
  let value = 0
  let pull = 0
  let bending = 0
  let pairs = 0
  for (let i = 0; i < length; i++) {
    for (let j = 0; j < length; j++) {
      if (labels[i] <= labels[j]) continue
      pairs++
      const weight = term.weight?.(i, j, labels, places) ?? 1
      const margin = scores[i] - scores[j]
      value += weight * term.value(margin)
      const slope = weight * term.slope(margin)
      gradient[i] += slope
      gradient[j] -= slope
      pull += Math.abs(slope)
      const bend = weight * (term.bend?.(margin) ?? 0)
      const change = bend * (direction[i] - direction[j])
      bent[i] += change
      bent[j] -= change
      bending += bend * (Math.abs(direction[i]) + Math.abs(direction[j]))
    }
  }
  const scale = total === 'mean' && pairs > 0 ? 1 / pairs : 1
  const scaled = (entry: number) => scale * entry
  return { value: scale * value, gradient: gradient.map(scaled), bent: bent.map(scaled), pull: scale * pull, bending: scale * bending }
}

/** Within rounding of sums of this size. */
function expectNear(found: number, wanted: number, size: number): void {
  if (!(Math.abs(found - wanted) <= 1e-12 * size)) expect.fail(`${found} instead of ${wanted}`)
}
