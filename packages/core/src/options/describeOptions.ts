import { flagName } from './flagName.ts'
import type { OptionSpec, OptionTable } from './optionTable.ts'

/** An option in words, for `--help`, forms and the reference page. */
export interface OptionDescription {
  readonly option: string
  /** With its dashes: `--feature-ball`. */
  readonly flag: string
  /** What to write after the flag, in short: `none|min-max`, `NUMBER`; empty for a flag that takes nothing. */
  readonly value: string
  /** What may be given: `a number of at least 0`. */
  readonly allowed: string
  /** Undefined where there is no fixed default; `doc` then says what happens. */
  readonly default?: string
  readonly doc: string
}

export function describeOptions(table: OptionTable): OptionDescription[] {
  return Object.entries(table).map(([option, spec]) => {
    const known = spec.kind === 'flag' || spec.default === undefined ? undefined : String(spec.default)
    return {
      option,
      flag: `--${flagName(option)}`,
      value: valueInShort(spec),
      allowed: allowedValues(spec),
      ...(known !== undefined && { default: known }),
      doc: spec.doc,
    }
  })
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
      return spec.of.join('|')
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
