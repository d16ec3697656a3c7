import { refuseArgument } from './refuseArgument.ts'

/** Throws unless these are the starts of `parts` parts, which go from 0 to `end` and never back. */
export function requireStarts(argument: string, starts: unknown, parts: number, end: number): asserts starts is Uint32Array {
  if (!(starts instanceof Uint32Array)) refuseArgument(argument, starts, 'a Uint32Array')
  let goesUp = starts.length === parts + 1 && starts[0] === 0 && starts[parts] === end
  for (let part = 0; goesUp && part < parts; part++) goesUp = starts[part] <= starts[part + 1]
  if (!goesUp) refuseArgument(argument, starts, `${parts + 1} ascending numbers from 0 to ${end}`)
}
