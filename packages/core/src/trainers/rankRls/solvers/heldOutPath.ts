import { centredResiduals, type RankRlsProblem } from './rankRlsProblem.ts'

/** What fits say about rows that they have not seen, for each of many penalties. */
export interface HeldOutPath {
  readonly lambdas: readonly number[]
  /** For each penalty one score per row, up to a constant for each list. */
  readonly scores: readonly Float64Array[]
  /** For each penalty the squared error over the pairs of a list, held out, as a mean over lists. */
  readonly errors: readonly number[]
}

/** Measures held-out scores. Rows of no fold have their label as score, which costs nothing. */
export function heldOutPath(problem: RankRlsProblem, lambdas: readonly number[], scores: readonly Float64Array[]): HeldOutPath {
  const errors = scores.map((of) => centredResiduals(problem, of).reduce((sum, residual) => sum + residual * residual, 0))
  return { lambdas, scores, errors }
}
