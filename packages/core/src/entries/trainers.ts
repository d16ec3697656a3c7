/** Trainers and what they give. */

export { addLists, modelFromStatistics, removeLists, trainWithStatistics } from '../library/statistics.ts'
export { type FoldMeasurements, refit, tuneFold, tuneResult } from '../library/tune.ts'
export { tuneOptions } from '../library/tuneOptions.ts'
export { isTriedByDefault, type TunableValue, type TunePlan, tunePlan } from '../library/tunePlan.ts'
export { elmFromStatistics } from '../trainers/elmRank/elmFromStatistics.ts'
export { elmRank } from '../trainers/elmRank/elmRank.ts'
export { type ElmRankOptions, ridgeOptions } from '../trainers/elmRank/elmRankOptions.ts'
export type { ElmRankResult } from '../trainers/elmRank/elmRankResult.ts'
export { hiddenStatistics } from '../trainers/elmRank/hiddenStatistics.ts'
export { methodsThatLeaveOut, startingMethods } from '../trainers/methods.ts'
export { type RankRlsHeldOut, rankRlsHeldOut } from '../trainers/rankRls/rankRlsHeldOut.ts'
export type { HeldOutPath } from '../trainers/rankRls/solvers/heldOutPath.ts'
