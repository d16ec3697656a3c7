import type { FeatureMap } from '../../data/features/featureMap.ts'
import { mapRadius } from '../../data/features/featureMapRadius.ts'
import { constantsFor } from '../../losses/constantsFor.ts'
import type { ListLoss } from '../../losses/loss.ts'
import type { NormBall } from '../../numeric/optimisers/projections.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { theoryLambda } from '../../theory/queryLevelExpected.ts'
import type { ListsSummary } from '../../work/operations/summary.ts'

/** The penalty that `lambda theory` asks for: that of Theorem 6 for this loss, these lists and the given ball. */
export function theoryLambdaFor(
  loss: ListLoss,
  size: ListsSummary,
  map: FeatureMap,
  ball: { readonly norm: NormBall['norm'] | 'none'; readonly radius: number | undefined },
): number {
  const { norm, radius: W } = ball
  if (norm !== 'l2' || W === undefined || W === 0) return refuse('a number, or theory together with ball l2 and a radius above 0')
  if (!loss.convex) return refuse('a number: theory is for convex losses only')
  const R = mapRadius(map, 'l2')
  if (R === undefined) return refuse('a number, or theory together with a feature ball, which bounds the features')
  const { value: G } = constantsFor(loss, size, W * R).lipschitz
  if (!Number.isFinite(G)) return refuse('a number: the loss has no Lipschitz constant')
  return theoryLambda({ G, W, R, n: size.lists })
}

function refuse(allowed: string): never {
  throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'lambda', found: 'theory', allowed })
}
