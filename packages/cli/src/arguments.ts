import { parseArgs } from 'node:util'
import { describeOptions, flagName, type OptionSpec, type OptionTable, optionName, ownName, tableOptions } from '@rankwright/core/options'
import { nearestName } from '@rankwright/core/problems'
import type { Command, InputSpec } from './command.ts'
import { UsageError } from './usageError.ts'

/** Options that every command has. */
const commonOptions = {
  json: { kind: 'flag', doc: 'Print one JSON document instead of text.' },
  help: { kind: 'flag', doc: 'Print this help.' },
} as const satisfies OptionTable

/** What commands that write have, too. */
const writingOptions = {
  force: { kind: 'flag', doc: 'Replace an existing file that holds something else than what is written. Inputs are never replaced.' },
} as const satisfies OptionTable

/** The options of a command beside its own. */
export function optionsBeside({ writes, force }: Pick<Command, 'writes' | 'force'>): OptionTable {
  return writes === undefined || force === false ? commonOptions : { ...writingOptions, ...commonOptions }
}

export interface Arguments {
  readonly inputs: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Options of the command, as given: not yet checked against their ranges, defaults not yet filled in. */
  readonly options: Readonly<Record<string, unknown>>
  readonly variantOptions: Readonly<Record<string, unknown>>
  readonly json: boolean
  readonly force: boolean
  /** What options that were given by the name of another tool are called here. */
  readonly notes: readonly string[]
  /** The variant that was chosen, or the default one, if the command has variants. */
  readonly variant: string | undefined
}

/** Reads what follows the command's name. Throws a UsageError for what the command does not know. */
export function parseArguments(name: string, command: Command, words: readonly string[]): Arguments {
  const variant = chosenVariant(command, words)
  if (variant !== undefined && command.variants !== undefined && !Object.hasOwn(command.variants.tables, variant)) {
    const { option } = command.variants
    optionValue(name, flagOf(option), command.options[option], variant, undefined)
  }
  const variantTable = variant === undefined ? {} : (command.variants?.tables[variant] ?? {})
  const table: OptionTable = { ...variantTable, ...command.options, ...optionsBeside(command) }
  const { tokens } = tokensOf(table, words)

  const given: Record<string, unknown> = {}
  const givenAs: Record<string, string> = {}
  const notes: string[] = []
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const option = optionOf(table, token.rawName)
    if (option === undefined) throw unknownOption(name, command, table, token.rawName)
    if (Object.hasOwn(givenAs, option) && givenAs[option] !== token.rawName)
      throw new UsageError(`${givenAs[option]} and ${token.rawName} are the same option, ${flagOf(option)}; give one of them.`, name)
    if (!Object.hasOwn(givenAs, option) && token.rawName !== '-h' && token.rawName !== flagOf(option))
      notes.push(`note: ${token.rawName} is ${flagOf(option)} here. ${table[option].doc}`)
    givenAs[option] = token.rawName
    given[option] = optionValue(name, token.rawName, table[option], token.value, given[option])
  }
  const inputs = inputsOf(name, command, positionals)
  requireOptions(name, command.options, given)
  return {
    inputs,
    options: pick(given, command.options),
    variantOptions: pick(given, variantTable, command.options),
    json: given['json'] === true,
    force: given['force'] === true,
    notes,
    variant,
  }
}

/** The option of a flag: its own, or one that another tool has for it, with dashes or underscores. */
function optionOf(table: OptionTable, flag: string): string | undefined {
  if (flag === '-h') return 'help'
  if (!flag.startsWith('--')) return undefined
  const word = flag.slice(2)
  const option = ownName(table, optionName(word))
  if (option === undefined) return undefined
  return flagOf(option) === flag || aliasFlags(table[option]).includes(word) ? option : undefined
}

/** The names of other tools as flags, without their dashes: `num-leaves` and `num_leaves`. */
function aliasFlags({ aliases = [] }: OptionSpec): string[] {
  return aliases.flatMap((alias) => [...new Set([alias.replaceAll('_', '-'), alias])])
}

/** What must be given in any case; the rest is found when the options are resolved. */
function requireOptions(name: string, table: OptionTable, given: Readonly<Record<string, unknown>>): void {
  for (const { option, flag, value, whenLeftOut, with: condition, doc } of describeOptions(table)) {
    if (whenLeftOut.kind !== 'error' || condition !== undefined || given[option] !== undefined) continue
    throw new UsageError(`${flag} is missing; give ${flag} ${value}. ${doc}`, name)
  }
}

