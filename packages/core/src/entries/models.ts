/** Models: what each kind is, how it scores, its file. */

export type { NonlinearKernel } from '../kernels/kernelFunction.ts'
export { marginOptions } from '../library/marginIntervals.ts'
export { rankOptions } from '../library/rank.ts'
export { ancestorByModel } from '../models/ancestorByModel.ts'
export { type ChosenRule, toldRule } from '../models/common/abstentionRule.ts'
export type { AutoCandidate, AutoEnsemble, AutoRecord } from '../models/common/autoRecord.ts'
export { importedMethod } from '../models/common/importedMethod.ts'
export { matchFeatures } from '../models/common/matchFeatures.ts'
export { featureCount, type MarginUncertainty, type MissingValues, type TrainingRecord } from '../models/common/modelCommon.ts'
export { type FactTable, type FeatureFact, featureNamesOf, type ModelFacts, type Size } from '../models/common/modelFacts.ts'
export type { NodeKind } from '../models/elm/hiddenNodes.ts'
export {
  commonLists,
  emptied,
  type LeastSquaresStatistics,
  type LeastSquaresSums,
  mergeStatistics,
  removeStatistics,
} from '../models/elm/leastSquaresStatistics.ts'
export { statisticsFormat, statisticsFromJson, statisticsToJson } from '../models/elm/leastSquaresStatisticsJson.ts'
export { hierarchyOfModel } from '../models/hierarchyOfModel.ts'
export { learnedFromPlaces } from '../models/judgedFor.ts'
export { isListModel, kindOf, kinds } from '../models/kinds.ts'
export { matchLists } from '../models/matchLists.ts'
export type { MappedModel, TermModel, TrainedModel } from '../models/model.ts'
export { modelFingerprint } from '../models/modelFingerprint.ts'
export { modelFormat, streamStateFromJson } from '../models/modelJson.ts'
export { requireLine, requireListModel, requireMapped, requireStream, requireTermModel } from '../models/requireModel.ts'
export { similarTerms } from '../models/similarTerms.ts'
export { type CloserTerm, whyCloser } from '../models/whyCloser.ts'
export { marginOf, probabilityAbove } from '../rules/calibratedMargins.ts'
export type { Calibration } from '../rules/calibration.ts'
export { type AbstentionRule, isPairRule, listRow, pairRow, rowOf } from '../rules/ruleTable.ts'
