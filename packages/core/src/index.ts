export { type Ball, type BallNorm, type FeatureMap, identityMap, type MissingPolicy, type Scale } from './data/featureMap.ts'
export { applyFeatureMap } from './data/featureMapApply.ts'
export type { DenseFeatures, Features, SparseFeatures } from './data/features.ts'
export type { Numbers } from './data/numbers.ts'
export {
  copyRow,
  fileOrder,
  listCount,
  type PlainRows,
  type RankingLists,
  rankingLists,
  rowCount,
  selectLists,
} from './data/rankingLists.ts'
export { type RowCollector, rowCollector } from './data/rowCollector.ts'
export type { Qrels, Run } from './data/trec.ts'
export { type BootstrapOptions, bootstrapInterval, type Interval } from './evaluation/bootstrap.ts'
export type { LinearModel } from './models/linear.ts'
export { type MatchedLists, matchFeatures } from './models/matchFeatures.ts'
export { featureCount, type Model, type ModelCommon, type OptionValue, type TrainingRecord, type TunedOption } from './models/model.ts'
export { score } from './models/score.ts'
export type { Kernels } from './numeric/kernels.ts'
export { listChunks } from './numeric/listChunks.ts'
export { plainKernels } from './numeric/plainKernels.ts'
export { type Random, seededRandom } from './numeric/random.ts'
export { requireLength, requireOffsets } from './numeric/requireLength.ts'
export type { DataProblem } from './problems/dataProblem.ts'
export { type Place, place } from './problems/place.ts'
export { explain, type Problem, RankwrightError } from './problems/problem.ts'
export { plainRuntime, type Runtime, type StopFlag } from './runtime.ts'
