import { explain, type Problem } from '../problems/problem.ts'

/** A problem with the sentence that explains it. */
export type ProblemReport = Problem & { readonly message: string }

export function problemReport(problem: Problem): ProblemReport {
  return { ...problem, message: explain(problem) }
}
