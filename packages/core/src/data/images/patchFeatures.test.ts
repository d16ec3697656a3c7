import { expect, test } from 'vitest'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { seededRandom } from '../../numeric/random.ts'
import { type ImagePatches, patchFeatureCount, patchFeatureNames } from './imagePatches.ts'
import { patchFeatures } from './patchFeatures.ts'

const shape = { channels: 2, height: 11, width: 14 }
const [pixels, size, count, rows] = [2 * 11 * 14, 2 * 36, 5, 19]

function drawn(seed: number): { patches: ImagePatches; images: Float32Array } {
  const random = seededRandom(seed)
  const normals = (length: number) => Float32Array.from({ length }, () => random.normal())
  const patches = { shape, count, filters: normals(size * count), offsets: Float64Array.from(normals(count)), low: -1, high: 1.5 }
  return { patches, images: normals(rows * pixels) }
}

/** One feature written out: the mean over the places in its cell of the part of d · x − offset with its sign. */
function reference({ filters, offsets, low, high }: ImagePatches, image: Float32Array, cell: number, patch: number, sign: number): number {
  const values: number[] = []
  for (let y = 0; y + 6 <= 11; y++) {
    for (let x = 0; x + 6 <= 14; x++) {
      if (3 * Math.floor((3 * y) / 6) + Math.floor((3 * x) / 9) !== cell) continue // 6 places down, 9 across
      let product = -offsets[patch]
      for (let i = 0; i < size; i++) {
        const [channel, row, column] = [Math.floor(i / 36), Math.floor((i % 36) / 6), i % 6]
        const pixel = image[channel * 154 + (y + row) * 14 + x + column]
        product += filters[i * count + patch] * Math.min(high, Math.max(low, Number.isNaN(pixel) ? 0 : pixel))
      }
      values.push(Math.max(0, sign * product))
    }
  }
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

test('features are means over cells of what the pieces of an image give with each patch, by its sign', () => {
  const { patches, images } = drawn(1)
  const width = patchFeatureCount(patches)
  expect(width).toBe(9 * 2 * count)
  expect(patchFeatureNames(patches)).toHaveLength(width)
  expect(new Set(patchFeatureNames(patches)).size).toBe(width)
  expect(patchFeatureNames(patches)[2 * count * 4 + 3]).toBe('patch 2- in cell 2,2')
  const into = new Float32Array(rows * width)
  patchFeatures(patches, rows, images, plainCompute, into)
  for (const row of [0, 7, 8, 18]) {
    const image = images.subarray(row * pixels, (row + 1) * pixels)
    for (let at = 0; at < width; at++) {
      const [cell, patch, sign] = [Math.floor(at / (2 * count)), Math.floor((at % (2 * count)) / 2), at % 2 === 0 ? 1 : -1]
      expect(into[row * width + at]).toBeCloseTo(reference(patches, image, cell, patch, sign), 3)
    }
  }
})

test('an image has the same features alone and among others, and extreme or missing pixels leave them finite', () => {
  const { patches, images } = drawn(2)
  const width = patchFeatureCount(patches)
  images.set([Number.NaN, Infinity, -Infinity, 3e38], 3 * pixels)
  const [all, alone] = [new Float32Array(rows * width), new Float32Array(width)]
  patchFeatures(patches, rows, images, plainCompute, all)
  for (const row of [3, 4, 18]) {
    patchFeatures(patches, 1, images.subarray(row * pixels, (row + 1) * pixels), plainCompute, alone)
    expect(alone).toEqual(all.slice(row * width, (row + 1) * width))
  }
  expect(all.every((value) => Number.isFinite(value) && value >= 0)).toBe(true)
})
