import type { Compute } from '../../../numeric/compute/compute.ts'
import type { Training } from '../../../runtime/training.ts'
import { SECTION_BLOCKS } from '../../../work/operations/operation.ts'
import type { CentredSpace } from '../../../work/passes/rankRls/featureRows.ts'
import { uncentre } from '../../../work/passes/rankRls/pairwiseCentring.ts'
import { centredResiduals, type RankRlsProblem } from './rankRlsProblem.ts'

/** A function θ · h measured on the rows themselves, not by the rounded normal equations. */
export interface PrimalCheck {
  readonly scores: Float64Array
  readonly objective: number
  /** Hᵀ S Sᵀ (y − f) − λ θ: minus half of the gradient, 0 at the solution. */
  readonly gap: Float64Array
}

export function primalCheck(
  problem: RankRlsProblem,
  space: CentredSpace,
  theta: Float64Array,
  lambda: number,
  compute: Compute,
): Training<PrimalCheck> {
  const check = space.means.length === 0 ? checkInOnePass : checkInTwoPasses
  return check(problem, space, theta, lambda, compute)
}

/** Where blocks hold whole groups. */
function* checkInOnePass(
  { held }: RankRlsProblem,
  space: CentredSpace,
  theta: Float64Array,
  lambda: number,
  compute: Compute,
): Training<PrimalCheck> {
  const start = Float64Array.of(...theta.map((value) => -lambda * value), lambda * compute.dot(theta, theta))
  const { scores, sums } = yield* held.ask('spaceCheck', { space, theta, start, section: SECTION_BLOCKS })
  return { scores, objective: sums[theta.length], gap: sums.slice(0, theta.length) }
}

/** Where a group spans blocks: all scores first, as residuals are centred by group. */
function* checkInTwoPasses(
  problem: RankRlsProblem,
  space: CentredSpace,
  theta: Float64Array,
  lambda: number,
  compute: Compute,
): Training<PrimalCheck> {
  const { held, centring } = problem
  const scores = yield* held.ask('spaceScores', { space, theta, section: SECTION_BLOCKS })
  const vector = centredResiduals(problem, scores)
  const objective = compute.dot(vector, vector) + lambda * compute.dot(theta, theta)
  uncentre(centring, vector)
  const start = theta.map((value) => -lambda * value)
  return { scores, objective, gap: yield* held.ask('spaceTransposed', { space, vector, start, section: SECTION_BLOCKS }) }
}
