import type { ImageShape } from './shiftedImage.ts'

/**
 * Whitened patches that images are compared with: Coates, Lee & Ng 2011, "An analysis of single-layer networks in unsupervised feature
 * learning", with random patches in place of learned ones. Each patch is laid on the image at every other pixel. How much the
 * image agrees with it there, and how much it disagrees, is averaged over each of 3 × 3 cells of the image.
 */
export interface ImagePatches {
  readonly shape: ImageShape
  /** Number of patches. */
  readonly count: number
  /** Patch p is multiplied with filters[i · count + p] at number i of a piece of the image: whitening is part of it. */
  readonly filters: Float32Array
  /** What the mean piece of the training images gives with each patch; it is subtracted. */
  readonly offsets: Float64Array
  /** The least and the greatest pixel of the training images: others are clipped to that. */
  readonly low: number
  readonly high: number
}

/** Rows and columns of a patch. */
export const PATCH_SIDE = 6
/** Pixels from one place of a patch to the next. */
export const PATCH_STRIDE = 1
/** Cells that an image is cut into each way. */
export const PATCH_CELLS = 3

/** Places of a patch along so many pixels. */
export function patchPlaces(pixels: number): number {
  return Math.floor((pixels - PATCH_SIDE) / PATCH_STRIDE) + 1
}

/** Numbers of a patch. */
export function patchSize({ channels }: Pick<ImageShape, 'channels'>): number {
  return channels * PATCH_SIDE * PATCH_SIDE
}

/** Pixels of an image. */
export function pixelCount({ channels, height, width }: ImageShape): number {
  return channels * height * width
}

/** Features that an image has. */
export function patchFeatureCount({ count }: Pick<ImagePatches, 'count'>): number {
  return PATCH_CELLS * PATCH_CELLS * 2 * count
}

/** Their names, in their order: cell by cell from the top left, patch by patch, agreement before disagreement. */
export function patchFeatureNames(patches: Pick<ImagePatches, 'count'>): string[] {
  const { count } = patches
  return Array.from({ length: patchFeatureCount(patches) }, (_, column) => {
    const cell = Math.floor(column / (2 * count))
    const patch = Math.floor((column % (2 * count)) / 2)
    const [row, across] = [Math.floor(cell / PATCH_CELLS) + 1, (cell % PATCH_CELLS) + 1]
    return `patch ${patch + 1}${column % 2 === 0 ? '+' : '-'} in cell ${row},${across}`
  })
}
