import { RankwrightError } from '../../problems/problem.ts'

/** Why a training came to nothing, which is a result, too; a wrong option or a stop is thrown again. */
export function failureOf(error: unknown): string {
  const ofTheModel =
    error instanceof RankwrightError && error.problems.every(({ area, code }) => area === 'model' && code !== 'training-stopped')
  if (!ofTheModel) throw error
  return (error as RankwrightError).message
}
