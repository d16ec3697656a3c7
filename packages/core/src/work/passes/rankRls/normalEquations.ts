import type { Training } from '../../../runtime/training.ts'
import { addTransposedProduct, centreFeatures, eachFeatureBlock, type FeatureRows } from './featureRows.ts'

/** The sums over all rows that a fit for any penalty takes: (gram + λ I) θ = moments. */
export interface NormalEquations {
  /** Zᵀ Z. */
  readonly gram: Float64Array
  /** Zᵀ z. */
  readonly moments: Float64Array
}

/** Over the lists from .. to. */
export function* normalEquations(rows: FeatureRows, lists: readonly [from: number, to: number]): Training<NormalEquations> {
  const { compute } = rows.runtime
  const { size } = rows.features
  const mark = compute.mark()
  try {
    const equations = { gram: compute.float64(size * size), moments: new Float64Array(size) }
    yield* eachFeatureBlock(rows, lists, 'normal equations', (first, last) => {
      const numbers = Uint32Array.from({ length: last - first }, (_, i) => first + i)
      addToEquations(rows, numbers, equations)
    })
    return { gram: equations.gram.slice(), moments: equations.moments }
  } finally {
    compute.release(mark)
  }
}

/** Adds the sums over rows whose features H are in `rows.block`. */
export function addToEquations(rows: FeatureRows, numbers: Uint32Array, { gram, moments }: NormalEquations): void {
  const { features, runtime, right, block, vector } = rows
  centreFeatures(rows, numbers, block)
  runtime.compute.syrk(numbers.length, features.size, block, undefined, gram)
  for (const [i, row] of numbers.entries()) vector[i] = right[row]
  addTransposedProduct(rows, numbers.length, moments)
}
