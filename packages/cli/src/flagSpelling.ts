import { flagName, type OptionTable } from '@rankwright/core/options'
import { type NamedOptions, respelled } from '@rankwright/core/problems'
import { chosenVariant, optionsBeside } from './arguments.ts'
import type { Command } from './command.ts'

/** Texts of the library as a command says them: options are flags, and advice to use a flag that the command lacks is left out. */
export interface FlagSpelling {
  text(text: string): string
  /** Every text in a document, however deep. */
  all<Document>(document: Document): Document
}

/** For the command as it is called: of a command with variants, the options of the chosen one. */
export function flagSpelling(name: string, command: Command, words: readonly string[]): FlagSpelling {
  const variant = chosenVariant(command, words)
  const variantTable = variant === undefined ? {} : (command.variants?.tables[variant] ?? {})
  return spellingWith(name, { ...variantTable, ...command.options, ...optionsBeside(command) })
}

/** For the options in the table. */
export function spellingWith(name: string, table: OptionTable): FlagSpelling {
  const has = (named: NamedOptions) => elsewhere(named) || named.options.every(([option]) => Object.hasOwn(table, option))
  const elsewhere = ({ of }: NamedOptions) => of !== undefined && of !== name
  const spell = (named: NamedOptions) => {
    const { options, of } = named
    if (elsewhere(named)) return `rankwright ${of} ${flags(options)}`
    return has(named)
      ? flags(options)
      : options.map(([option, value]) => `${inWords(option)}${value === true ? '' : ` ${value}`}`).join(', ')
  }
  const text = (given: string) => {
    const [first, ...more] = given.split(sentences)
    return [first, ...more.filter((sentence) => namedIn(sentence).every(has))].map((sentence) => respelled(sentence, spell)).join(' ')
  }
  const all = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(all)
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, all(part)]))
  }
  return { text, all: <Document>(document: Document) => all(document) as Document }
}

/** After a full stop, at what looks like the beginning of a sentence. */
const sentences = /(?<=[.!?]) (?=[A-Z`])/

function namedIn(sentence: string): NamedOptions[] {
  const found: NamedOptions[] = []
  respelled(sentence, (named) => {
    found.push(named)
    return undefined
  })
  return found
}

function flags(options: NamedOptions['options']): string {
  return options.map(([option, value]) => `--${flagName(option)}${value === true ? '' : ` ${argument(value)}`}`).join(' ')
}

/** A value as one would type it in a shell. */
function argument(value: string): string {
  return /^[\w.,@%+:/=-]+$/.test(value) ? value : `"${value.replaceAll(/["\\$`]/g, '\\$&')}"`
}

/** `heldOut` is `held out`. */
function inWords(option: string): string {
  return flagName(option).replaceAll('-', ' ')
}
