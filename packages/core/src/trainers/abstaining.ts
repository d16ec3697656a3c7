/**
 * Scorers that may abstain, by surrogates of the pairwise or bipartite abstention loss. Mao, Mohri & Zhong 2023, "Ranking with
 * abstention". Rows are brought into the unit ball of a norm, and the scorers are those that the H-consistency bounds are about:
 * linear ones with ‖w‖ ≤ W in the dual norm, or one hidden layer of rectifiers. The abstention radius is chosen afterwards.
 */

import type { BallNorm } from '../data/featureMap.ts'
import { normOf } from '../data/featureMapBall.ts'
import { pairDrawer } from '../data/labelPairs.ts'
import type { RankingLists } from '../data/rankingLists.ts'
import type { SurrogateName } from '../losses/abstentionLoss.ts'
import type { ListLoss } from '../losses/loss.ts'
import { pairwiseExponential } from '../losses/pairwiseExponential.ts'
import { pairwiseSigmoid } from '../losses/pairwiseSigmoid.ts'
import { rankSvm } from '../losses/rankSvm.ts'
import type { LinearModel } from '../models/linear.ts'
import type { DistanceNorm } from '../numeric/closePoints.ts'
import type { NormBall } from '../numeric/projections.ts'
import type { OptionsOf, Resolved } from '../options/optionTable.ts'
import { givenOptions, resolveOptions } from '../options/resolveOptions.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime } from '../runtime.ts'
import { abstainingOptions, networkOnly } from './abstainingOptions.ts'
import { hingeSolver } from './hingeSolver.ts'
import { type LinearRankerData, linearRanker, refuse } from './linearRanker.ts'
import { smoothSolver } from './linearSolver.ts'
import { rankingPass } from './rankingPass.ts'
import { requireRows } from './rowWeights.ts'
import type { TrainerResult, Training } from './training.ts'

export type AbstainingOptions = OptionsOf<typeof abstainingOptions> & LinearRankerData

export function* abstaining(
  lists: RankingLists,
  { valid, start, ...given }: AbstainingOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const options = resolveOptions(abstainingOptions, given)
  const names = givenOptions(abstainingOptions, given)
  requireRows(lists)
  refuseIdleOptions(names, options)
  if (options.setting === 'bipartite') requireTwoLabels(lists)
  if (pairDrawer(lists).pairs === 0) throw new RankwrightError({ area: 'model', code: 'no-pairs' })
  const { surrogate, steepness = 1, setting, hypothesis, norm, earlyStop, missing } = options
  const { iterations = 3000, tolerance = 1e-6 } = options
  const ball = unitBall[norm]
  const loss = surrogateLoss(surrogate, steepness)
  return yield* linearRanker(
    lists,
    { ...(valid && { valid }), ...(start && { start }) },
    {
      method: 'abstaining',
      loss,
      options: {
        scale: chosenScale(lists, options.scale, ball, norm),
        missing,
        featureBall: ball,
        featureRadius: 1,
        ball: dualBall[norm],
        ...(options.radius !== undefined && { radius: options.radius }),
        earlyStop,
        iterations,
        tolerance,
      },
      given: names,
      own: { surrogate, ...(surrogate === 'sigmoid' && { steepness }), setting, hypothesis, norm },
      lambdas: [],
      defaultLambda: 0,
      solver: (features, data, on) =>
        surrogate === 'hinge'
          ? hingeSolver(features, data, 'mean', { iterations, tolerance }, on)
          : smoothSolver(rankingPass(features, data, loss, on), features.width, { iterations, tolerance }, false),
    },
    runtime,
  )
}

const unitBall: Readonly<Record<DistanceNorm, BallNorm>> = { 1: 'l1', 2: 'l2', inf: 'inf' }
const dualBall: Readonly<Record<DistanceNorm, NormBall['norm']>> = { 1: 'inf', 2: 'l2', inf: 'l1' }

/** The mean over the pairs of a list. */
function surrogateLoss(surrogate: SurrogateName, steepness: number): ListLoss {
  switch (surrogate) {
    case 'hinge':
      return rankSvm({ hinge: 'plain', pairs: 'mean' })
    case 'exponential':
      return pairwiseExponential({ pairs: 'mean' })
    case 'sigmoid':
      return pairwiseSigmoid({ steepness, pairs: 'mean' })
  }
}

/** Rows that lie in the unit ball stay as they are; without scaling, they have to. */
function chosenScale(
  lists: RankingLists,
  asked: Resolved<typeof abstainingOptions>['scale'],
  ball: BallNorm,
  norm: DistanceNorm,
): Exclude<typeof asked, undefined> {
  if (asked !== undefined && asked !== 'none') return asked
  const outside = firstOutside(lists, ball)
  if (outside === undefined) return 'none'
  if (asked === undefined) return 'min-max'
  const row = lists.sourceRows?.[outside.row] ?? outside.row
  throw new RankwrightError({ area: 'model', code: 'row-outside-ball', row, norm, length: outside.length })
}

/** The first row whose norm is above 1; missing values count as 0. */
function firstOutside({ features, width, labels }: RankingLists, ball: BallNorm): { row: number; length: number } | undefined {
  const values = new Float64Array(width)
  for (let row = 0; row < labels.length; row++) {
    const [from, to] = features.kind === 'dense' ? [row * width, (row + 1) * width] : [features.rowStarts[row], features.rowStarts[row + 1]]
    for (let k = from; k < to; k++) values[k - from] = Number.isNaN(features.values[k]) ? 0 : features.values[k]
    const length = normOf(ball, values, 0, to - from)
    if (length > 1) return { row, length }
  }
  return undefined
}

function requireTwoLabels({ labels }: RankingLists): void {
  const values = new Set(labels)
  if (values.size !== 2) throw new RankwrightError({ area: 'model', code: 'not-bipartite', labels: values.size })
}

function refuseIdleOptions(given: readonly string[], { surrogate, hypothesis }: Resolved<typeof abstainingOptions>): void {
  if (given.includes('steepness') && surrogate !== 'sigmoid') refuse('steepness', 'surrogate sigmoid')
  if (hypothesis === 'linear') for (const option of networkOnly) if (given.includes(option)) refuse(option, 'hypothesis network')
}
