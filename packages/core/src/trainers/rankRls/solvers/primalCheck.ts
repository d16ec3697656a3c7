import type { Training } from '../../../runtime/training.ts'
import { addTransposedProduct, eachFeatureBlock, type FeatureRows, multiplyBlock } from './featureRows.ts'
import { centre, uncentre } from './pairwiseCentring.ts'
import { centredResiduals } from './rankRlsProblem.ts'

/** A function θ · h measured on the rows themselves, not by the rounded normal equations. */
export interface PrimalCheck {
  readonly scores: Float64Array
  readonly objective: number
  /** Hᵀ S Sᵀ (y − f) − λ θ: minus half of the gradient, 0 at the solution. */
  readonly gap: Float64Array
}

export function primalCheck(rows: FeatureRows, theta: Float64Array, lambda: number): Training<PrimalCheck> {
  return rows.means.size === 0 ? checkInOnePass(rows, theta, lambda) : checkInTwoPasses(rows, theta, lambda)
}

/** Where blocks hold whole groups. */
function* checkInOnePass(rows: FeatureRows, theta: Float64Array, lambda: number): Training<PrimalCheck> {
  const { problem, runtime, vector } = rows
  const { lists, centring } = problem
  const { compute } = runtime
  const scores = new Float64Array(lists.labels.length)
  const residuals = lists.labels.slice()
  const gap = theta.map((value) => -lambda * value)
  let objective = lambda * compute.dot(theta, theta)
  let group = 0
  yield* eachFeatureBlock(rows, 'check', (first, last) => {
    multiplyBlock(rows, last - first, theta)
    scores.set(vector.subarray(0, last - first), first)
    for (let row = first; row < last; row++) residuals[row] -= scores[row]
    const from = group
    while (group + 1 < centring.starts.length && centring.starts[group + 1] <= last) group++
    centre(centring, residuals, from, group)
    const own = residuals.subarray(first, last)
    objective += compute.dot(own, own)
    uncentre(centring, residuals, from, group)
    vector.set(own)
    addTransposedProduct(rows, last - first, gap)
  })
  return { scores, objective, gap }
}

/** Where a group spans blocks: all scores first, as residuals are centred by group. */
function* checkInTwoPasses(rows: FeatureRows, theta: Float64Array, lambda: number): Training<PrimalCheck> {
  const { problem, runtime, vector } = rows
  const { compute } = runtime
  const scores = new Float64Array(problem.lists.labels.length)
  yield* eachFeatureBlock(rows, 'check', (first, last) => {
    multiplyBlock(rows, last - first, theta)
    scores.set(vector.subarray(0, last - first), first)
  })
  const residuals = centredResiduals(problem, scores)
  const objective = compute.dot(residuals, residuals) + lambda * compute.dot(theta, theta)
  uncentre(problem.centring, residuals)
  const gap = theta.map((value) => -lambda * value)
  yield* eachFeatureBlock(rows, 'check', (first, last) => {
    vector.set(residuals.subarray(first, last))
    addTransposedProduct(rows, last - first, gap)
  })
  return { scores, objective, gap }
}
