/**
 * The space of a kernel, in the form that the search for scores needs: functions f by some parameters, the scores of the sampled vertices, and Newton
 * steps. Parameters are the coefficients of f = Σ cᵢ K(tᵢ, ·) where the kernel is applied, or the values of f where its inverse is.
 */
import { dot } from '../../numeric/compute/dot.ts'
import { addScaled } from '../../numeric/dense/vectors.ts'

/** into = the kernel between the sampled vertices, applied to a vector of coefficients. */
export type SampleKernel = (coefficients: Float64Array, into: Float64Array) => void

/** The curvature of the loss at the sampled scores. */
export interface LossCurvature {
  /** into = H direction. */
  apply(direction: Float64Array, into: Float64Array): void
  diagonal(): Float64Array
}

export interface RankingSpace {
  /** Number of parameters. */
  readonly length: number
  /** into = f(tᵢ) for each sampled vertex. */
  sampled(point: Float64Array, into: Float64Array): void
  /** ⟨f, f′⟩. */
  inner(point: Float64Array, other: Float64Array): number
  /** The function r with ⟨r, f⟩ = Σ slopeᵢ f(tᵢ) for all f. */
  representer(slope: Float64Array): Float64Array
  /**
   * d with ⟨d, f⟩ 2λ + Σ (H d)ᵢ f(tᵢ) = ⟨right, f⟩ for all f, about: until what is left is `forcing` of the start, in the squared norm.
   * Yields after each product, so that its caller gets its turn.
   */
  newton(right: Float64Array, curvature: LossCurvature, lambda: number, forcing: number): Generator<unknown, Float64Array, unknown>
  /** c of f = Σ cᵢ K(tᵢ, ·), as close as this can be. */
  coefficients(point: Float64Array): Float64Array
  /** The parameters of f = Σ cᵢ K(tᵢ, ·). */
  point(coefficients: Float64Array): Float64Array
  /** f(v) of every vertex, if the parameters determine it. */
  everywhere?(point: Float64Array): Float64Array
}

const MOST_PRODUCTS = 250

/** Coefficients as parameters; Newton steps by conjugate gradients in the inner product of K. */
export function coefficientSpace(length: number, kernel: SampleKernel): RankingSpace {
  const imageOf = recentImages(length, kernel)
  return {
    length,
    sampled: (point, into) => into.set(imageOf(point)),
    inner: (point, other) => dot(point, imageOf(other)),
    representer: (slope) => slope.slice(),
    coefficients: (point) => point.slice(),
    point: (coefficients) => coefficients.slice(),
    *newton(right, curvature, lambda, forcing) {
      const direction = new Float64Array(length)
      const residual = right.slice()
      const residualImage = imageOf(right).slice()
      const along = residual.slice()
      const alongImage = residualImage.slice()
      const bent = new Float64Array(length)
      let energy = dot(residual, residualImage)
      const enough = forcing * energy
      for (let product = 0; product < MOST_PRODUCTS && energy > enough; product++) {
        curvature.apply(alongImage, bent)
        for (let item = 0; item < length; item++) bent[item] += 2 * lambda * along[item]
        const bend = dot(bent, alongImage)
        if (!(bend > 0)) break
        const stride = energy / bend
        addScaled(stride, along, direction)
        addScaled(-stride, bent, residual)
        kernel(residual, residualImage)
        const next = dot(residual, residualImage)
        const carry = next / energy
        energy = next
        for (let item = 0; item < length; item++) {
          along[item] = residual[item] + carry * along[item]
          alongImage[item] = residualImage[item] + carry * alongImage[item]
        }
        yield
      }
      return direction
    },
  }
}

/** A search asks for the image of the same vector several times in a row: that of the last ones is kept, and comparing numbers takes no time. */
function recentImages(length: number, kernel: SampleKernel): (vector: Float64Array) => Float64Array {
  const kept = Array.from({ length: 4 }, () => ({ vector: new Float64Array(length).fill(Number.NaN), image: new Float64Array(length) }))
  return (vector) => {
    const place = kept.findIndex((each) => areEqual(each.vector, vector))
    const [recent] = kept.splice(place < 0 ? kept.length - 1 : place, 1)
    kept.unshift(recent)
    if (place < 0) {
      recent.vector.set(vector)
      kernel(vector, recent.image)
    }
    return recent.image
  }
}

function areEqual(one: Float64Array, other: Float64Array): boolean {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}
