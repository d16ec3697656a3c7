/** The unit ball of a norm that rows are brought into, and the ball of the weights in the dual norm. */
import type { BallNorm } from '../../data/features/featureMap.ts'
import { normOf } from '../../data/features/featureMapBall.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { DistanceNorm } from '../../numeric/compute/closePoints.ts'
import type { NormBall } from '../../numeric/optimisers/projections.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { ChosenAbstainingOptions } from './abstainingOptions.ts'

export const unitBall: Readonly<Record<DistanceNorm, BallNorm>> = { 1: 'l1', 2: 'l2', inf: 'inf' }
export const dualBall: Readonly<Record<DistanceNorm, NormBall['norm']>> = { 1: 'inf', 2: 'l2', inf: 'l1' }

/** The feature map that brings rows into the unit ball. */
export function mapChoice(lists: RankingLists, { scale, missing, norm }: Pick<ChosenAbstainingOptions, 'scale' | 'missing' | 'norm'>) {
  const ball = unitBall[norm]
  return { scale: allowedScale(lists, scale, ball, norm), missing, featureBall: ball, featureRadius: 1 } as const
}

/** Without scaling, all rows have to lie in the unit ball. */
function allowedScale(
  lists: RankingLists,
  scale: ChosenAbstainingOptions['scale'],
  ball: BallNorm,
  norm: DistanceNorm,
): ChosenAbstainingOptions['scale'] {
  const outside = scale === 'none' ? firstOutside(lists, ball) : undefined
  if (outside === undefined) return scale
  const row = lists.sourceRows?.[outside.row] ?? outside.row
  throw new RankwrightError({ area: 'model', code: 'row-outside-ball', row, norm, length: outside.length })
}

/** The first row whose norm is above 1; missing values count as 0. */
export function firstOutside({ features, width, labels }: RankingLists, ball: BallNorm): { row: number; length: number } | undefined {
  const values = new Float64Array(width)
  for (let row = 0; row < labels.length; row++) {
    const [from, to] = features.kind === 'dense' ? [row * width, (row + 1) * width] : [features.rowStarts[row], features.rowStarts[row + 1]]
    for (let k = from; k < to; k++) values[k - from] = Number.isNaN(features.values[k]) ? 0 : features.values[k]
    const length = normOf(ball, values, 0, to - from)
    if (length > 1) return { row, length }
  }
  return undefined
}
