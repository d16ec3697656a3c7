/** The calculator behind the certificates: every bound by its name, from numbers to a number with its terms. */
import type { Numbers } from '../data/numbers.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { nearestName } from '../problems/nearestName.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { BoundSpec } from './boundSpec.ts'
import { boundTable } from './boundTable.ts'
import type { ValueSource } from './heldOut.ts'

export interface BoundResult {
  readonly bound: string
  readonly inputs: Readonly<Record<string, number>>
  readonly value: number
  readonly terms: Readonly<Record<string, number>>
}

/** The sample of a held-out bound, and where it came from. */
export interface BoundSample extends ValueSource {
  readonly values: Numbers
}

/** For `heldout-*` the value is the lower confidence bound on the mean. */
export function bound(name: string, inputs: Readonly<Record<string, number>> = {}, sample?: BoundSample): BoundResult {
  const spec = boundTable.find((candidate) => candidate.name === name)
  if (spec === undefined) throw unknownBound(name)
  const numbers = resolveOptions(spec.inputs, inputs) as Readonly<Record<string, number>>
  for (const [input, { doc }] of Object.entries(spec.inputs)) {
    if (numbers[input] === undefined) throw new RankwrightError({ area: 'guarantee', code: 'input-missing', bound: name, input, doc })
  }
  if (sample === undefined && spec.sample) throw new RankwrightError({ area: 'guarantee', code: 'bound-needs-values', bound: name })
  if (sample !== undefined && !spec.sample) {
    throw new RankwrightError({ area: 'guarantee', code: 'bound-takes-no-values', bound: name, inputs: Object.keys(spec.inputs) })
  }
  const { value, terms, inputs: found } = spec.compute(numbers, sample?.values ?? [], sample ?? {})
  return { bound: name, inputs: { ...found, ...numbers }, value, terms }
}

/** What can be asked for: `rankwright bound --list`. */
export function listBounds(): readonly Pick<BoundSpec, 'name' | 'doc' | 'inputs' | 'sample'>[] {
  return boundTable.map(({ name, doc, inputs, sample }) => ({ name, doc, inputs, sample }))
}

function unknownBound(found: string): RankwrightError {
  const known = boundTable.map(({ name }) => name)
  const nearest = nearestName(found, known)
  return new RankwrightError({ area: 'guarantee', code: 'unknown-bound', found, known, ...(nearest !== undefined && { nearest }) })
}
