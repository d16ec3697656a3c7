import { either, recordOf, requireArguments } from '../arguments/shapes.ts'
import { namedOption } from '../problems/namedOption.ts'
import type { Condition, OptionTable } from './optionTable.ts'
import { tableShape } from './optionTable.ts'

/** The part of a condition that does not hold; undefined where all does. */
export function unmetPart(condition: Condition, options: Readonly<Record<string, unknown>>): Condition | undefined {
  const unmet = Object.entries(condition).filter(([option, wanted]) => !meets(wanted, options[option]))
  return unmet.length === 0 ? undefined : Object.fromEntries(unmet)
}

function meets(wanted: Condition[string], value: unknown): boolean {
  if (wanted === true) return value !== undefined && value !== false
  return typeof wanted === 'string' ? value === wanted : wanted.some((one) => one === value)
}

const conditionShape = recordOf(
  either('a text, an array of texts, or true', (wanted) => wanted === true || typeof wanted === 'string' || isTexts(wanted)),
  'a condition on options',
)

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && Array.from(value).every((each) => typeof each === 'string')
}

/** The options named as in all texts, each with its values: `kernel` rbf or laplace. */
export function conditionInWords(condition: Condition): string {
  conditionShape('condition', condition)
  return Object.entries(condition)
    .map(([option, wanted]) => {
      const name = namedOption(option)
      if (wanted === true) return name
      const values = typeof wanted === 'string' ? [wanted] : wanted
      return `${name} ${[values.slice(0, -1).join(', '), values.at(-1)].filter((part) => part !== '').join(' or ')}`
    })
    .join(' and ')
}

/** The options of a table, each with an effect only where the condition holds. */
export function onlyWith<const When extends Condition, Table extends OptionTable>(
  condition: When,
  table: Table,
): { readonly [Name in keyof Table]: Table[Name] & { readonly with: When } } {
  requireArguments({ condition, table }, { condition: conditionShape, table: tableShape })
  const entries = Object.entries(table).map(([option, spec]) => [option, { ...spec, with: { ...condition, ...spec.with } }])
  return Object.fromEntries(entries)
}
