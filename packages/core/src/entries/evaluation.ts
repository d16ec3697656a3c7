/** Evaluation, confidence intervals and significance tests. */

export { type BootstrapOptions, bootstrapInterval, type Interval } from '../evaluation/bootstrap.ts'
export type { ComparedContender, ComparedPair, CompareOptions } from '../evaluation/compare.ts'
export { compareOptions } from '../evaluation/compareOptions.ts'
export type { Contender } from '../evaluation/contender.ts'
export { evaluateOptions } from '../evaluation/evaluateOptions.ts'
export type { EvaluateRunOptions } from '../evaluation/evaluateRun.ts'
export type { ListReport } from '../evaluation/evaluationReport.ts'
export { fisherRandomisation } from '../evaluation/fisherRandomisation.ts'
export { holm } from '../evaluation/holm.ts'
export { pairedTTest } from '../evaluation/pairedTTest.ts'
export { pearson } from '../evaluation/pearson.ts'
export type { SeenCounts } from '../recognition/seenCounts.ts'
