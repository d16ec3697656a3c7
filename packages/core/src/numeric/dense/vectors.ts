/** Norms and sums of vectors, added up in a fixed order; `dot` has its own file. */
import { dot } from '../compute/dot.ts'

/** ‖a‖₂, also if the squares would overflow or vanish. */
export function euclideanNorm(a: Float64Array): number {
  const squares = dot(a, a)
  if (squares > 1e-280 && squares < 1e280) return Math.sqrt(squares)
  const largest = maximumNorm(a)
  if (!(largest > 0 && largest < Number.POSITIVE_INFINITY)) return largest
  let sum = 0
  for (const value of a) sum += (value / largest) * (value / largest)
  return largest * Math.sqrt(sum)
}

/** ‖a‖₁. */
export function absoluteSum(a: Float64Array): number {
  let sum = 0
  for (let place = 0; place < a.length; place++) sum += Math.abs(a[place])
  return sum
}

/** ‖a‖∞; NaN when an entry is NaN. */
export function maximumNorm(a: Float64Array): number {
  let largest = 0
  for (let place = 0; place < a.length; place++) {
    const size = Math.abs(a[place])
    if (!(size <= largest)) {
      if (Number.isNaN(size)) return Number.NaN
      largest = size
    }
  }
  return largest
}

/** into += factor · vector. */
export function addScaled(factor: number, vector: Float64Array, into: Float64Array): void {
  for (let place = 0; place < into.length; place++) into[place] += factor * vector[place]
}
