/**
 * An option table alone knows an option's default, range and wording: command line flags, request validation, forms and
 * the reference page are made from it.
 */
export type OptionTable = Readonly<Record<string, OptionSpec>>

export type OptionSpec =
  | {
      readonly kind: 'number' | 'integer'
      readonly default?: number
      readonly atLeast?: number
      readonly above?: number
      readonly atMost?: number
      readonly below?: number
      readonly doc: string
    }
  /** A number, or one of some words such as `theory` or `auto`. */
  | {
      readonly kind: 'number-or-word'
      readonly words: readonly string[]
      readonly default?: number | string
      readonly atLeast?: number
      readonly above?: number
      readonly doc: string
    }
  | { readonly kind: 'choice'; readonly of: readonly string[]; readonly default?: string; readonly doc: string }
  | { readonly kind: 'flag'; readonly doc: string }
  | { readonly kind: 'text'; readonly default?: string; readonly placeholder: string; readonly doc: string }
  /** Several numbers, each within the range. */
  | {
      readonly kind: 'numbers'
      readonly default?: readonly number[]
      readonly atLeast?: number
      readonly above?: number
      readonly atMost?: number
      readonly below?: number
      readonly placeholder: string
      readonly doc: string
    }
  | { readonly kind: 'texts'; readonly default?: readonly string[]; readonly placeholder: string; readonly doc: string }

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

/** What a caller may give: every option may be left out. */
export type OptionsOf<Table extends OptionTable> = { readonly [Name in keyof Table]?: ValueOf<Table[Name]> }

/** What the code works with: options that have a default (and flags) are always there. */
export type Resolved<Table extends OptionTable> = {
  readonly [Name in keyof Table as Table[Name] extends { default: unknown } | { kind: 'flag' } ? Name : never]: ValueOf<Table[Name]>
} & {
  readonly [Name in keyof Table as Table[Name] extends { default: unknown } | { kind: 'flag' } ? never : Name]?: ValueOf<Table[Name]>
}
