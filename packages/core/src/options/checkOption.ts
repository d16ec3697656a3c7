import { nearestName } from '../problems/nearestName.ts'
import type { Problem } from '../problems/problem.ts'
import { allowedValues } from './describeOptions.ts'
import type { OptionSpec, OptionTable } from './optionTable.ts'

/** What is wrong with a value that was given for an option of the table: its name, its type or its range. */
export function checkOption(table: OptionTable, option: string, value: unknown): Problem | undefined {
  return Object.hasOwn(table, option) ? problemOf(option, table[option], value) : unknownOption(option, table)
}

function unknownOption(option: string, table: OptionTable): Problem {
  const known = Object.keys(table)
  const nearest = nearestName(option, known)
  return { area: 'option', code: 'unknown-option', option, known, ...(nearest !== undefined && { nearest }) }
}

function problemOf(option: string, spec: OptionSpec, value: unknown): Problem | undefined {
  const allowed = allowedValues(spec)
  const found =
    spec.kind === 'numbers' ? describeList(value, 'number') : spec.kind === 'texts' ? describeList(value, 'string') : describeValue(value)
  const wrongType: Problem = { area: 'option', code: 'option-of-wrong-type', option, found, allowed }
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
  if (spec.atMost !== undefined && value > spec.atMost) return false
  return spec.kind === 'number-or-word' || spec.below === undefined || value < spec.below
}

/** Of a list, what is in it that does not belong there. */
function describeList(value: unknown, of: 'number' | 'string'): string {
  if (!Array.isArray(value)) return describeValue(value)
  const wrong = value.filter((item) => typeof item !== of)
  return wrong.length === 0 ? 'a list' : `a list with ${describeValue(wrong[0])}`
}

function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return `the text "${value.slice(0, 40)}"`
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return `of the type ${typeof value}`
}
