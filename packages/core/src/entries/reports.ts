/** What commands print, as data. */

export { edgeRemarks } from '../experiments/edgeRemarks.ts'
export { edgeText, type GridEdge, gridEdges } from '../library/gridEdges.ts'
export { ProblemLog } from '../problems/problemLog.ts'
export { type AbstainDocument, abstainDocument } from '../reports/abstainReport.ts'
export { autoVerdict, bestOfEachMethod, budgetText, measuredOn, whyLeftOut } from '../reports/autoVerdict.ts'
export type { BoundList } from '../reports/boundList.ts'
export { type CertifiedAdvice, certifiedAdvice, isHeldOut } from '../reports/certifiedAdvice.ts'
export {
  type ClassicalMeasure,
  type ComparedTermsReport,
  type NearTermEntry,
  type NearTermsReport,
  nearTermsReport,
  type SimilarTermsReport,
  similarTermsReport,
  type TermMatrixReport,
  type TermMeasure,
} from '../reports/comparedTermsReport.ts'
export {
  type ConvertReport,
  convertReport,
  type FuseReport,
  type ScoreReport,
  type SplitReport,
  splitReport,
} from '../reports/dataFileReports.ts'
export { type DataReport, dataReport, heldDataReport } from '../reports/dataReport.ts'
export { type DrawnTerm, type DrawnTerms, type DrawnTermsReport, drawTerms } from '../reports/drawnTerms.ts'
export type { EngineReport } from '../reports/engineReport.ts'
export { type ExperimentOutcome, type ExperimentReport, experimentReport } from '../reports/experimentReport.ts'
export {
  type EnrichedEntry,
  type EnrichmentReport,
  enrichmentReport,
  type NearObjectEntry,
  type NearObjectsReport,
  nearObjectsReport,
  type TermMatchEntry,
} from '../reports/groupReports.ts'
export { type ColumnFact, columnFacts, type MeasuredFeatures, type ModelReport, modelReport } from '../reports/modelReport.ts'
export { type OntologyReport, ontologyReport } from '../reports/ontologyReport.ts'
export { explainedLists, type RankReport } from '../reports/rankReport.ts'
export { type PredictedReport, predictedReport, seriesReport } from '../reports/seriesReport.ts'
export { type StreamReport, streamReport } from '../reports/streamReport.ts'
export { type KeyedStreamsReport, StreamTotals } from '../reports/streamTotals.ts'
export { type TermEvaluation, type TermEvaluationReport, termEvaluationReport } from '../reports/termEvaluationReport.ts'
export { theoremTitle } from '../reports/theoremTitle.ts'
export { type TrainedTermsReport, trainedTermsReport } from '../reports/trainedTermsReport.ts'
export { type TrainOutcome, type TrainReport, trainReport } from '../reports/trainReport.ts'
export { type TuneOutcome, type TuneReport, tuneReport } from '../reports/tuneReport.ts'
export { type UpdateOutcome, type UpdateReport, updateReport } from '../reports/updateReport.ts'
