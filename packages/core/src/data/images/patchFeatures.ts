import type { Compute } from '../../numeric/compute/compute.ts'
import {
  type ImagePatches,
  PATCH_CELLS,
  PATCH_SIDE,
  PATCH_STRIDE,
  patchFeatureCount,
  patchPlaces,
  patchSize,
  pixelCount,
} from './imagePatches.ts'
import type { ImageShape } from './shiftedImage.ts'

/** Images that are compared with the patches at a time. */
const IMAGES = 8

/**
 * The features of `rows` images: what their pieces give with each patch, its positive and its negative part, averaged over cells.
 * Products are in single precision, averages in double. Missing pixels count as 0.
 */
export function patchFeatures(patches: ImagePatches, rows: number, pixels: Float32Array, compute: Compute, into: Float32Array): void {
  const { shape, count, filters } = patches
  const [size, width, outputs] = [patchSize(shape), pixelCount(shape), patchFeatureCount(patches)]
  const [down, across] = [patchPlaces(shape.height), patchPlaces(shape.width)]
  const places = down * across
  const mark = compute.mark()
  const most = Math.min(IMAGES, rows)
  const pieces = compute.float32(most * places * size)
  const products = compute.float32(most * places * count)
  const own = compute.float32(size * count)
  own.set(filters)
  const clipped = new Float32Array(width)
  const sums = new Float64Array(outputs)
  for (let first = 0; first < rows; first += most) {
    const images = Math.min(most, rows - first)
    for (let image = 0; image < images; image++) {
      for (let at = 0; at < width; at++) clipped[at] = clippedPixel(patches, pixels[(first + image) * width + at])
      for (let y = 0; y < down; y++) {
        for (let x = 0; x < across; x++) {
          const at = ((image * down + y) * across + x) * size
          copyPiece(shape, clipped, 0, y * PATCH_STRIDE, x * PATCH_STRIDE, pieces, at)
        }
      }
    }
    compute.gemm32(images * places, count, size, pieces, own, products)
    for (let image = 0; image < images; image++) {
      average(patches, down, across, products, image * places * count, sums)
      into.set(sums, (first + image) * outputs)
    }
  }
  compute.release(mark)
}

/** Within the range of the training images; a missing pixel is 0 first. */
function clippedPixel({ low, high }: ImagePatches, value: number): number {
  return Math.min(Math.max(Number.isNaN(value) ? 0 : value, low), high)
}

/** The piece of an image whose top left corner is (y, x), channel by channel. */
export function copyPiece(
  { channels, height, width }: ImageShape,
  image: Float32Array,
  start: number,
  y: number,
  x: number,
  into: Float32Array | Float64Array,
  at: number,
): void {
  let to = at
  for (let channel = 0; channel < channels; channel++) {
    for (let row = 0; row < PATCH_SIDE; row++) {
      const from = start + (channel * height + y + row) * width + x
      for (let column = 0; column < PATCH_SIDE; column++) into[to++] = image[from + column]
    }
  }
}

function average(
  { count, offsets }: ImagePatches,
  down: number,
  across: number,
  products: Float32Array,
  start: number,
  into: Float64Array,
): void {
  into.fill(0)
  for (let y = 0, at = start; y < down; y++) {
    const row = Math.floor((y * PATCH_CELLS) / down)
    for (let x = 0; x < across; x++) {
      const cell = row * PATCH_CELLS + Math.floor((x * PATCH_CELLS) / across)
      for (let patch = 0, to = cell * 2 * count; patch < count; patch++, at++, to += 2) {
        const agreement = products[at] - offsets[patch]
        if (agreement > 0) into[to] += agreement
        else into[to + 1] -= agreement
      }
    }
  }
  for (let row = 0; row < PATCH_CELLS; row++) {
    for (let column = 0; column < PATCH_CELLS; column++) {
      const places = placesInCell(row, down) * placesInCell(column, across)
      const first = (row * PATCH_CELLS + column) * 2 * count
      for (let at = first; at < first + 2 * count; at++) into[at] /= places
    }
  }
}

/** How many of so many places fall into a cell. */
function placesInCell(cell: number, places: number): number {
  const start = (each: number) => Math.ceil((each * places) / PATCH_CELLS)
  return Math.max(1, start(cell + 1) - start(cell))
}
