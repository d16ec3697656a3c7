/** Scores of every row by fits that did not see its list, for each penalty, and their loss. */
export interface UnseenPath {
  readonly lambdas: readonly number[]
  /** The first term of the objective, on lists that were left out: the mean over them. Infinity where a penalty leaves a fit undetermined. */
  readonly errors: readonly number[]
  /** One array per penalty; within a list, differences of scores are what counts. */
  readonly scores: readonly Float64Array[]
}
