import { RankwrightError } from '../../problems/problem.ts'
import type { TableProblem } from '../../problems/tableProblem.ts'

export function tableError(problem: TableProblem): RankwrightError {
  return new RankwrightError({ area: 'table', ...problem })
}
