import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DistanceNorm } from '../compute/closePoints.ts'
import { rowDistance } from '../dense/distance.ts'
import { seededRandom } from '../random.ts'
import { neighbourIndex } from './neighbourIndex.ts'

const norms: readonly DistanceNorm[] = ['1', '2', 'inf']

test.each(norms)('in norm %s, 10,000 random cases give the pairs of a search through all pairs', (norm) => {
  const random = seededRandom(7)
  for (let round = 0; round < 10_000; round++) {
    const width = 1 + random.integer(round % 50 === 0 ? 30 : 5)
    const count = random.integer(round % 100 === 0 ? 300 : 12)
    // Few different values, so that points coincide and distances tie.
    const coarse = random.uniform() < 0.5
    const points = Float32Array.from({ length: count * width }, () => (coarse ? random.integer(4) / 3 : random.normal()))
    const radius = radiusFor(round, norm, points, width, count, random.uniform())
    expectBruteForce(points, width, norm, radius)
  }
})

/** Often the distance of two points itself, which then count as close. */
function radiusFor(round: number, norm: DistanceNorm, points: Float32Array, width: number, count: number, share: number): number {
  if (round % 3 === 0 && count >= 2) return rowDistance(norm, points, width, 0, count - 1)
  return round % 7 === 0 ? 0 : 2 * share
}

function expectBruteForce(points: Float32Array, width: number, norm: DistanceNorm, radius: number): void {
  const count = points.length / width
  const wanted: string[] = []
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) if (rowDistance(norm, points, width, i, j) <= radius) wanted.push(`${i} ${j}`)
  const found: string[] = []
  neighbourIndex(points, width, norm).eachPair(radius, (i, j) => found.push(i < j ? `${i} ${j}` : `${j} ${i}`))
  if (found.sort().join() !== wanted.sort().join()) expect(found).toEqual(wanted)
}

test('neighbours of each point are listed in both directions, ascending', () => {
  const points = Float32Array.from([0, 1, 2, 10, 2.5])
  const { starts, indices } = neighbourIndex(points, 1, '2').neighbours(1)
  expect(Array.from(points.keys(), (point) => [...indices.subarray(starts[point], starts[point + 1])])).toEqual([
    [1],
    [0, 2],
    [1, 4],
    [],
    [2],
  ])
})

test('a few thousand points in clusters are searched as the pairs one by one', () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(...norms), fc.integer({ min: 1, max: 6 }), (seed, norm, width) => {
      const random = seededRandom(seed)
      const points = Float32Array.from({ length: 1500 * width }, () => random.integer(5) + 0.1 * random.normal())
      const index = neighbourIndex(points, width, norm)
      let found = 0
      index.eachPair(0.3, () => found++)
      let wanted = 0
      for (let i = 0; i < 1500; i++) for (let j = i + 1; j < 1500; j++) if (rowDistance(norm, points, width, i, j) <= 0.3) wanted++
      expect(found).toBe(wanted)
    }),
    { numRuns: 3 },
  )
})

test('no points have no neighbours', () => {
  expect(neighbourIndex(new Float32Array(0), 3, '1').neighbours(1)).toEqual({ starts: new Uint32Array(1), indices: new Uint32Array(0) })
})
