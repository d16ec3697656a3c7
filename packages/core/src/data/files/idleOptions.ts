import { RankwrightError } from '../../problems/problem.ts'

/** Refuses options that were given and that a format has no use for; `needs` says what would heed them. */
export function refuseIdleOptions<Options extends object>(
  options: Options,
  idle: readonly (keyof Options & string)[],
  needs: string,
): void {
  const option = idle.find((name) => options[name] !== undefined)
  if (option !== undefined) throw new RankwrightError({ area: 'option', code: 'option-without-effect', option, needs })
}
