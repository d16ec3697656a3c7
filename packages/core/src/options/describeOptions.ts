import { isRule } from './defaultRule.ts'
import { flagName } from './flagName.ts'
import { type Condition, type OptionSpec, type OptionTable, tableShape } from './optionTable.ts'

/** An option in words, for `--help`, forms and the reference page. */
export interface OptionDescription {
  readonly option: string
  /** With its dashes: `--feature-ball`. */
  readonly flag: string
  /** What to write after the flag, in short: `none|min-max`, `NUMBER`; empty for a flag that takes nothing. */
  readonly value: string
  /** What may be given: `a number of at least 0`. */
  readonly allowed: string
  /** Other options that it takes to have an effect. */
  readonly with?: Condition
  readonly whenLeftOut: WhenLeftOut
  /** What other tools call it. */
  readonly aliases: readonly string[]
  readonly doc: string
}

/** What happens when an option is not given. */
export type WhenLeftOut =
  | { readonly kind: 'value'; readonly value: string }
  /** The default depends on other options or on the data; `says` completes "default: …". */
  | { readonly kind: 'rule'; readonly says: string }
  /** There is no default; `says` tells what that means. */
  | { readonly kind: 'nothing'; readonly says: string }
  | { readonly kind: 'error' }

export function describeOptions(table: OptionTable): OptionDescription[] {
  tableShape('table', table)
  return Object.entries(table).map(([option, spec]) => ({
    option,
    flag: `--${flagName(option)}`,
    value: valueInShort(spec),
    allowed: allowedValues(spec),
    ...(spec.with !== undefined && { with: spec.with }),
    whenLeftOut: whenLeftOut(spec),
    aliases: spec.aliases ?? [],
    doc: spec.doc,
  }))
}

function whenLeftOut(spec: OptionSpec): WhenLeftOut {
  if (spec.kind === 'flag') return { kind: 'value', value: 'false' }
  if (spec.required) return { kind: 'error' }
  if (spec.leftOut !== undefined) return { kind: 'nothing', says: spec.leftOut }
  return isRule(spec.default) ? { kind: 'rule', says: spec.default.says } : { kind: 'value', value: String(spec.default) }
}

function valueInShort(spec: OptionSpec): string {
  switch (spec.kind) {
    case 'number':
      return 'NUMBER'
    case 'integer':
      return 'N'
    case 'number-or-word':
      return ['NUMBER', ...spec.words].join('|')
    case 'choice':
      return spec.placeholder ?? spec.of.join('|')
    case 'flag':
      return ''
    case 'text':
    case 'texts':
    case 'numbers':
      return spec.placeholder
  }
}

/** What an option takes, as the end of the sentence "give …". */
export function allowedValues(spec: OptionSpec): string {
  switch (spec.kind) {
    case 'number':
      return `a number${range(spec)}`
    case 'integer':
      return `a whole number${range(spec)}`
    case 'number-or-word':
      return `a number${range(spec)}, or ${spec.words.join(' or ')}`
    case 'choice':
      return spec.of.length === 1 ? spec.of[0] : `one of ${spec.of.join(', ')}`
    case 'flag':
      return 'true or false'
    case 'text':
      return 'a text'
    case 'texts':
      return 'a list of texts'
    case 'numbers':
      return `one or more numbers, each${range(spec) || ' finite'}`
  }
}

function range({ atLeast, above, atMost, below }: { atLeast?: number; above?: number; atMost?: number; below?: number }): string {
  const limits = [
    atLeast === undefined ? '' : `of at least ${atLeast}`,
    above === undefined ? '' : `above ${above}`,
    atMost === undefined ? '' : `of at most ${atMost}`,
    below === undefined ? '' : `below ${below}`,
  ].filter((limit) => limit !== '')
  return limits.length === 0 ? '' : ` ${limits.join(' and ')}`
}
