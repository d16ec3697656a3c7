import { RankwrightError } from '../problems/problem.ts'

/** No option is accepted and ignored: one that would change nothing is an error, which says what it needs. */
export function refuseOption(option: string, needs: string): never {
  throw new RankwrightError({ area: 'option', code: 'option-without-effect', option, needs })
}
