import { explain, type Problem } from '../problems/problem.ts'

/** As many problems as a report lists one by one; all are counted. */
export const mostProblems = 100

/** A problem with the sentence that explains it. */
export type ProblemReport = Problem & { readonly message: string }

export function problemReport(problem: Problem): ProblemReport {
  return { ...problem, message: explain(problem) }
}
