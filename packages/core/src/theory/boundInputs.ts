import type { OptionTable } from '../options/optionTable.ts'
import { resolveUncheckedOptions } from '../options/resolveOptions.ts'
import { nearestName } from '../problems/nearestName.ts'
import { RankwrightError } from '../problems/problem.ts'

/** The inputs of a bound or of a plan for it, with their defaults. A name that is not one of its inputs is refused before all else. */
export function boundInputs(bound: string, table: OptionTable, inputs: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const known = Object.keys(table)
  const found = Object.keys(inputs).find((input) => !Object.hasOwn(table, input) && inputs[input] !== undefined)
  if (found !== undefined) {
    const nearest = nearestName(found, known)
    throw new RankwrightError({ area: 'guarantee', code: 'unknown-input', bound, found, known, ...(nearest !== undefined && { nearest }) })
  }
  return resolveUncheckedOptions(table, inputs) as Readonly<Record<string, number>>
}
