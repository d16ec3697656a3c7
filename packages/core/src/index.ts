/** What applications need. Everything else has a home of its own: `@rankwright/core/metrics`, `/data`, `/theory` … */

export { type AbstainOptions, type AbstainReport, abstain, obeying } from './abstention/choice/abstain.ts'
export { selectLists } from './data/lists/chosenLists.ts'
export { splitLists } from './data/lists/folds.ts'
export { rankingLists } from './data/lists/plainRows.ts'
export type { RankingLists } from './data/lists/rankingLists.ts'
export { type Comparison, compare } from './evaluation/compare.ts'
export { type EvaluateOptions, evaluate } from './evaluation/evaluate.ts'
export { evaluateRun } from './evaluation/evaluateRun.ts'
export type { EvaluationReport } from './evaluation/evaluationReport.ts'
export { type FeatureShape, type FeatureShapes, featureShapes, type ShapeOptions, type ShapePoint } from './evaluation/featureShapes.ts'
export {
  type ImportanceOptions,
  type ImportantFeature,
  type PermutationImportance,
  permutationImportance,
} from './evaluation/permutationImportance.ts'
export type { Certificate } from './guarantees/certificate.ts'
export { type Certified, certify } from './guarantees/certify.ts'
export type { HeldOutReport } from './guarantees/heldOutCertificates.ts'
export { calibrate } from './library/calibrate.ts'
export { explainer, explainItem, explainPair } from './library/explain.ts'
export {
  type LeaveListOutOptions,
  type LeaveListOutReport,
  type LeftOutPenalty,
  leaveListOut,
  leavingListsOut,
} from './library/leaveListOut.ts'
export { marginIntervals } from './library/marginIntervals.ts'
export { type RankedItem, type RankedItems, type RankedList, rank, rankEach } from './library/rank.ts'
export { type ObjectOptions, rankObjects } from './library/rankObjects.ts'
export { type Retrained, type RetrainOptions, retrain, retraining } from './library/retrain.ts'
export {
  type AnyTrainOptions,
  type AutoTrainOptions,
  type ModelOf,
  type TrainName,
  type TrainOptions,
  type TrainOptionsOf,
  train,
  training,
  trainNames,
} from './library/train.ts'
export { type TuneResult, type TuneTrial, tune } from './library/tune.ts'
export type { TuneOptions } from './library/tunePlan.ts'
export type {
  Attribution,
  Contribution,
  Explainer,
  ExplainOptions,
  ItemExplanation,
  PairContribution,
  PairExplanation,
  Reference,
} from './models/common/explanation.ts'
export type { TunedOption } from './models/common/modelCommon.ts'
export type { ElmModel } from './models/elm/elm.ts'
export type { EnsembleModel, MemberModel } from './models/ensemble/ensemble.ts'
export type { KernelModel } from './models/kernel/kernel.ts'
export type { LinearModel } from './models/linear/linear.ts'
export type { MarginPosterior } from './models/marginPosterior.ts'
export type { ListModel, Model } from './models/model.ts'
export type { NetworkModel } from './models/network/network.ts'
export type { OntologyModel } from './models/ontologyLine/ontologyModel.ts'
export type { OntologyRanker } from './models/ontologyRanker/ontologyRanker.ts'
export { score } from './models/score.ts'
export type { StreamModel } from './models/stream/streamModel.ts'
export type { TreesModel } from './models/trees/trees.ts'
export { seededRandom } from './numeric/random.ts'
export { explain, type Problem, RankwrightError } from './problems/problem.ts'
export { plainRuntime, type Runtime, type StopFlag } from './runtime/runtime.ts'
export { finish, finishLater, type Progress } from './runtime/training.ts'
export type { TrainerResult } from './trainers/common/trainerResult.ts'
export { type MethodName, methodNames, methods } from './trainers/methods.ts'
export { modelFromJson } from './trainers/modelFromJson.ts'
export { modelToJson } from './trainers/modelToJson.ts'
