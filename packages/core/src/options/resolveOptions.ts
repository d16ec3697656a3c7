import { nearestName } from '../problems/nearestName.ts'
import { type Problem, RankwrightError } from '../problems/problem.ts'
import { allowedValues } from './describeOptions.ts'

import type { OptionSpec, OptionsOf, OptionTable, Resolved } from './optionTable.ts'

/**
 * The options with their defaults filled in. Whatever is unknown, of the wrong type or out of range is an error that names
 * all of it at once; `undefined` counts as not given.
 */
export function resolveOptions<Table extends OptionTable>(table: Table, options: OptionsOf<Table> = {}): Resolved<Table> {
  return resolveUncheckedOptions(table, options)
}

/** The same for options that the compiler has not checked, such as those in a file. */
export function resolveUncheckedOptions<Table extends OptionTable>(
  table: Table,
  options: Readonly<Record<string, unknown>>,
): Resolved<Table> {
  const problems: Problem[] = []
  const resolved: Record<string, unknown> = {}
  for (const [option, spec] of Object.entries(table)) {
    if (spec.kind === 'flag') resolved[option] = false
    else if (spec.default !== undefined) resolved[option] = spec.default
  }
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined) continue
    const spec = Object.hasOwn(table, option) ? table[option] : undefined
    const problem = spec === undefined ? unknownOption(option, table) : problemOf(option, spec, value)
    if (problem === undefined) resolved[option] = value
    else problems.push(problem)
  }
  const [first, ...more] = problems
  if (first !== undefined) throw new RankwrightError(first, ...more)
  return resolved as Resolved<Table>
}

/** The names of the options that were given at all, in the order of the table. */
export function givenOptions<Table extends OptionTable>(table: Table, options: OptionsOf<Table>): string[] {
  return Object.keys(table).filter((option) => Object.hasOwn(options, option) && options[option] !== undefined)
}

function unknownOption(option: string, table: OptionTable): Problem {
  const known = Object.keys(table)
  const nearest = nearestName(option, known)
  return { area: 'option', code: 'unknown-option', option, known, ...(nearest !== undefined && { nearest }) }
}

function problemOf(option: string, spec: OptionSpec, value: unknown): Problem | undefined {
  const allowed = allowedValues(spec)
  const wrongType: Problem = { area: 'option', code: 'option-of-wrong-type', option, found: describeValue(value), allowed }
  const outOfRange = (found: number | string): Problem => ({ area: 'option', code: 'option-out-of-range', option, found, allowed })
  switch (spec.kind) {
    case 'number':
    case 'integer':
      if (typeof value !== 'number') return wrongType
      return inRange(spec, value) ? undefined : outOfRange(value)
    case 'number-or-word':
      if (typeof value === 'string') return spec.words.includes(value) ? undefined : outOfRange(value)
      if (typeof value !== 'number') return wrongType
      return inRange(spec, value) ? undefined : outOfRange(value)
    case 'choice':
      if (typeof value !== 'string') return wrongType
      return spec.of.includes(value) ? undefined : outOfRange(value)
    case 'flag':
      return typeof value === 'boolean' ? undefined : wrongType
    case 'text':
      return typeof value === 'string' ? undefined : wrongType
    case 'numbers': {
      if (!Array.isArray(value) || !value.every((item) => typeof item === 'number')) return wrongType
      if (value.length === 0) return outOfRange('an empty list')
      const wrong = value.find((item) => !inRange(spec, item))
      return wrong === undefined ? undefined : outOfRange(wrong)
    }
    case 'texts':
      return Array.isArray(value) && value.every((item) => typeof item === 'string') ? undefined : wrongType
  }
}

type NumberSpec = Extract<OptionSpec, { kind: 'number' | 'integer' | 'numbers' | 'number-or-word' }>

function inRange(spec: NumberSpec, value: number): boolean {
  if (!Number.isFinite(value)) return false
  if (spec.kind === 'integer' && !Number.isSafeInteger(value)) return false
  if (spec.atLeast !== undefined && value < spec.atLeast) return false
  if (spec.above !== undefined && value <= spec.above) return false
  if (spec.kind === 'number-or-word') return true
  if (spec.atMost !== undefined && value > spec.atMost) return false
  return spec.below === undefined || value < spec.below
}

function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return `the text "${value.slice(0, 40)}"`
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return `of the type ${typeof value}`
}
