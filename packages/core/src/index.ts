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
export { type Random, seededRandom } from './numeric/random.ts'
export type { DataProblem } from './problems/dataProblem.ts'
export { type Place, place } from './problems/place.ts'
export { explain, type Problem, RankwrightError } from './problems/problem.ts'
export type { StopFlag } from './runtime.ts'
