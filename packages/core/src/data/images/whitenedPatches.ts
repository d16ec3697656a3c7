import type { Compute } from '../../numeric/compute/compute.ts'
import { symmetricEigen } from '../../numeric/dense/symmetricEigen.ts'
import { euclideanNorm } from '../../numeric/dense/vectors.ts'
import type { Random } from '../../numeric/random.ts'
import { copyRow, type RankingLists } from '../lists/rankingLists.ts'
import { type ImagePatches, PATCH_SIDE, patchSize, pixelCount } from './imagePatches.ts'
import { copyPiece } from './patchFeatures.ts'
import type { ImageShape } from './shiftedImage.ts'

/** Random pieces that the mean and the covariance are taken from, for each number of a piece. */
const PIECES_PER_NUMBER = 100
/** Directions of a piece that vary less than this share of the mean variance are damped: they are noise. */
const DAMPING = 0.15

/**
 * Random pieces of the training images, whitened: with mean m and covariance C of the pieces, and M = (C + εI)^(−1/2), patch p is the direction
 * d = M(p − m)/‖M(p − m)‖, and a piece x of an image gives d · M(x − m).
 */
export function whitenedPatches(lists: RankingLists, shape: ImageShape, count: number, random: Random, compute: Compute): ImagePatches {
  const size = patchSize(shape)
  const pieces = randomPieces(lists, shape, PIECES_PER_NUMBER * size, random)
  const total = pieces.length / size
  const mean = new Float64Array(size)
  compute.columnSums(total, size, pieces, undefined, mean)
  for (let at = 0; at < size; at++) mean[at] /= total
  compute.shiftRows(total, size, mean, new Float64Array(total).fill(1), pieces)
  const covariance = new Float64Array(size * size)
  compute.syrk(total, size, pieces, undefined, covariance)
  for (let at = 0; at < covariance.length; at++) covariance[at] /= total
  const whiten = whitening(size, covariance, compute)

  const chosen = Array.from({ length: count }, () => random.integer(total))
  const filters = new Float32Array(size * count)
  const offsets = new Float64Array(count)
  for (const [patch, piece] of chosen.entries()) {
    const direction = whiten(pieces.subarray(piece * size, (piece + 1) * size))
    const length = euclideanNorm(direction) || 1
    const filter = whiten(direction)
    for (let at = 0; at < size; at++) {
      filters[at * count + patch] = filter[at] / length
      offsets[patch] += filters[at * count + patch] * mean[at]
    }
  }
  return { shape, count, filters, offsets, ...pixelRange(lists) }
}

/** Pieces from random places of random images, one after the other; missing pixels count as 0. */
function randomPieces(lists: RankingLists, shape: ImageShape, count: number, random: Random): Float64Array {
  const size = patchSize(shape)
  const pieces = new Float64Array(count * size)
  const image = new Float32Array(pixelCount(shape))
  for (let piece = 0; piece < count; piece++) {
    copyRow(lists, random.integer(lists.labels.length), image)
    const y = random.integer(shape.height - PATCH_SIDE + 1)
    copyPiece(shape, image, 0, y, random.integer(shape.width - PATCH_SIDE + 1), pieces, piece * size)
  }
  for (let at = 0; at < pieces.length; at++) if (!Number.isFinite(pieces[at])) pieces[at] = 0
  return pieces
}

/** Multiplies with (C + εI)^(−1/2). */
function whitening(size: number, covariance: Float64Array, compute: Compute): (vector: Float64Array) => Float64Array {
  const { values, vectors } = symmetricEigen(size, covariance, compute) // rows of `vectors`
  const meanVariance = values.reduce((sum, value) => sum + value, 0) / size
  const damping = DAMPING * meanVariance || 1 // images without any variation
  return (vector) => {
    const into = new Float64Array(size)
    for (let axis = 0; axis < size; axis++) {
      let along = 0
      for (let at = 0; at < size; at++) along += vectors[axis * size + at] * vector[at]
      along /= Math.sqrt(Math.max(0, values[axis]) + damping)
      for (let at = 0; at < size; at++) into[at] += along * vectors[axis * size + at]
    }
    return into
  }
}

/** Of all finite pixels; 0 belongs to it where there are missing or left-out ones. */
function pixelRange({ features, width, labels }: RankingLists): Pick<ImagePatches, 'low' | 'high'> {
  let [low, high] = features.values.length < width * labels.length ? [0, 0] : [Infinity, -Infinity]
  for (const value of features.values) {
    const pixel = Number.isNaN(value) ? 0 : value
    if (!Number.isFinite(pixel)) continue
    low = Math.min(low, pixel)
    high = Math.max(high, pixel)
  }
  return low > high ? { low: 0, high: 0 } : { low, high }
}
