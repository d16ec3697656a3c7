import type { Random } from '../../numeric/random.ts'

/** Planes of pixels, one after the other, each row by row from the top, as in the CIFAR files. */
export interface ImageShape {
  readonly channels: number
  readonly height: number
  readonly width: number
}

/** Pixels that an image is moved by at most, each way. */
const REACH = 4

/**
 * The image at from[start ..], moved at random by up to four pixels across and along with 0 where nothing comes in, and mirrored every
 * other time: padding, cropping and flipping as He, Zhang, Ren & Sun 2016, "Deep residual learning for image recognition", §4.2.
 */
export function shiftedImage(
  from: Float32Array,
  start: number,
  { channels, height, width }: ImageShape,
  random: Random,
  into: Float32Array,
  at: number,
): void {
  const across = random.integer(2 * REACH + 1) - REACH
  const along = random.integer(2 * REACH + 1) - REACH
  const mirrored = random.integer(2) === 1
  const [left, right] = [Math.max(0, across), Math.min(width, width + across)]
  for (let line = 0; line < channels * height; line++) {
    const row = (line % height) - along
    const target = at + line * width
    into.fill(0, target, target + width)
    if (row < 0 || row >= height) continue
    const source = start + (line - along) * width
    for (let x = left; x < right; x++) into[target + x] = from[source + (mirrored ? width - 1 - (x - across) : x - across)]
  }
}
