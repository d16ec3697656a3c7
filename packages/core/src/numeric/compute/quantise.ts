import { requireLength } from './requireLength.ts'

/**
 * Slopes and curvatures as whole numbers, in pairs: round(slope · slopeScale), round(curvature · curvatureScale), halves to even. Sums of whole
 * numbers do not depend on their order, so trees are the same however the rows are shared out.
 */
export function quantise(
  slopes: Float64Array,
  curvatures: Float64Array,
  slopeScale: number,
  curvatureScale: number,
  into: Int32Array,
): void {
  requireLength('curvatures', curvatures, slopes.length)
  requireLength('into', into, 2 * slopes.length)
  for (let row = 0; row < slopes.length; row++) {
    into[2 * row] = rounded(slopes[row] * slopeScale)
    into[2 * row + 1] = rounded(curvatures[row] * curvatureScale)
  }
}

const ROUNDER = 6755399441055744 // 1.5 · 2⁵²: adding and taking it off leaves the nearest whole number, ties to even

/** For |x| below 2⁵¹. */
export function rounded(x: number): number {
  return x + ROUNDER - ROUNDER
}
