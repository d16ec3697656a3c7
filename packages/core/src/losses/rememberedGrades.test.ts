import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { gradeFinder } from './grades.ts'
import { rankSvm } from './rankSvm.ts'
import { rememberedGrades } from './rememberedGrades.ts'

const labels = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom(0.5, 1.25, -2))
const lists = fc.array(fc.array(labels, { maxLength: 60 }), { minLength: 1, maxLength: 5 }).map((each) => ({
  labels: Float64Array.from(each.flat()),
  offsets: Uint32Array.from([0, ...each].keys(), (list) => each.slice(0, list).flat().length),
}))

test('remembered grades are those of each list', () => {
  fc.assert(
    fc.property(lists, ({ labels, offsets }) => {
      const gradesOf = rememberedGrades(labels, offsets).of
      const findGrades = gradeFinder()
      for (let list = 0; list + 1 < offsets.length; list++) {
        const own = labels.subarray(offsets[list], offsets[list + 1])
        const { count, items, starts, pairs } = findGrades(own)
        expect(gradesOf(own, list)).toEqual({ count, items: items.slice(0, own.length), starts: starts.slice(0, count + 1), pairs })
      }
    }),
    { numRuns: 50 },
  )
})

test('sorted grades hold the items of each by descending score, of equal scores the first first', () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 0, max: 1000 }), ({ labels, offsets }, seed) => {
      const grades = rememberedGrades(labels, offsets)
      const random = seededRandom(seed)
      const scores = labels.map(() => Math.round(3 * random.normal())) // with ties
      const from = Math.floor(random.uniform() * (offsets.length - 1))
      grades.sort(from, offsets.length - 1, scores)
      for (let list = 0; list + 1 < offsets.length; list++) {
        const own = labels.subarray(offsets[list], offsets[list + 1])
        const ownScores = scores.subarray(offsets[list], offsets[list + 1])
        const byHand = [...own.keys()].sort((a, b) => own[b] - own[a] || (list < from ? 0 : ownScores[b] - ownScores[a]) || a - b)
        expect([...grades.of(own, list).items]).toEqual(byHand)
      }
    }),
    { numRuns: 50 },
  )
})

test.each(['plain', 'squared'] as const)('%s hinges do not depend on how a list was sorted in earlier passes', (hinge) => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 0, max: 1000 }), fc.constantFrom(0.02, 5), ({ labels, offsets }, seed, change) => {
      const remembering = rankSvm({ hinge }, rememberedGrades(labels, offsets).of)
      const random = seededRandom(seed)
      const scores = labels.map(() => random.normal())
      for (let pass = 0; pass < 3; pass++) {
        for (let list = 0; list + 1 < offsets.length; list++) {
          const ownLabels = labels.subarray(offsets[list], offsets[list + 1])
          const ownScores = scores.subarray(offsets[list], offsets[list + 1])
          const slopes = new Float64Array(ownLabels.length)
          const expected = new Float64Array(ownLabels.length)
          const value = remembering.evaluate(ownScores, ownLabels, slopes, list)
          expect(value).toBe(rankSvm({ hinge }).evaluate(ownScores, ownLabels, expected))
          expect(slopes).toEqual(expected)
        }
        for (const item of scores.keys()) scores[item] = Math.round(8 * (scores[item] + change * random.normal())) / 8 // with ties
      }
    }),
    { numRuns: 60 },
  )
})

test('long lists of two grades are sorted whether their order was close or not', () => {
  const random = seededRandom(3)
  const labels = Float64Array.from({ length: 400 }, () => (random.uniform() < 0.3 ? 1 : 0))
  const loss = rankSvm({ hinge: 'plain' }, rememberedGrades(labels, Uint32Array.of(0, labels.length)).of)
  const scores = labels.map(() => random.normal())
  for (const change of [3, 0.01, 3, 0.01]) {
    let byPairs = 0
    for (const i of labels.keys()) {
      for (const j of labels.keys()) if (labels[i] > labels[j]) byPairs += Math.max(0, 1 + scores[j] - scores[i])
    }
    expect(loss.evaluate(scores, labels, new Float64Array(labels.length), 0) / byPairs).toBeCloseTo(1, 12)
    for (const item of scores.keys()) scores[item] += change * random.normal()
  }
})

test('what was evaluated before leaves no trace in the bits, ties or not', () => {
  const grade = fc.integer({ min: 0, max: 2 })
  const score = fc.constantFrom(-1, 0, 0.25, 1)
  const items = fc.array(fc.tuple(grade, score, score), { minLength: 2, maxLength: 40 })
  fc.assert(
    fc.property(items, (rows) => {
      const labels = Float64Array.from(rows, ([label]) => label)
      const [before, scores] = [1, 2].map((column) => Float64Array.from(rows, (row) => row[column]))
      const direction = Float64Array.from(rows, (_, item) => Math.cos(7 * item) / 3)
      const offsets = Uint32Array.of(0, rows.length)
      const bent = (...evaluated: Float64Array[]) => {
        const loss = rankSvm({ hinge: 'squared', pairs: 'sum' }, rememberedGrades(labels, offsets).of)
        const into = new Float64Array(rows.length)
        for (const each of [...evaluated, scores]) loss.evaluate(each, labels, into, 0)
        loss.curvature?.(scores, labels, direction, into, 0)
        return into
      }
      expect(bent(before)).toEqual(bent())
    }),
    { numRuns: 300 },
  )
})
