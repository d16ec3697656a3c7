/** Least-squares ranking from sums that are kept: new lists are added, old ones removed, parts merged, and a model made whenever one is wanted. */
import { requireArguments } from '../arguments/shapes.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import { matchFeatures } from '../models/common/matchFeatures.ts'
import type { ElmModel } from '../models/elm/elm.ts'
import { type LeastSquaresStatistics, mergeStatistics, removeStatistics, statisticsShape } from '../models/elm/leastSquaresStatistics.ts'
import { plainRuntime, type Runtime, runtimeShape } from '../runtime/runtime.ts'
import { finish } from '../runtime/training.ts'
import { requireRows } from '../trainers/common/requirements.ts'
import { elmFromStatistics } from '../trainers/elmRank/elmFromStatistics.ts'
import { elmRank } from '../trainers/elmRank/elmRank.ts'
import type { ElmRankOptions, RidgeOptions } from '../trainers/elmRank/elmRankOptions.ts'
import { hiddenStatistics } from '../trainers/elmRank/hiddenStatistics.ts'

const shapes = { statistics: statisticsShape, lists: requireLists, runtime: runtimeShape }

/** Trains `elmrank` and returns the model with its statistics. */
export function trainWithStatistics(
  lists: RankingLists,
  options: ElmRankOptions = {},
  runtime: Runtime = plainRuntime,
): { readonly model: ElmModel; readonly statistics: LeastSquaresStatistics } {
  const { model, statistics } = finish(elmRank(lists, options, runtime))
  return { model, statistics }
}

/** The sums with these lists too. Features are matched as a model matches them; feature map and nodes stay as they are. */
export function addLists(statistics: LeastSquaresStatistics, lists: RankingLists, runtime: Runtime = plainRuntime): LeastSquaresStatistics {
  requireArguments({ statistics, lists, runtime }, shapes)
  return mergeStatistics(statistics, sumsOf(statistics, lists, runtime))
}

/** The sums without these lists, which were added before. */
export function removeLists(
  statistics: LeastSquaresStatistics,
  lists: RankingLists,
  runtime: Runtime = plainRuntime,
): LeastSquaresStatistics {
  requireArguments({ statistics, lists, runtime }, shapes)
  return removeStatistics(statistics, sumsOf(statistics, lists, runtime))
}

/** The model of all lists that the sums hold. */
export function modelFromStatistics(
  statistics: LeastSquaresStatistics,
  options: RidgeOptions = {},
  runtime: Runtime = plainRuntime,
): ElmModel {
  return finish(elmFromStatistics(statistics, options, runtime)).model
}

function sumsOf({ space }: LeastSquaresStatistics, lists: RankingLists, runtime: Runtime): LeastSquaresStatistics {
  return finish(hiddenStatistics(space, matchFeatures(space, requireRows(lists)).lists, runtime))
}
