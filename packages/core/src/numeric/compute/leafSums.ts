import { rounded } from './quantise.ts'
import { requireLength } from './requireLength.ts'

/**
 * Sums of slopes and of curvatures over some rows, each number first rounded to a multiple of 1/scale. The sums are whole numbers of those
 * multiples, exact below 2⁵³, so their order does not matter. Returns them as such: divide by the scale.
 */
export function leafSums(
  slopes: Float64Array,
  curvatures: Float64Array,
  slopeScale: number,
  curvatureScale: number,
  rows: Uint32Array,
  into: Float64Array,
): void {
  requireLength('into', into, 2)
  let slope = 0
  let curvature = 0
  for (let place = 0; place < rows.length; place++) {
    slope += rounded(slopes[rows[place]] * slopeScale)
    curvature += rounded(curvatures[rows[place]] * curvatureScale)
  }
  into[0] = slope
  into[1] = curvature
}

/** values[row] += amount for each of the rows. */
export function addToRows(rows: Uint32Array, amount: number, into: Float64Array): void {
  for (let place = 0; place < rows.length; place++) into[rows[place]] += amount
}
