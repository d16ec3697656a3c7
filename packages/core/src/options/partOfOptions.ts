import type { OptionTable, ResolvedOn } from './optionTable.ts'

/** The options of a part of a table that stands in it under a condition, where the condition holds: all have their values. */
export function partOfOptions<Part extends OptionTable>(part: Part, options: Readonly<Record<string, unknown>>): ResolvedOn<Part> {
  const values = Object.keys(part).filter((option) => options[option] !== undefined)
  return Object.fromEntries(values.map((option) => [option, options[option]])) as ResolvedOn<Part>
}
