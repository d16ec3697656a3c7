import { requireObject } from '../arguments/requireKind.ts'
import { type Problem, RankwrightError } from '../problems/problem.ts'
import { checkOption } from './checkOption.ts'
import { conditionInWords, unmetPart } from './condition.ts'
import { isRule } from './defaultRule.ts'
import { allowedValues } from './describeOptions.ts'
import {
  type FactsOf,
  type OptionSpec,
  type OptionsOf,
  type OptionTable,
  type Resolved,
  type ResolvedOn,
  tableShape,
} from './optionTable.ts'
import { withOwnNames } from './ownNames.ts'

/**
 * The options with their defaults filled in. Whatever is unknown, of the wrong type, out of range, missing or without effect is an error
 * that names all of it at once; `undefined` counts as not given. Defaults that follow from the data are left open.
 */
export function resolveOptions<Table extends OptionTable>(table: Table, options: OptionsOf<Table> = {}): Resolved<Table> {
  tableShape('table', table)
  return resolveUncheckedOptions(table, options)
}

/** The same with the defaults that follow from the data. */
export function resolveOptionsOn<Table extends OptionTable>(
  table: Table,
  options: OptionsOf<Table>,
  facts: FactsOf<Table>,
): ResolvedOn<Table> {
  return resolved(table, options, { facts }) as ResolvedOn<Table>
}

/** Resolves options that the compiler has not checked, such as those in a file. */
export function resolveUncheckedOptions<Table extends OptionTable>(
  table: Table,
  options: Readonly<Record<string, unknown>>,
): Resolved<Table> {
  return resolved(table, options) as Resolved<Table>
}

/** The names of the options that were given at all, in the order of the table. */
export function givenOptions<Table extends OptionTable>(table: Table, options: OptionsOf<Table>): string[] {
  const { options: named } = withOwnNames(table, options)
  return Object.keys(table).filter((option) => Object.hasOwn(named, option))
}

type Values = Record<string, unknown>

/** What is known about the data, for the rules that look at it. */
interface Data {
  readonly facts: unknown
}

function resolved(table: OptionTable, given: Readonly<Values>, data?: Data): Values {
  requireObject('options', given, 'an object with options')
  const { options } = withOwnNames(table, given)
  const values: Values = {}
  for (const [option, spec] of Object.entries(table)) {
    if (spec.with === undefined) setTo(values, option, fixedDefault(spec))
  }
  const problems: Problem[] = []
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined) continue
    const problem = checkOption(table, option, value)
    if (problem === undefined) values[option] = value
    else problems.push(problem)
  }
  throwAll(problems)
  const open: (readonly [string, OptionSpec])[] = []
  for (const [option, spec] of Object.entries(table)) {
    const unmet = spec.with && unmetPart(spec.with, values)
    if (unmet !== undefined) {
      const given = values[option] !== undefined && values[option] !== false
      if (given) problems.push({ area: 'option', code: 'option-without-effect', option, needs: conditionInWords(unmet) })
      if (spec.kind === 'flag') values[option] = false
    } else {
      if (values[option] === undefined) setTo(values, option, fixedDefault(spec))
      if (values[option] === undefined) open.push([option, spec])
    }
  }
  for (const [option, spec] of open) {
    setTo(values, option, defaultByRule(spec, values, data))
    if (isRequired(spec)) problems.push({ area: 'option', code: 'option-missing', option, allowed: allowedValues(spec), doc: spec.doc })
  }
  throwAll(problems)
  return values
}

function setTo(values: Values, option: string, value: unknown): void {
  if (value !== undefined) values[option] = value
}

function fixedDefault(spec: OptionSpec): unknown {
  if (spec.kind === 'flag') return false
  return isRule(spec.default) ? undefined : spec.default
}

function defaultByRule(spec: OptionSpec, values: Values, data: Data | undefined): unknown {
  if (spec.kind === 'flag' || !isRule(spec.default) || (spec.default.from === 'data' && data === undefined)) return undefined
  return spec.default.of(values, data?.facts as never)
}

function isRequired(spec: OptionSpec): boolean {
  return spec.kind !== 'flag' && spec.required === true
}

function throwAll([first, ...more]: readonly Problem[]): void {
  if (first !== undefined) throw new RankwrightError(first, ...more)
}
