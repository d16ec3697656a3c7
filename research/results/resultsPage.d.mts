interface Measured {
  readonly mean: number
  readonly interval: readonly [low: number, high: number]
  readonly folds: readonly number[]
}

/** docs/results.json. */
export interface Results {
  /** The defaults of each method's options when it was measured. */
  readonly defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly sets: readonly {
    readonly name: string
    readonly folds: readonly object[]
    readonly rankers: readonly {
      readonly name: string
      readonly metrics: Readonly<Record<string, Measured>>
      /** Options in which the run differs from the present defaults. */
      readonly given?: Readonly<Record<string, number>>
    }[]
  }[]
  readonly skipped: readonly { readonly name: string; readonly why: string }[]
}

export function pageOf(results: Results): string
