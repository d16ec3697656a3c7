/** The calculator behind the certificates: computes any bound, by its name, from its inputs. */
import {
  callback,
  either,
  entriesOf,
  flag,
  numbers,
  options as optionsShape,
  recordOf,
  requireArguments,
  text,
} from '../arguments/shapes.ts'
import type { Numbers } from '../data/lists/numbers.ts'
import { nearestName } from '../problems/nearestName.ts'
import { RankwrightError } from '../problems/problem.ts'
import { boundInputs } from './boundInputs.ts'
import type { BoundSpec } from './boundSpec.ts'
import { boundTable } from './boundTable.ts'
import type { ValueSource } from './heldOut.ts'

export interface BoundResult {
  readonly bound: string
  readonly inputs: Readonly<Record<string, number>>
  readonly value: number
  readonly terms: Readonly<Record<string, number>>
  /** What was assumed because it was not given. */
  readonly notes: readonly string[]
}

/** The sample of a bound, and where it came from. */
export interface BoundSample extends ValueSource {
  readonly values: Numbers
}

export interface BoundOptions extends Partial<BoundSample> {
  /** The paper's own formula, where ours differs. Refused where the paper has none, or where its formula does not hold. */
  readonly printed?: boolean
}

/** Numbers by the names of inputs; which there are is for the bound to say. */
export const inputsShape = recordOf(() => {}, 'an object with numbers by their names')

const boundOptions = optionsShape({
  printed: flag,
  values: entriesOf(
    either('a number', (value) => typeof value === 'number'),
    'an array of numbers',
  ),
  file: text,
  lines: numbers(),
  describe: callback,
})

/** For `heldout-*` the value is the lower confidence bound on the mean; for all others the whole right-hand side. */
export function bound(name: string, inputs: Readonly<Record<string, number>> = {}, options: BoundOptions = {}): BoundResult {
  requireArguments({ name, inputs, options }, { name: text, inputs: inputsShape, options: boundOptions })
  const spec = specOf(name)
  const numbers = boundInputs(name, spec.inputs, inputs)
  const { printed = false, values, ...source } = options
  if (values === undefined && spec.sample) throw new RankwrightError({ area: 'guarantee', code: 'bound-needs-values', bound: name })
  if (values !== undefined && !spec.sample) {
    throw new RankwrightError({ area: 'guarantee', code: 'bound-takes-no-values', bound: name, inputs: Object.keys(spec.inputs) })
  }
  if (printed) requirePrinted(spec, numbers)
  const { value, terms, inputs: found } = spec.compute(numbers, printed, values ?? [], source)
  if (!Number.isFinite(value)) throw new RankwrightError({ area: 'guarantee', code: 'bound-not-finite', bound: name })
  return { bound: name, inputs: { ...found, ...numbers }, value, terms, notes: assumedZeros(spec, inputs) }
}

function specOf(name: string): BoundSpec {
  const spec = boundTable.find((candidate) => candidate.name === name)
  if (spec === undefined) throw unknownBound(name)
  return spec
}

/** Why the paper's own formula cannot be used with these inputs; undefined where it can. */
export function printedRefusal(name: string, inputs: Readonly<Record<string, number>>): string | undefined {
  return specOf(name).printedRefusal?.(inputs)
}

/** Whether a paper prints the bound; if not, it is ours. */
export function isPrinted(name: string): boolean {
  return specOf(name).ours !== true
}

function requirePrinted({ name, ours, printedRefusal: refusal }: BoundSpec, numbers: Readonly<Record<string, number>>): void {
  if (ours) throw new RankwrightError({ area: 'guarantee', code: 'nothing-printed', bound: name })
  const reason = refusal?.(numbers)
  if (reason !== undefined) throw new RankwrightError({ area: 'guarantee', code: 'printed-does-not-hold', bound: name, reason })
}

/** Losses that were left out count as 0: the answer says so. */
function assumedZeros({ inputs: table, growsWith = [] }: BoundSpec, given: Readonly<Record<string, number>>): string[] {
  return ['empirical', 'best', 'infimum']
    .filter((input) => input in table && given[input] === undefined)
    .map((input) =>
      growsWith.includes(input)
        ? `${input} was not given and counts as 0. What the bound adds to it grows with it: give ${input}=X.`
        : `${input} was not given and counts as 0: the value is what the bound adds to it.`,
    )
}

/** All bounds: `rankwright bound --list`. */
export function listBounds(): readonly Pick<BoundSpec, 'name' | 'doc' | 'inputs' | 'sample' | 'ours' | 'growsWith'>[] {
  return boundTable.map(({ compute: _, printedRefusal: __, ...spec }) => spec)
}

function unknownBound(found: string): RankwrightError {
  const known = boundTable.map(({ name }) => name)
  const nearest = nearestName(found, known)
  return new RankwrightError({ area: 'guarantee', code: 'unknown-bound', found, known, ...(nearest !== undefined && { nearest }) })
}
