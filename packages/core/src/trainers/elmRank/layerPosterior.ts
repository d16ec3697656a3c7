import type { LayerPosterior } from '../../models/elm/elm.ts'
import type { LeastSquaresStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import { lowerTriangle } from '../../numeric/dense/lowerTriangle.ts'
import type { RidgeFit } from './ridgeFit.ts'

/**
 * Labels scatter about a_q + f with variance σ², and β has a normal prior whose precision is that of the penalty. The weights w count as
 * precisions, scaled to 1 on average over the free differences: 1/c times the objective's terms. Then β has the covariance
 * σ² c (gram / W + λ I)⁻¹, and σ² is what is left over per degree of freedom.
 */
export function layerPosterior(
  statistics: LeastSquaresStatistics,
  { weights, factor, objective }: RidgeFit,
  lambda: number,
): LayerPosterior {
  const { weight, freedom, freedomWeight } = statistics
  let norm = 0
  for (const value of weights) norm += value * value
  const left = Math.max(0, objective - lambda * norm) // Σ w r² / W
  const perWeight = freedomWeight / Math.max(1, freedom) / weight // the average w / W of a free difference
  // Without a free difference nothing scatters, and there is nothing to divide by.
  const noise = freedom === 0 ? 0 : left / perWeight / Math.max(1, freedom - usedFreedom(factor, lambda))
  return { factor: lowerTriangle(weights.length, factor), scale: Math.sqrt(noise * perWeight), noise }
}

/** tr(A (A + λ I)⁻¹) = n − λ ‖L⁻¹‖² for A + λ I = L Lᵀ. */
function usedFreedom(factor: Float64Array, lambda: number): number {
  const count = Math.sqrt(factor.length)
  const column = new Float64Array(count)
  let squares = 0
  for (let start = 0; start < count; start++) {
    column.fill(0, start)
    column[start] = 1
    for (let i = start; i < count; i++) {
      let value = column[i]
      for (let k = start; k < i; k++) value -= factor[i * count + k] * column[k]
      column[i] = value / factor[i * count + i]
      squares += column[i] * column[i]
    }
  }
  return count - lambda * squares
}
