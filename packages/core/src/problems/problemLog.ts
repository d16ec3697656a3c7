import type { Problem } from './problem.ts'

/** As many problems are kept one by one; all are counted. */
export const mostProblems = 100

/** The first problems that were met, and how many there were in all. */
export class ProblemLog {
  readonly problems: Problem[] = []
  count = 0

  add(problem: Problem): void {
    if (this.count++ < mostProblems) this.problems.push(problem)
  }
}
