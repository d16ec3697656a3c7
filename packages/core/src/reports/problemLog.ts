import type { Problem } from '../problems/problem.ts'
import { mostProblems } from './problemReport.ts'

/** The first problems that were met, and how many there were in all. */
export class ProblemLog {
  readonly problems: Problem[] = []
  count = 0

  add(problem: Problem): void {
    if (this.count++ < mostProblems) this.problems.push(problem)
  }
}
