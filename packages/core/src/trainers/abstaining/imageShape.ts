import type { ImageShape } from '../../data/images/shiftedImage.ts'
import { RankwrightError } from '../../problems/problem.ts'

/** Channels, rows and columns as `CxHxW`, for images with so many pixels. */
export function imageShape(option: string, text: string, pixels: number, leastSide = 1): ImageShape {
  const [channels, height, width] = /^\d+x\d+x\d+$/.test(text) ? text.split('x').map(Number) : []
  if (channels * height * width === pixels && Math.min(height, width) >= leastSide) return { channels, height, width }
  const least = leastSide > 1 ? `, of at least ${leastSide} rows and columns` : ''
  const allowed = `channels x rows x columns of the images, such as 3x32x32${least}: ${pixels} numbers, as many as the features`
  throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option, found: text, allowed })
}
