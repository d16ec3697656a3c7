import { expect, test } from 'vitest'
import type { DistanceNorm } from '../compute/closePoints.ts'
import { plainCompute } from '../compute/plainCompute.ts'
import { rowDistance } from '../dense/distance.ts'
import { seededRandom } from '../random.ts'
import { closePairs } from './closePairs.ts'

const norms: readonly DistanceNorm[] = ['1', '2', 'inf']

test.each(norms)('in norm %s, the pairs are those of a search through all pairs, in the same order', (norm) => {
  const random = seededRandom(3)
  for (let round = 0; round < 500; round++) {
    const width = 1 + random.integer(4)
    const count = random.integer(round % 20 === 0 ? 300 : 12)
    const coarse = random.uniform() < 0.5
    const points = Float32Array.from({ length: count * width }, () => (coarse ? random.integer(4) / 3 : random.normal()))
    const radius = count >= 2 && round % 3 === 0 ? rowDistance(norm, points, width, 0, count - 1) : random.uniform()
    const wanted: string[] = []
    for (let i = 0; i < count; i++)
      for (let j = i + 1; j < count; j++) if (rowDistance(norm, points, width, i, j) <= radius) wanted.push(`${i} ${j}`)
    const found = Array.from(closePairs(points, width, norm, radius, plainCompute), (pair) => pair.join(' '))
    if (found.join() !== wanted.join()) expect(found).toEqual(wanted)
  }
})

test('blocks of several thousand points follow each other without a gap', () => {
  const count = 5000 // more than fit into one block
  const points = Float32Array.from({ length: count }, (_, i) => i)
  const found = [...closePairs(points, 1, '2', 1, plainCompute)]
  expect(found).toEqual(Array.from({ length: count - 1 }, (_, i) => [i, i + 1]))
})

test('two searches may be under way at a time', () => {
  const points = Float32Array.of(0, 1, 2)
  const [one, other] = [closePairs(points, 1, '2', 1, plainCompute), closePairs(points, 1, '2', 2, plainCompute)]
  expect([one.next().value, other.next().value, one.next().value, other.next().value, other.next().value, one.next().done]).toEqual([
    [0, 1],
    [0, 1],
    [1, 2],
    [0, 2],
    [1, 2],
    true,
  ])
})
