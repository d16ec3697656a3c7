import { refuseOption } from '../../options/refuseOption.ts'

/** Throws for options that were given and that the format does not use; `needs` says which format does. */
export function refuseIdleOptions<Options extends object>(
  options: Options,
  idle: readonly (keyof Options & string)[],
  needs: string,
): void {
  const option = idle.find((name) => options[name] !== undefined)
  if (option !== undefined) refuseOption(option, needs)
}
