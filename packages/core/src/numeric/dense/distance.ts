import type { DistanceNorm } from '../compute/closePoints.ts'

/** The distance of two rows of a matrix, feature by feature in double precision: the one that abstention speaks of. */
export function rowDistance(norm: DistanceNorm, points: Float32Array, width: number, first: number, second: number): number {
  const [x, y] = [first * width, second * width]
  let total = 0
  for (let j = 0; j < width; j++) {
    const difference = points[x + j] - points[y + j]
    if (norm === '2') total += difference * difference
    else if (norm === '1') total += Math.abs(difference)
    else total = Math.max(total, Math.abs(difference))
  }
  return norm === '2' ? Math.sqrt(total) : total
}

/**
 * The greatest sum (of squares, in L2) whose distance is within the radius, so that comparing sums gives the same answer as
 * comparing distances, to the last bit: a radius that was read off a pair takes that pair in.
 */
export function greatestSumWithin(norm: DistanceNorm, radius: number): number {
  if (norm !== '2') return radius
  let sum = radius * radius
  while (Math.sqrt(sum) > radius) sum = stepped(sum, -1)
  for (let above = stepped(sum, 1); Math.sqrt(above) <= radius && above < Infinity; above = stepped(sum, 1)) sum = above
  return sum
}

const double = new Float64Array(1)
const words = new BigInt64Array(double.buffer)

/** The next double up or down, for values of at least 0. */
function stepped(value: number, by: 1 | -1): number {
  double[0] = value
  words[0] += BigInt(by)
  return double[0]
}
