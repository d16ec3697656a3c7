/** A default that depends on other options or on the data: the rule, and the sentence that tells it in help, docs and forms. */
import { callback, requireArguments, text } from '../arguments/shapes.ts'

export interface DefaultRule<Value, Facts = never> {
  readonly from: 'options' | 'data'
  /** Completes "default: …". */
  readonly says: string
  /** Undefined where there is nothing to have a value for, or where the value is chosen later. */
  readonly of: (options: OtherOptions, facts: Facts) => Value | undefined
}

/** The options of the table that have a value by now: those given, those with a fixed default, and rules further up in the table. */
export type OtherOptions = Readonly<Record<string, unknown>>

/** A default that follows from other options alone. */
export function byOptions<Value>(says: string, of: (options: OtherOptions) => Value): { from: 'options'; says: string; of: typeof of } {
  requireArguments({ says, of }, { says: text, of: callback })
  return { from: 'options', says, of }
}

/** A default that looks at the data, too. */
export function byData<Value, Facts>(
  says: string,
  of: (options: OtherOptions, facts: Facts) => Value,
): { from: 'data'; says: string; of: typeof of } {
  return { from: 'data', says, of }
}

/** Chosen on the validation data where there is some. */
export function unlessValidated<Value>(value: Value): {
  from: 'data'
  says: string
  of: (options: OtherOptions, facts: { readonly valid: boolean }) => Value | undefined
} {
  return byData(`${value}; with validation data, chosen on it`, (_, { valid }) => (valid ? undefined : value))
}

export function isRule(value: unknown): value is DefaultRule<unknown> {
  return typeof value === 'object' && value !== null && 'says' in value
}
