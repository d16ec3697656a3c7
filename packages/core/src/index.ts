export { type AbstainReport, abstain, type RuleCurve } from './abstention/abstain.ts'
export type { AbstainCell } from './abstention/abstainCell.ts'
export { abstainOptions } from './abstention/abstainOptions.ts'
export { type AbstentionRisk, abstentionRisk, type JudgedPoints } from './abstention/abstentionRisk.ts'
export type { ChosenRadius } from './abstention/chosenRadius.ts'
export type { GuaranteedRadius, TestedRadius } from './abstention/guaranteedRadius.ts'
export { distanceNormOf, distanceNorms } from './abstention/modelPoints.ts'
export { type NeighbourIndex, type Neighbours, neighbourIndex } from './abstention/neighbourIndex.ts'
export { type AbstentionRule, abstentionRules, type CurvePoint, type ThresholdChoice } from './abstention/riskCoverage.ts'
export { type TiePolicy, tiePolicies } from './abstention/undecided.ts'
export { type Ball, type BallNorm, type FeatureMap, identityMap, type MissingPolicy, type Scale } from './data/features/featureMap.ts'
export { type AffineColumns, affineColumns, applyFeatureMap, levelAt } from './data/features/featureMapApply.ts'
export { mapRadius } from './data/features/featureMapRadius.ts'
export { type FileFormat, fileFormats, formatOfContent, formatOfName } from './data/files/fileFormat.ts'
export { type FormatReaders, listsFrom, type ReadListsOptions } from './data/files/listsFrom.ts'
export { listsWithProblemsFrom, type ReadWithProblems } from './data/files/listsWithProblems.ts'
export { parseQrels, parseRun, type Qrels, qrelsText, type Run, runText } from './data/files/trec.ts'
export { type LetorOptions, type LetorParser, letorParser, parseLetor } from './data/letor/letorParser.ts'
export { letorText } from './data/letor/letorWriter.ts'
export { chooseFeatures, type FeatureChoice } from './data/lists/chooseFeatures.ts'
export { featureNumbers } from './data/lists/featureNumbers.ts'
export type { DenseFeatures, Features, SparseFeatures } from './data/lists/features.ts'
export { type FileRow, fileRows } from './data/lists/fileRows.ts'
export { fingerprint } from './data/lists/fingerprint.ts'
export { crossValidationFolds, type Fold, foldsOf, joined, letorFoldLayout, type SplitOptions, splitLists } from './data/lists/folds.ts'
export { keyOfList } from './data/lists/listByList.ts'
export type { Numbers } from './data/lists/numbers.ts'
export { type PlainRows, rankingLists } from './data/lists/plainRows.ts'
export { parsePreferences } from './data/lists/preferences.ts'
export { copyRow, fileOrder, listCount, type RankingLists, rowCount, selectLists } from './data/lists/rankingLists.ts'
export { type RowCollector, rowCollector } from './data/lists/rowCollector.ts'
export { selectColumns } from './data/lists/selectColumns.ts'
export type { BlobInput, ByteInput, ResponseInput, StreamInput } from './data/sources/byteInput.ts'
export { type ByteSource, joinedBytes, type NamedBytes, type SourceOptions, wholeOf } from './data/sources/byteSource.ts'
export { documentText } from './data/sources/documentText.ts'
export { BrokenGzip, type Gunzip, openStored } from './data/sources/openStored.ts'
export type { StoredBytes } from './data/sources/storedBytes.ts'
export { storedChunks, storedInput } from './data/sources/storedInput.ts'
export { type ColumnChunk, type ColumnTable, columnTable } from './data/tables/columnTable.ts'
export { type DelimitedTextOptions, delimitedTextParser } from './data/tables/delimitedText.ts'
export { jsonLinesParser } from './data/tables/jsonLines.ts'
export {
  type TableColumnOptions,
  type TableColumns,
  type TableParser,
  type TableReaderOptions,
  tableColumns,
} from './data/tables/tableColumns.ts'
export { delimitedText, jsonLines, type TableNames, tableNames } from './data/tables/tableText.ts'
export { parseGroupSizes, parseRowWeights, parseScores } from './data/text/numberLines.ts'
export { type BootstrapOptions, bootstrapInterval, type Interval } from './evaluation/bootstrap.ts'
export { type ComparedPair, type Comparison, type Contender, compare } from './evaluation/compare.ts'
export { compareOptions } from './evaluation/compareOptions.ts'
export { type EvaluateOptions, evaluate } from './evaluation/evaluate.ts'
export { type EvaluateRunOptions, evaluateRun } from './evaluation/evaluateRun.ts'
export type { EvaluationReport, ListReport } from './evaluation/evaluationReport.ts'
export { type FisherRandomisation, fisherRandomisation } from './evaluation/fisherRandomisation.ts'
export { holm } from './evaluation/holm.ts'
export { type ComparedPairs, comparePairs } from './evaluation/ontology/comparePairs.ts'
export { type ExpertNeighbours, parseNeighbours } from './evaluation/ontology/expertNeighbours.ts'
export { type PartiteError, partiteError } from './evaluation/ontology/partiteError.ts'
export { type PopulationLoss, populationLoss } from './evaluation/ontology/populationLoss.ts'
export { type NeighbourPrecision, precisionOfNeighbours } from './evaluation/ontology/precisionOfNeighbours.ts'
export { type PairedTTest, pairedTTest } from './evaluation/pairedTTest.ts'
export { pearson } from './evaluation/pearson.ts'
export { auditOntology, type StabilityAudit } from './guarantees/auditOntology.ts'
export type { Assumption, Certificate, Constant } from './guarantees/certificate.ts'
export { type Certified, type CertifyData, certify } from './guarantees/certify.ts'
export { certifyOptions } from './guarantees/certifyOptions.ts'
export type { HeldOutReport } from './guarantees/heldOutCertificates.ts'
export type { NotApplicable } from './guarantees/theoremStatements.ts'
export type { NonlinearKernel } from './kernels/kernelFunction.ts'
export { explainer, explainItem, explainPair } from './library/explain.ts'
export { type RankedItem, type RankedItems, rank, rankOptions } from './library/rank.ts'
export { addLists, modelFromStatistics, removeLists, trainWithStatistics } from './library/statistics.ts'
export { type ModelOf, type TrainOptions, train, training } from './library/train.ts'
export { type FoldMeasurements, refit, type TuneResult, type TuneTrial, tune, tuneFold, tuneResult } from './library/tune.ts'
export { type TrialOptions, type TunableValue, type TuneOptions, type TunePlan, triedByDefault, tunePlan } from './library/tunePlan.ts'
export {
  type Abstention,
  bipartiteAbstentionLoss,
  bipartiteSurrogate,
  type MarginLoss,
  marginLoss,
  pairwiseAbstentionLoss,
  pairwiseSurrogate,
  type SurrogateName,
  surrogateNames,
} from './losses/abstentionLoss.ts'
export { listMle } from './losses/listMle.ts'
export { type ListNetOptions, listNet } from './losses/listNet.ts'
export type { Constant as LossConstant, ListLoss, LossConstants, LossSetting } from './losses/loss.ts'
export type { PairTotal } from './losses/pairTotal.ts'
export { type PairwiseExponentialOptions, pairwiseExponential } from './losses/pairwiseExponential.ts'
export { type PairwiseSigmoidOptions, pairwiseSigmoid } from './losses/pairwiseSigmoid.ts'
export { type RankNetOptions, rankNet } from './losses/rankNet.ts'
export { type RankSvmOptions, rankSvm } from './losses/rankSvm.ts'
export { type SmoothedDcgOptions, smoothedDcg } from './losses/smoothedDcg.ts'
export { type AucOptions, auc } from './metrics/auc.ts'
export { type AveragePrecisionOptions, averagePrecision } from './metrics/averagePrecision.ts'
export { defaultMetrics, type MetricChoice } from './metrics/chooseMetrics.ts'
export type { Conventions, EmptyLists } from './metrics/conventions.ts'
export { type DcgOptions, dcg } from './metrics/dcg.ts'
export type { Discount } from './metrics/discount.ts'
export { type ExpectedReciprocalRankOptions, expectedReciprocalRank } from './metrics/expectedReciprocalRank.ts'
export type { Gain } from './metrics/gain.ts'
export { kendallTau } from './metrics/kendallTau.ts'
export { type MeanNdcgOptions, meanNdcg } from './metrics/meanNdcg.ts'
export { type JudgedLists, type ListMeasurements, meanOverLists, measureLists } from './metrics/measureLists.ts'
export type { Metric } from './metrics/metric.ts'
export { type MetricFamily, type MetricName, metricFamilies, metricNames, parseMetric } from './metrics/metricName.ts'
export { type NdcgOptions, ndcg } from './metrics/ndcg.ts'
export { type PairwiseAccuracyOptions, pairwiseAccuracy } from './metrics/pairwiseAccuracy.ts'
export { type PrecisionOptions, precision } from './metrics/precision.ts'
export { type ProfileName, profileNames } from './metrics/profiles.ts'
export { type RecallOptions, recall } from './metrics/recall.ts'
export { type ReciprocalRankOptions, reciprocalRank } from './metrics/reciprocalRank.ts'
export { spearman } from './metrics/spearman.ts'
export { type Ties, tiesNames } from './metrics/ties.ts'
export type { Contribution, Explainer, ItemExplanation, PairContribution, PairExplanation } from './models/common/explanation.ts'
export { type MatchedLists, matchFeatures } from './models/common/matchFeatures.ts'
export {
  featureCount,
  type ListCommon,
  type MappedCommon,
  type MissingValues,
  type OptionValue,
  type ScoreUncertainty,
  type TrainedCommon,
  type TrainingRecord,
  type TunedOption,
} from './models/common/modelCommon.ts'
export { type FactTable, type FeatureFact, featureNamesOf, type ModelFacts, type Size } from './models/common/modelFacts.ts'
export type { DocumentParts, ListKind, ModelKind } from './models/common/modelKind.ts'
export type { ElmModel, LayerPosterior } from './models/elm/elm.ts'
export { type HiddenNodes, type NodeKind, nodeKinds } from './models/elm/hiddenNodes.ts'
export {
  type Centre,
  emptyStatistics,
  type HiddenSpace,
  type LeastSquaresStatistics,
  mergeStatistics,
  type PairWeight,
  removeStatistics,
  type StatisticsChange,
} from './models/elm/leastSquaresStatistics.ts'
export { statisticsFromJson, statisticsToJson } from './models/elm/leastSquaresStatisticsJson.ts'
export type { KernelModel } from './models/kernel/kernel.ts'
export { isListModel, kindOf, kinds } from './models/kinds.ts'
export { learnedSimilarity } from './models/learnedSimilarity.ts'
export type { LinearModel } from './models/linear/linear.ts'
export { matchLists } from './models/matchLists.ts'
export type { ListModel, MappedModel, Model, TermModel, TrainedModel } from './models/model.ts'
export { modelFingerprint } from './models/modelFingerprint.ts'
export { modelDocument, modelFromJson, modelToJson } from './models/modelJson.ts'
export type { NetworkModel } from './models/network/network.ts'
export type { EnsembleMember, OntologyEnsemble } from './models/ontologyEnsemble/ontologyEnsemble.ts'
export type { OntologyModel } from './models/ontologyLine/ontologyModel.ts'
export type { LearnedLine, OntologyPart } from './models/ontologyTerms/learnedLine.ts'
export type { SimilarTerm, SimilarTerms } from './models/ontologyTerms/similarTerm.ts'
export type { TermKind } from './models/ontologyTerms/termKind.ts'
export { requireLine, requireListModel, requireMapped, requireStream, requireTermModel } from './models/requireModel.ts'
export { score } from './models/score.ts'
export { scoreUncertainty } from './models/scoreUncertainty.ts'
export { similarTerms } from './models/similarTerms.ts'
export { type StreamModel, streamModel } from './models/stream/streamModel.ts'
export { CLOSE_WORDS, type DistanceNorm, PANEL_POINTS, requireClosePoints } from './numeric/compute/closePoints.ts'
export type { Compute } from './numeric/compute/compute.ts'
export { listBlocks } from './numeric/compute/listBlocks.ts'
export { requireNdcgArrays } from './numeric/compute/ndcg.ts'
export { plainCompute } from './numeric/compute/plainCompute.ts'
export { requireLength, requireOffsets } from './numeric/compute/requireLength.ts'
export { rowDistance } from './numeric/dense/distance.ts'
export { symmetricEigen } from './numeric/dense/symmetricEigen.ts'
export type { SymmetricEigen } from './numeric/dense/tridiagonalEigen.ts'
export {
  type ConjugateGradientOptions,
  type ConjugateGradientResult,
  conjugateGradient,
  jacobi,
  type LinearOperator,
} from './numeric/optimisers/conjugateGradient.ts'
export { type LbfgsOptions, lbfgs, lbfgsSteps } from './numeric/optimisers/lbfgs.ts'
export type { Minimum, Objective, Optimisation, OptimiserEnd, OptimiserStep } from './numeric/optimisers/objective.ts'
export { type ProjectedLbfgsOptions, projectedLbfgs, projectedLbfgsSteps } from './numeric/optimisers/projectedLbfgs.ts'
export { ballGap, type NormBall, projectOntoBall } from './numeric/optimisers/projections.ts'
export {
  type Projection,
  type SpectralProjectedGradientOptions,
  spectralProjectedGradient,
  spectralProjectedGradientSteps,
} from './numeric/optimisers/spectralProjectedGradient.ts'
export { type Random, seededRandom } from './numeric/random.ts'
export {
  type DescriptorName,
  descriptorNames,
  parseTermVectors,
  type TermVectors,
  type VertexDescriptors,
  vertexDescriptors,
} from './ontology/graph/descriptors.ts'
export { type GraphKernel, graphKernelKinds, graphKernelOperator } from './ontology/graph/graphKernel.ts'
export { graphKernelReach, type KernelReach } from './ontology/graph/kernelReach.ts'
export { graphOfHierarchy, type OntologyGraph } from './ontology/graph/ontologyGraph.ts'
export { type PartRule, type Parts, partRules, partsOf } from './ontology/graph/parts.ts'
export { type OntologySample, ontologySample } from './ontology/graph/sample.ts'
export { type OntologyKernel, ontologyKernelKinds, type VertexKernel, vertexKernel } from './ontology/graph/vertexKernel.ts'
export { informationOf } from './ontology/information/information.ts'
export { type InformationContent, type InformationModel, informationModels } from './ontology/information/informationContent.ts'
export { parseAnnotations, parseTermCounts, type TermCounts } from './ontology/information/termCounts.ts'
export { type MeasureName, type MeasureProfile, measureNames, measureProfiles } from './ontology/measures/measure.ts'
export { type SetRule, setRules, setSimilarity } from './ontology/measures/sets.ts'
export { wangWeights } from './ontology/measures/wang.ts'
export { edgeListParser } from './ontology/reading/edgeList.ts'
export { oboParser } from './ontology/reading/obo.ts'
export { parseOboGraphs } from './ontology/reading/oboGraphs.ts'
export type { OntologyParser, OntologyReaderOptions } from './ontology/reading/ontologyBuilder.ts'
export { type OntologyFormat, ontologyFormatOfContent, ontologyFormatOfName, ontologyFormats } from './ontology/reading/ontologyFormat.ts'
export { parsePairs, type TermPair } from './ontology/reading/pairs.ts'
export { type TripleCollector, type TripleNode, tripleCollector } from './ontology/reading/triples.ts'
export { type WordNetFiles, type WordNetParser, wordNetParser } from './ontology/reading/wordNet.ts'
export { type SimilarityOptions, type TermSimilarity, termSimilarity } from './ontology/similarity.ts'
export { type TermFinder, type TermNames, termFinder } from './ontology/structure/findTerms.ts'
export { type Hierarchy, type HierarchyOptions, hierarchyOf } from './ontology/structure/hierarchy.ts'
export { inspectOntology, type OntologyInspection } from './ontology/structure/inspection.ts'
export { type ObsoleteTerm, type Ontology, type OntologyEdges, type OntologyRelation, termCount } from './ontology/structure/ontology.ts'
export { conditionInWords, onlyWith } from './options/condition.ts'
export { byOptions } from './options/defaultRule.ts'
export { allowedValues, describeOptions, type OptionDescription, type WhenLeftOut } from './options/describeOptions.ts'
export { flagName, optionName } from './options/flagName.ts'
export type { Condition, OptionSpec, OptionsOf, OptionTable, Resolved, ResolvedOn } from './options/optionTable.ts'
export { givenOptions, resolveOptions, resolveOptionsOn } from './options/resolveOptions.ts'
export {
  columnOptions,
  earlyStopOptions,
  featureMapOptions,
  iterationOptions,
  runtimeOptions,
  seedOptions,
} from './options/sharedOptions.ts'
export type { DataProblem } from './problems/dataProblem.ts'
export type { ExportProblem } from './problems/exportProblem.ts'
export type { GuaranteeProblem } from './problems/guaranteeProblem.ts'
export { nearestName } from './problems/nearestName.ts'
export type { OntologyProblem } from './problems/ontologyProblem.ts'
export { type Place, place } from './problems/place.ts'
export { explain, type Problem, RankwrightError } from './problems/problem.ts'
export { ProblemLog } from './problems/problemLog.ts'
export type { StreamProblem } from './problems/streamProblem.ts'
export type { TablePlace, TableProblem } from './problems/tableProblem.ts'
export type { BoundList } from './reports/boundList.ts'
export { type CertifiedAdvice, certifiedAdvice, isHeldOut } from './reports/certifiedAdvice.ts'
export {
  type ClassicalMeasure,
  type ComparedTermsReport,
  type LearnedMeasure,
  type SimilarTermsReport,
  similarTermsReport,
  type TermMatrixReport,
  type TermMeasure,
} from './reports/comparedTermsReport.ts'
export {
  type ConvertReport,
  convertReport,
  type ScoreReport,
  type SplitReport,
  splitReport,
} from './reports/dataFileReports.ts'
export { type DataReport, dataReport, type ReadingFaults } from './reports/dataReport.ts'
export { type FeatureRange, type Inspection, inspection } from './reports/inspection.ts'
export { type Measurement, measurement } from './reports/measurement.ts'
export { type ModelReport, modelReport } from './reports/modelReport.ts'
export { type OntologyCounts, type OntologyReport, ontologyReport } from './reports/ontologyReport.ts'
export { type ProblemReport, problemReport } from './reports/problemReport.ts'
export {
  type ExplainedItems,
  type ExplainedLists,
  explainedLists,
  type PairReport,
  type RankedLists,
  type RankReport,
} from './reports/rankReport.ts'
export { type SeriesReport, seriesReport } from './reports/seriesReport.ts'
export { type RivalReport, type StreamReport, streamReport } from './reports/streamReport.ts'
export { type KeyedStreamsReport, StreamTotals } from './reports/streamTotals.ts'
export { type TermEvaluation, type TermEvaluationReport, termEvaluationReport } from './reports/termEvaluationReport.ts'
export { theoremTitle } from './reports/theoremTitle.ts'
export { type TrainedTermsReport, trainedTermsReport } from './reports/trainedTermsReport.ts'
export { type TrainOutcome, type TrainReport, trainReport } from './reports/trainReport.ts'
export { type TuneOutcome, type TuneReport, tuneReport } from './reports/tuneReport.ts'
export { type UpdateOutcome, type UpdateReport, updateReport } from './reports/updateReport.ts'
export { plainRuntime, type Runtime, type StopFlag } from './runtime/runtime.ts'
export { StoppedError } from './runtime/stoppedError.ts'
export { finish, finishLater, type Progress, type Training, type Waiting } from './runtime/training.ts'
export { Adwin, type AdwinState } from './streaming/adwin.ts'
export { type ConjugateUpdate, conjugateUpdate, kernelUpdate, linearUpdate } from './streaming/clusterUpdates.ts'
export { type StreamLearnerName, streamLearnerNames, streamLearnerSummaries, streamLearnerTables } from './streaming/learners.ts'
export { PageHinkley, type PageHinkleyOptions, type PageHinkleyState } from './streaming/pageHinkley.ts'
export { PairedDifference } from './streaming/pairedDifference.ts'
export {
  driftDetectors,
  Prequential,
  type PrequentialOptions,
  type PrequentialResult,
  prequentialMetrics,
} from './streaming/prequential.ts'
export {
  follows,
  RankingStream,
  type RankingStreamSettings,
  type RankingStreamState,
  type SeriesOutcome,
} from './streaming/rankingStream.ts'
export { type RivalStream, rivalStreams, takeBeside } from './streaming/rivalStreams.ts'
export { type RankedSeries, rankOf, type Series, utilitiesOfRanks } from './streaming/series.ts'
export { type ReadSeriesOptions, seriesFrom } from './streaming/seriesFrom.ts'
export { SeriesColumns, type SeriesTarget, seriesOfList } from './streaming/seriesOfList.ts'
export { type FeedOutcome, StreamFeed } from './streaming/streamFeed.ts'
export { type StreamOptions, streamOptions } from './streaming/streamOptions.ts'
export { type BoundOptions, type BoundResult, type BoundSample, bound, listBounds } from './theory/bound.ts'
export type { BoundSpec } from './theory/boundSpec.ts'
export {
  type AbstentionSetting,
  type ConsistencyCase,
  conditionalRisk,
  consistencyBound,
  type KnownPair,
  leastConditionalRisk,
  minimisabilityGap,
  targetFromConcave,
  targetFromConvex,
  targetGap,
} from './theory/hConsistency.ts'
export { type HeldOutMethod, heldOutMethods, type ValueSource } from './theory/heldOut.ts'
export type { HeldOutBound } from './theory/heldOutBound.ts'
export { type Plan, plan, plannable } from './theory/plan.ts'
export { theoryLambda } from './theory/queryLevelExpected.ts'
export type { TrainerResult } from './trainers/common/trainerResult.ts'
export { elmFromStatistics } from './trainers/elmRank/elmFromStatistics.ts'
export { elmRank } from './trainers/elmRank/elmRank.ts'
export { type ElmRankOptions, elmRankOptions, type RidgeOptions, ridgeOptions } from './trainers/elmRank/elmRankOptions.ts'
export type { ElmRankResult } from './trainers/elmRank/elmRankResult.ts'
export { hiddenStatistics } from './trainers/elmRank/hiddenStatistics.ts'
export { type LeastSquaresOptions, leastSquares, leastSquaresOptions } from './trainers/leastSquares/leastSquares.ts'
export { type Method, type MethodName, methodNames, methodOf, methods } from './trainers/methods.ts'
export { type GivenRate, parseRates, spectralRates } from './trainers/ontology/rates.ts'
export { ontologyEnsembleOptions, trainEnsemble } from './trainers/ontology/trainEnsemble.ts'
export { type OntologyTrainingInputs, ontologyTrainingOptions, trainOntology } from './trainers/ontology/trainOntology.ts'
export { rankRls } from './trainers/rankRls/rankRls.ts'
export { rankRlsHeldOut } from './trainers/rankRls/rankRlsHeldOut.ts'
export { type RankRlsOptions, rankRlsOptions } from './trainers/rankRls/rankRlsOptions.ts'
export type { HeldOutPath } from './trainers/rankRls/solvers/heldOutPath.ts'
export { type FeatureMapOptions, fitFeatureMap } from './work/fitFeatureMap.ts'
export type { HeldLists, TrainingLists } from './work/heldLists.ts'
export { LocalLists } from './work/localLists.ts'
export { type AnswerOf, type AskedOf, combineParts, type OperationName, type PartOf } from './work/operations.ts'
