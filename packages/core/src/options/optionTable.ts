/**
 * An option table alone knows an option's default, range and wording: command line flags, request validation, forms and
 * the reference page are made from it.
 */
import { fields, oneOf, recordOf, type Shape, text } from '../arguments/shapes.ts'
import type { DefaultRule } from './defaultRule.ts'

/** A table as an argument: each row has a kind and a text. */
export const tableShape: Shape = recordOf(
  fields({ kind: oneOf('number', 'integer', 'number-or-word', 'choice', 'flag', 'text', 'numbers', 'texts'), doc: text }),
  'an option table',
)

export type OptionTable = Readonly<Record<string, OptionSpec>>

export type OptionSpec =
  | ({ readonly kind: 'number' | 'integer' } & Range & Common & WhenLeftOut<number>)
  /** A number, or one of some words such as `theory` or `auto`. */
  | ({ readonly kind: 'number-or-word'; readonly words: readonly string[] } & Pick<Range, 'atLeast' | 'above' | 'atMost'> &
      Common &
      WhenLeftOut<number | string>)
  /** With a `placeholder`, help does not list the choices: there are many. */
  | ({ readonly kind: 'choice'; readonly of: readonly string[]; readonly placeholder?: string } & Common & WhenLeftOut<string>)
  /** False when left out. */
  | ({ readonly kind: 'flag' } & Common)
  | ({ readonly kind: 'text'; readonly placeholder: string } & Common & WhenLeftOut<string>)
  /** Several numbers, each within the range. */
  | ({ readonly kind: 'numbers'; readonly placeholder: string } & Range & Common & WhenLeftOut<readonly number[]>)
  /** Several texts, with commas between. With `whole`, such as for files, a comma is part of a text, and the option is given several times. */
  | ({ readonly kind: 'texts'; readonly placeholder: string; readonly whole?: true } & Common & WhenLeftOut<readonly string[]>)

interface Range {
  readonly atLeast?: number
  readonly above?: number
  readonly atMost?: number
  readonly below?: number
}

interface Common {
  /** What the option means. What happens without it is said by `default` or `leftOut`. */
  readonly doc: string
  /** The option has an effect only where this holds; elsewhere it has no value, and to give it is an error. */
  readonly with?: Condition
  /** What other tools call it, as they spell it: `num_leaves`. */
  readonly aliases?: readonly string[]
}

/** What happens when the option is not given: one of three. */
type WhenLeftOut<Value> =
  | { readonly default: Value | DefaultRule<Value>; readonly required?: never; readonly leftOut?: never }
  | { readonly required: true; readonly default?: never; readonly leftOut?: never }
  /** There is no default, and this is what that means: "all items are kept". */
  | { readonly leftOut: string; readonly default?: never; readonly required?: never }

/** Other options of the table and the value, or one of the values, that each has to have; `true` for one that has to be given. */
export type Condition = Readonly<Record<string, string | true | readonly string[]>>

type ValueOf<Spec extends OptionSpec> = Spec extends { kind: 'number' | 'integer' }
  ? number
  : Spec extends { kind: 'number-or-word'; words: readonly (infer Word)[] }
    ? number | Word
    : Spec extends { kind: 'choice'; of: readonly (infer Choice)[] }
      ? Choice
      : Spec extends { kind: 'flag' }
        ? boolean
        : Spec extends { kind: 'texts' }
          ? readonly string[]
          : Spec extends { kind: 'numbers' }
            ? readonly number[]
            : string

/** What a caller may give: every option may be left out, and may have the name that another tool gives it. */
export type OptionsOf<Table extends OptionTable> = { readonly [Name in keyof Table]?: ValueOf<Table[Name]> } & {
  readonly [Name in keyof Table as AliasOf<Table[Name]>]?: ValueOf<Table[Name]>
}

type AliasOf<Spec> = Spec extends { readonly aliases: readonly (infer Alias extends string)[] } ? Alias : never

/** What the code works with: options that have a value in every case are always there. */
export type Resolved<Table extends OptionTable> = WithValues<Table, 'options'>

/** The same where the rules that look at the data have been applied, too. */
export type ResolvedOn<Table extends OptionTable> = WithValues<Table, 'options' | 'data'>

type WithValues<Table extends OptionTable, Applied> = {
  readonly [Name in keyof Table as HasValue<Table[Name], Applied> extends true ? Name : never]: ValueOf<Table[Name]>
} & {
  readonly [Name in keyof Table as HasValue<Table[Name], Applied> extends true ? never : Name]?: ValueOf<Table[Name]>
}

type HasValue<Spec, Applied> = Spec extends { kind: 'flag' }
  ? true
  : Spec extends { with: Condition }
    ? false
    : Spec extends { default: infer Default }
      ? Default extends { from: infer From; of: (...known: never) => infer Value }
        ? From extends Applied
          ? undefined extends Value
            ? false
            : true
          : false
        : true
      : Spec extends { required: true }
        ? true
        : false

/** What the rules of a table have to know about the data. */
export type FactsOf<Table extends OptionTable> = {
  [Name in keyof Table]: (facts: FactsOfSpec<Table[Name]>) => void
}[keyof Table] extends (facts: infer Facts) => void
  ? Facts
  : never

type FactsOfSpec<Spec> = Spec extends { default: { of: (options: never, facts: infer Facts) => unknown } } ? Facts : unknown
