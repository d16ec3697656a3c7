import type { KernelPosterior } from '../../models/kernel/kernel.ts'
import { lowerTriangle } from '../../numeric/dense/lowerTriangle.ts'
import type { Training } from '../../runtime/training.ts'
import type { PairwiseCentring } from '../../work/passes/rankRls/pairwiseCentring.ts'
import type { PreparedFit } from './preparedFit.ts'
import { centredResiduals } from './solvers/rankRlsProblem.ts'

/**
 * Labels scatter about a_q + f with a variance σ² over what their list weighs, 1 on average over the differences that are free, and f is
 * a Gaussian process with the kernel (σ² d̄/λ) K before any data, d̄ being that average of the weights d. σ² is what the fit leaves over
 * per degree of freedom.
 */
export function* kernelPosterior({ problem, space }: PreparedFit, lambda: number, scores: Float64Array): Training<KernelPosterior> {
  if (space.solver.spread === undefined) throw new Error('a basis without a spread was refused before the fit')
  const { inner, used } = yield* space.solver.spread(lambda)
  let left = 0
  for (const residual of centredResiduals(problem, scores)) left += residual * residual
  const { freedom, weight } = freeDifferences(problem.centring)
  const perWeight = weight / Math.max(1, freedom)
  const noise = perWeight === 0 ? 0 : left / perWeight / Math.max(1, freedom - used)
  return { inner: lowerTriangle(Math.sqrt(inner.length), inner), amplitude: (noise * perWeight) / lambda, noise }
}

/** How many differences of labels are free, and what they weigh together. */
function freeDifferences({ starts, roots }: PairwiseCentring): { freedom: number; weight: number } {
  let [freedom, weight] = [0, 0]
  for (let group = 0; group + 1 < starts.length; group++) {
    const size = starts[group + 1] - starts[group]
    let own = 0
    for (let row = starts[group]; row < starts[group + 1]; row++) own += roots[row] * roots[row]
    if (own === 0) continue
    freedom += size - 1
    weight += own * (1 - 1 / size)
  }
  return { freedom, weight }
}
