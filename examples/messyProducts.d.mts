/** Rows of a made-up table of a product search, by column. */
export function messyProducts(seed?: number, queries?: number): Record<string, string>[]

/** Rows as CSV text. */
export function csvOf(rows: readonly Readonly<Record<string, string>>[]): string