function tokensOf(table: OptionTable, words: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(table).flatMap(([option, spec]) =>
      [flagName(option), ...aliasFlags(spec)].map((flag) => [
        flag,
        { type: spec.kind === 'flag' ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
  )
  return parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true })
}

/** Which variant the words choose; the option's default when they say nothing. */
export function chosenVariant(command: Command, words: readonly string[]): string | undefined {
  if (command.variants === undefined) return undefined
  const { option, tables } = command.variants
  const everything: OptionTable = { ...Object.assign({}, ...Object.values(tables)), ...command.options, ...optionsBeside(command) }
  const { values } = tokensOf(everything, words)
  const spec = command.options[option]
  const value = values[flagName(option)] ?? ('default' in spec ? spec.default : undefined)
  return typeof value === 'string' ? value : undefined
}

function unknownOption(name: string, command: Command, table: OptionTable, flag: string): UsageError {
  const owners = Object.entries(command.variants?.tables ?? {})
    .filter(([, options]) => optionOf(options, flag) !== undefined)
    .map(([variant]) => `${flagOf(command.variants?.option ?? '')} ${variant}`)
  if (owners.length > 0) return new UsageError(`${flag} goes with ${owners.join(', ')}, not with what is chosen here.`, name)
  if (optionOf(tableOptions, flag) !== undefined && command.inputs['model'] !== undefined)
    return new UsageError(
      `rankwright ${name} has no option ${flag}: the model knows what each column of a table is for. Give ${flag} to rankwright train.`,
      name,
    )
  const nearest = nearestName(flag.replace(/^-+/, ''), Object.keys(table).map(flagName))
  return new UsageError(`rankwright ${name} has no option ${flag}.${nearest === undefined ? '' : ` Did you mean --${nearest}?`}`, name)
}

/** The text after a flag as the kind of value that its option wants. */
function optionValue(
  name: string,
  flag: string,
  spec: OptionSpec,
  text: string | undefined,
  before: unknown,
): string | number | boolean | readonly (string | number)[] {
  if (spec.kind === 'flag') {
    if (text === undefined) return true
    throw new UsageError(`${flag} takes no value; leave out "=${text}".`, name)
  }
  if (text === undefined) throw new UsageError(`${flag} needs a value: ${flag} ${describeOptions({ value: spec })[0].value}.`, name)
  switch (spec.kind) {
    case 'number':
    case 'integer':
      return numberOf(name, flag, spec, text)
    case 'number-or-word':
      return spec.words.includes(text) ? text : numberOf(name, flag, spec, text)
    case 'choice': {
      if (spec.of.includes(text)) return text
      const nearest = nearestName(text, spec.of)
      const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
      throw new UsageError(`${flag} is "${text}"; give one of ${spec.of.join(', ')}.${hint}`, name)
    }
    case 'text':
      if (text === '') throw emptyValue(name, flag, spec)
      return text
    case 'numbers':
      return [...(Array.isArray(before) ? before : []), ...text.split(',').map((part) => numberOf(name, flag, spec, part))]
    case 'texts': {
      const parts = (spec.whole ? [text] : text.split(',')).filter((part) => part !== '')
      if (parts.length === 0) throw emptyValue(name, flag, spec)
      return [...(Array.isArray(before) ? before : []), ...parts]
    }
  }
}

function emptyValue(name: string, flag: string, spec: Extract<OptionSpec, { kind: 'text' | 'texts' }>): UsageError {
  return new UsageError(`${flag} is empty; give ${flag} ${spec.placeholder}${spec.required ? '' : ', or leave it out'}.`, name)
}

function numberOf(name: string, flag: string, spec: OptionSpec, text: string): number {
  const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (Number.isFinite(number)) return number
  throw new UsageError(
    `${flag} is "${text}"; give ${spec.kind === 'number-or-word' ? `a number or ${spec.words.join(', ')}` : 'a number'}.`,
    name,
  )
}

/** `featureBall` is `--feature-ball`. */
function flagOf(option: string): string {
  return `--${flagName(option)}`
}

/** Gives the words without flags to the inputs: one each to those that must be there, what is left to the optional ones. */
function inputsOf(name: string, command: Command, words: readonly string[]): Record<string, string | readonly string[] | undefined> {
  const specs = Object.entries(command.inputs)
  if (words.includes(''))
    throw new UsageError(
      `A word for ${specs.map(([input]) => input.toUpperCase()).join(' or ')} is empty; give the name of a file, or - for standard input.`,
      name,
    )
  const needed = specs.filter(([, spec]) => mustBeThere(spec)).length
  if (words.length < needed) {
    const missing = specs.filter(([, spec]) => mustBeThere(spec)).slice(words.length)
    const usage = command.usage === undefined ? '' : ` Call it as: rankwright ${name} ${command.usage[0]}.`
    throw new UsageError(`rankwright ${name} needs ${missing.map(([input]) => input.toUpperCase()).join(' and ')}.${usage}`, name)
  }
  let spare = words.length - needed
  let next = 0
  const inputs: Record<string, string | readonly string[] | undefined> = {}
  for (const [input, spec] of specs) {
    if (isNeeded(spec)) inputs[input] = words[next++]
    else if ('many' in spec || 'some' in spec) {
      const taken = spare + ('some' in spec ? 1 : 0)
      inputs[input] = words.slice(next, next + taken)
      next += taken
      spare = 0
    } else if (spare > 0) {
      inputs[input] = words[next++]
      spare--
    }
  }
  if (next < words.length) throw oneTooMany(name, command, words[next])
  return inputs
}

/** Says what the command takes, and which options take a file or a name. */
function oneTooMany(name: string, { inputs, options }: Command, word: string): UsageError {
  const takes = Object.keys(inputs).map((input) => input.toUpperCase())
  const flags = describeOptions(options)
    .filter(({ value }) => /^(?:DATA|NAME)(?:,…)?$/.test(value))
    .map(({ flag, value }) => `${flag} ${value}`)
  const advice = flags.length === 0 ? '' : ` To give ${flags.length === 1 ? 'it' : 'it to an option'}, write ${flags.join(' or ')}.`
  return new UsageError(
    `rankwright ${name} takes ${takes.length === 0 ? 'options alone' : `${takes.join(', ')} and options`}, so "${word}" is one word too many.${advice}`,
    name,
  )
}

function isNeeded(spec: InputSpec): spec is string {
  return typeof spec === 'string'
}

function mustBeThere(spec: InputSpec): boolean {
  return isNeeded(spec) || 'some' in spec
}

function pick(given: Readonly<Record<string, unknown>>, table: OptionTable, except: OptionTable = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([option]) => Object.hasOwn(table, option) && !Object.hasOwn(except, option)))
}
