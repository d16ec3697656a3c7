import type { Compute } from '../../../../numeric/compute/compute.ts'
import type { Random } from '../../../../numeric/random.ts'
import type { GradedLists } from '../../rankingPass.ts'
import { crossEntropyNdcg, listwiseSoftmax, squaredErrors } from './itemObjectives.ts'
import { type GainedItems, gainedItems, lambdaRank, type PairOptions } from './lambdaRank.ts'
import { averagePrecisionWeights, equalWeights, expectedReciprocalRankWeights, reciprocalRankWeights } from './metricWeights.ts'
import { hingeSlope, logisticSlope, pairObjective } from './pairObjective.ts'
import type { TreeObjective } from './treeObjective.ts'

export const objectiveNames = ['lambdarank', 'xendcg', 'logistic', 'hinge', 'softmax', 'squared'] as const
export const weightNames = ['ndcg', 'map', 'mrr', 'err'] as const

export interface ObjectiveOptions extends PairOptions {
  readonly objective: (typeof objectiveNames)[number]
  readonly weights: (typeof weightNames)[number]
}

const metricWeights = { map: averagePrecisionWeights, mrr: reciprocalRankWeights, err: expectedReciprocalRankWeights }

/** What an objective knows besides its options. */
export interface ObjectiveExtras {
  /** How many lists come before these, where others hold them. */
  readonly firstList?: number
  /** For LambdaRank on NDCG, if they are known already. */
  readonly gained?: GainedItems | undefined
}

export function objectiveFor(
  lists: GradedLists,
  options: ObjectiveOptions,
  random: Random,
  compute: Compute,
  { firstList = 0, gained }: ObjectiveExtras = {},
): TreeObjective {
  switch (options.objective) {
    case 'lambdarank':
      return options.weights === 'ndcg'
        ? lambdaRank(lists, options, gained ?? gainedItems(lists, options.cutoff, compute), compute)
        : pairObjective(lists, options, metricWeights[options.weights], logisticSlope)
    case 'logistic':
      return pairObjective(lists, { ...options, normalise: false }, equalWeights, logisticSlope)
    case 'hinge':
      return pairObjective(lists, { ...options, normalise: false }, equalWeights, hingeSlope)
    case 'softmax':
      return listwiseSoftmax(lists)
    case 'squared':
      return squaredErrors(lists)
    case 'xendcg':
      return crossEntropyNdcg(lists, random, firstList)
  }
}
