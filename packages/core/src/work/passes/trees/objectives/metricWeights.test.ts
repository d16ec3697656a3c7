import { expect, test } from 'vitest'
import { averagePrecision } from '../../../../metrics/averagePrecision.ts'
import { expectedReciprocalRank } from '../../../../metrics/expectedReciprocalRank.ts'
import { reciprocalRank } from '../../../../metrics/reciprocalRank.ts'
import { seededRandom } from '../../../../numeric/random.ts'
import { averagePrecisionWeights, equalWeights, expectedReciprocalRankWeights, reciprocalRankWeights } from './metricWeights.ts'

const places = (length: number) => Array.from({ length }, (_, place) => -place)

test.each([
  ['average precision', averagePrecisionWeights, (labels: Float64Array) => averagePrecision(places(labels.length), labels)],
  ['reciprocal rank', reciprocalRankWeights, (labels: Float64Array) => reciprocalRank(places(labels.length), labels)],
  [
    'expected reciprocal rank',
    expectedReciprocalRankWeights,
    (labels: Float64Array) => expectedReciprocalRank(places(labels.length), labels, { maxGrade: Math.max(...labels) }),
  ],
])('the weight of a pair is what %s changes by when the two change places', (_, weightsOf, metric) => {
  const random = seededRandom(3)
  for (let round = 0; round < 40; round++) {
    const labels = new Float64Array(2 + random.integer(9)).map(() => Math.max(0, random.integer(6) - 2))
    if (labels.every((label) => label === 0)) continue
    const weightOf = weightsOf(labels)
    for (let i = 0; i < labels.length; i++) {
      for (let j = i + 1; j < labels.length; j++) {
        const swapped = labels.slice()
        ;[swapped[i], swapped[j]] = [labels[j], labels[i]]
        expect(weightOf(i, j)).toBeCloseTo(Math.abs((metric(swapped) ?? 0) - (metric(labels) ?? 0)), 12)
      }
    }
  }
})

test('equal weights of the pairs of a list add up to 1', () => {
  expect(equalWeights(Float64Array.of(2, 0, 1, 0))(0, 1)).toBe(1 / 5)
})
