/** Names that other tools have for an option, `aliases` in its row: they are understood, and a note says what it is called here. */
import { requireArguments, text } from '../arguments/shapes.ts'
import { namedOption } from '../problems/namedOption.ts'
import { RankwrightError } from '../problems/problem.ts'
import { optionName } from './flagName.ts'
import { type OptionTable, tableShape } from './optionTable.ts'

export interface OwnNames<Value> {
  readonly options: Readonly<Record<string, Value>>
  readonly notes: readonly string[]
}

/** The options under the names of the table. One that is given under two names is an error. */
export function withOwnNames<Value>(table: OptionTable, given: Readonly<Record<string, Value>>): OwnNames<Value> {
  const found = new Map<string, { readonly name: string; readonly value: Value }>()
  const notes: string[] = []
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    const option = ownName(table, name) ?? name
    const before = found.get(option)
    if (before !== undefined) throw new RankwrightError({ area: 'option', code: 'option-named-twice', option, names: [before.name, name] })
    found.set(option, { name, value })
    if (option !== name) notes.push(`${name} is ${namedOption(option)} here. ${table[option].doc}`)
  }
  return { options: Object.fromEntries(Array.from(found, ([option, { value }]) => [option, value])), notes }
}

/** What the table calls an option that is written as it does, or as another tool does: `num_leaves`, or `numLeaves`. */
export function ownName(table: OptionTable, name: string): string | undefined {
  requireArguments({ table, name }, { table: tableShape, name: text })
  if (Object.hasOwn(table, name)) return name
  return Object.keys(table).find((option) => table[option].aliases?.some((alias) => alias === name || inOneWord(alias) === name))
}

function inOneWord(alias: string): string {
  return optionName(alias.replaceAll('_', '-'))
}
