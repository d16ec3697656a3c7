import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bipartiteAbstentionLoss } from '../losses/abstentionLoss.ts'
import { rowDistance } from '../numeric/dense/distance.ts'
import { seededRandom } from '../numeric/random.ts'
import { bipartiteAbstentionRisk, conditionalAbstentionRisk } from './abstentionRisk.ts'

test.each([
  ['all pairs', bipartiteAbstentionRisk],
  ['pairs of different labels', conditionalAbstentionRisk],
] as const)('is the mean of loss (5) over %s, pair by pair', (over, riskOf) => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom('1' as const, '2' as const, 'inf' as const), fc.nat({ max: 3 }), (seed, norm, empty) => {
      const random = seededRandom(seed)
      const offsets = Uint32Array.of(0, 20, 20 + empty, 60)
      const width = 2
      const points = Float32Array.from({ length: 60 * width }, () => random.integer(5) / 4)
      const scores = Float64Array.from({ length: 60 }, () => random.integer(8))
      const labels = Float64Array.from({ length: 60 }, () => random.integer(3))
      const abstention = { radius: random.integer(4) / 4, cost: 0.3, norm }
      let [pairs, loss, abstained] = [0, 0, 0]
      for (let list = 0; list < 3; list++) {
        for (let i = offsets[list]; i < offsets[list + 1]; i++) {
          for (let j = i + 1; j < offsets[list + 1]; j++) {
            if (over !== 'all pairs' && labels[i] === labels[j]) continue
            pairs++
            const distance = rowDistance(norm, points, width, i, j)
            if (distance <= abstention.radius) abstained++
            loss += bipartiteAbstentionLoss([scores[i], scores[j]], classes(labels[i] - labels[j]), distance, abstention)
          }
        }
      }
      const found = riskOf({ points, width, scores, labels, offsets }, abstention)
      expect(found.pairs).toBe(pairs)
      expect(found.abstained).toBeCloseTo(abstained / pairs, 12)
      expect(found.loss).toBeCloseTo(loss / pairs, 12)
      expect(found.misranked + 0.3 * found.abstained).toBeCloseTo(found.loss, 12)
    }),
    { numRuns: 40 },
  )
})

/** Two classes with the same order as the labels. */
function classes(difference: number): readonly [1 | -1, 1 | -1] {
  if (difference === 0) return [1, 1]
  return difference > 0 ? [1, -1] : [-1, 1]
}

test('two items of the same class within the radius cost c in loss (5) and are no pair of the conditional loss', () => {
  const judged = {
    points: Float32Array.of(0, 0.1, 5),
    width: 1,
    scores: Float64Array.of(0, 0, 1),
    labels: Float64Array.of(0, 0, 1),
    offsets: Uint32Array.of(0, 3),
  }
  const abstention = { radius: 0.5, cost: 0.3, norm: '2' } as const
  expect(bipartiteAbstentionRisk(judged, abstention)).toEqual({ loss: 0.3 / 3, misranked: 0, abstained: 1 / 3, pairs: 3 })
  expect(conditionalAbstentionRisk(judged, abstention)).toEqual({ loss: 0, misranked: 0, abstained: 0, pairs: 2 })
})
