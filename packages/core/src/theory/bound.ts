/** The calculator behind the certificates: computes any bound, by its name, from its inputs. */
import type { Numbers } from '../data/lists/numbers.ts'
import { resolveUncheckedOptions } from '../options/resolveOptions.ts'
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

export interface BoundOptions extends Partial<BoundSample> {
  /** The paper's own formula, where ours differs. */
  readonly printed?: boolean
}

/** For `heldout-*` the value is the lower confidence bound on the mean; for `q-*` the whole right-hand side. */
export function bound(name: string, inputs: Readonly<Record<string, number>> = {}, options: BoundOptions = {}): BoundResult {
  const spec = boundTable.find((candidate) => candidate.name === name)
  if (spec === undefined) throw unknownBound(name)
  const numbers = resolveUncheckedOptions(spec.inputs, inputs) as Record<string, number>
  const { printed = false, values, ...source } = options
  if (values === undefined && spec.sample) throw new RankwrightError({ area: 'guarantee', code: 'bound-needs-values', bound: name })
  if (values !== undefined && !spec.sample) {
    throw new RankwrightError({ area: 'guarantee', code: 'bound-takes-no-values', bound: name, inputs: Object.keys(spec.inputs) })
  }
  const { value, terms, inputs: found } = spec.compute(numbers, printed, values ?? [], source)
  if (!Number.isFinite(value)) throw new RankwrightError({ area: 'guarantee', code: 'bound-not-finite', bound: name })
  return { bound: name, inputs: { ...found, ...numbers }, value, terms }
}

/** All bounds: `rankwright bound --list`. */
export function listBounds(): readonly Pick<BoundSpec, 'name' | 'doc' | 'inputs' | 'sample'>[] {
  return boundTable.map(({ compute: _, ...spec }) => spec)
}

function unknownBound(found: string): RankwrightError {
  const known = boundTable.map(({ name }) => name)
  const nearest = nearestName(found, known)
  return new RankwrightError({ area: 'guarantee', code: 'unknown-bound', found, known, ...(nearest !== undefined && { nearest }) })
}
