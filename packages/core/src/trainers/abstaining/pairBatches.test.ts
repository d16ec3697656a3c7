import { expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { seededRandom } from '../../numeric/random.ts'
import { pairBatches } from './pairBatches.ts'

const labels = [2, 0, 1, 1, 0, 2]
const lists = rankingLists({ features: labels.map((_, row) => [row]), labels, lists: ['a', 'a', 'a', 'b', 'b', 'b'] })

test.each([false, true])('pairs hold the better row first and stay in one list; rows that vary (%s) come anew for each pair', (varies) => {
  const x = new Float32Array(200)
  const draw = pairBatches(lists, 100, 1, { varies, place: (row, into, at) => into.fill(row, at, at + 1) }, x, seededRandom(1))
  for (let round = 0; round < 3; round++) {
    const { rows, better, worse } = draw()
    expect(rows).toBe(varies ? 200 : 6)
    if (!varies) expect(new Set(x.subarray(0, rows)).size).toBe(6)
    for (let pair = 0; pair < 100; pair++) {
      const [above, below] = [x[better[pair]], x[worse[pair]]]
      expect(labels[above]).toBeGreaterThan(labels[below])
      expect(above < 3).toBe(below < 3)
    }
  }
})

test('every pair of different labels in the same list is as likely as any other', () => {
  const uneven = [1, 0, 2, 2, 0, 0, 0]
  const of = rankingLists({ features: uneven.map((_, row) => [row]), labels: uneven, lists: ['a', 'a', 'b', 'b', 'b', 'b', 'b'] })
  const pairs = 14_000
  const x = new Float32Array(2 * pairs)
  const { better, worse } = pairBatches(
    of,
    pairs,
    1,
    { varies: false, place: (row, into, at) => into.fill(row, at, at + 1) },
    x,
    seededRandom(2),
  )()
  const counts = new Map<string, number>()
  for (let pair = 0; pair < pairs; pair++) {
    const key = `${x[better[pair]]} ${x[worse[pair]]}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  expect(counts.size).toBe(1 + 2 * 3)
  for (const count of counts.values()) expect(Math.abs(count - pairs / 7)).toBeLessThan(5 * Math.sqrt(pairs / 7))
})
