import { expect, test } from 'vitest'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { seededRandom } from '../../numeric/random.ts'
import { rankingLists } from '../lists/plainRows.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { patchSize } from './imagePatches.ts'
import { copyPiece } from './patchFeatures.ts'
import { whitenedPatches } from './whitenedPatches.ts'

const shape = { channels: 1, height: 9, width: 8 }

/** Smooth images: neighbouring pixels are much alike. */
function images(seed: number, value: (at: number, level: number) => number = (at, level) => level * Math.cos(at / 9)): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: 40 }, () => {
    const level = random.normal()
    return Array.from({ length: 72 }, (_, at) => value(at, level) + 0.2 * random.normal())
  })
  return rankingLists({ features, labels: features.map((_, row) => row % 3), lists: features.map(() => 'all') })
}

const fitted = (lists: RankingLists, seed = 1) => whitenedPatches(lists, shape, 12, seededRandom(seed), plainCompute)

test('what pieces of the training images give with a whitened patch has mean 0 and varies alike for all patches', () => {
  const lists = images(1)
  if (lists.features.kind !== 'dense') return expect.unreachable()
  const { filters, offsets, low, high } = fitted(lists)
  const piece = new Float64Array(patchSize(shape))
  const given = Array.from(offsets, () => [] as number[])
  for (let row = 0; row < 40; row++) {
    for (let y = 0; y <= 3; y++) {
      for (let x = 0; x <= 2; x++) {
        copyPiece(shape, lists.features.values, row * 72, y, x, piece, 0)
        for (const [patch, values] of given.entries()) {
          values.push(piece.reduce((sum, pixel, at) => sum + pixel * filters[at * 12 + patch], 0) - offsets[patch])
        }
      }
    }
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  for (const values of given) {
    const variance = mean(values.map((value) => value * value))
    expect(Math.abs(mean(values))).toBeLessThan(0.1)
    expect(variance).toBeGreaterThan(0.2) // 1 without damping
    expect(variance).toBeLessThan(1.1)
  }
  expect(low).toBe(Math.min(...lists.features.values))
  expect(high).toBe(Math.max(...lists.features.values))
})

test('the same seed gives the same patches, another one others, and pixels in other units the same directions', () => {
  const lists = images(1)
  expect(fitted(lists)).toEqual(fitted(lists))
  expect(fitted(lists, 2).filters).not.toEqual(fitted(lists).filters)
  if (lists.features.kind !== 'dense') return expect.unreachable()
  const inBytes = { ...lists, features: { kind: 'dense', values: lists.features.values.map((value) => 256 * value) } as const }
  const [filters, scaled] = [fitted(lists).filters, fitted(inBytes).filters]
  for (const [at, value] of filters.entries()) expect(256 * scaled[at]).toBeCloseTo(value, 3)
})

test('images without any variation, or with missing pixels, give finite patches', () => {
  const flat = images(1, () => 0)
  if (flat.features.kind !== 'dense') return expect.unreachable()
  const same = { ...flat, features: { kind: 'dense', values: new Float32Array(flat.features.values.length).fill(0.5) } as const }
  const holes = {
    ...flat,
    features: { kind: 'dense', values: flat.features.values.map((value, at) => (at % 5 === 0 ? Number.NaN : value)) } as const,
  }
  for (const lists of [same, holes]) {
    const { filters, offsets, low, high } = fitted(lists)
    for (const values of [filters, offsets, [low, high]]) for (const value of values) expect(Number.isFinite(value)).toBe(true)
  }
})
