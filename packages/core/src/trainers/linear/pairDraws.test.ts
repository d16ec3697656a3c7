import { expect, test } from 'vitest'
import { listMle } from '../../losses/listMle.ts'
import { listNet } from '../../losses/listNet.ts'
import type { ListLoss } from '../../losses/loss.ts'
import { rankNet } from '../../losses/rankNet.ts'
import { seededRandom } from '../../numeric/random.ts'
import { competitionPairs, logisticPairs, marginPairs, softmaxPairs } from './pairDraws.ts'
import type { PairDraws } from './sampledCurvature.ts'

const scores = Float64Array.of(0.4, -1, 2, 0.1, -0.6, 1.2)
const labels = Float64Array.of(2, 0, 1, 1, 0, 3)
const length = scores.length

/** The second derivatives of a loss at the scores, by differences of its gradient. */
function bendingOf(loss: ListLoss): number[] {
  const step = 1e-5
  const slopeAt = (column: number, by: number) => {
    const slope = new Float64Array(length)
    loss.evaluate(
      scores.map((score, item) => (item === column ? score + by : score)),
      labels,
      slope,
    )
    return slope
  }
  const entries: number[] = []
  for (let column = 0; column < length; column++) {
    const [above, below] = [slopeAt(column, step), slopeAt(column, -step)]
    for (let row = 0; row < length; row++) entries.push((above[row] - below[row]) / (2 * step))
  }
  return entries
}

test.each<[string, ListLoss, PairDraws]>([
  ['ListNet', listNet(), softmaxPairs()],
  ['ListMLE', listMle(), competitionPairs()],
  ['the sum of logistic losses', rankNet({ pairs: 'sum' }), logisticPairs('sum')],
  ['the mean of logistic losses', rankNet({ pairs: 'mean' }), logisticPairs('mean')],
])('what is drawn for %s is, on average, its second derivatives', (_, loss, drawsOf) => {
  const draws = 200_000
  const mean = new Float64Array(length * length)
  drawsOf(scores, labels, seededRandom(3), draws, (i, j, weight) => {
    const share = weight / draws
    mean[i * length + i] += share
    mean[j * length + j] += share
    mean[i * length + j] -= share
    mean[j * length + i] -= share
  })
  const expected = bendingOf(loss)
  const size = Math.max(...expected)
  for (const [place, entry] of expected.entries()) expect(Math.abs(mean[place] - entry)).toBeLessThan(0.02 * size)
})

test.each([
  ['few', 3],
  ['more than can be drawn at once', 1500],
])('of %s pairs each is as likely to be drawn as any other', (_, itemsPerGrade) => {
  const all = 3 * itemsPerGrade
  const graded = Float64Array.from({ length: all }, (_, item) => item % 3)
  const draws = 27_000
  // Pairs by their labels and by whether each item stands in the first third of its grade.
  const counts = new Map<string, number>()
  marginPairs('sum', () => 1)(new Float64Array(all), graded, seededRandom(4), draws, (i, j, weight) => {
    expect(weight).toBe(3 * itemsPerGrade * itemsPerGrade)
    expect(graded[i]).toBeGreaterThan(graded[j])
    const third = (item: number) => Math.floor((3 * Math.floor(item / 3)) / itemsPerGrade)
    const key = `${graded[i]} ${graded[j]} ${third(i)} ${third(j)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  })
  expect(counts.size).toBe(27)
  for (const count of counts.values()) expect(Math.abs(count - draws / 27)).toBeLessThan(5 * Math.sqrt(draws / 27))
})
