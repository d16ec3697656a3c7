import { explain, RankwrightError } from '@rankwright/core'

/** What was found, or why it could not be: data without labels cannot be measured, and a page says so. */
export type Attempted<Found> = { readonly found: Found } | { readonly why: string }

export function attempted<Found>(find: () => Found): Attempted<Found> {
  try {
    return { found: find() }
  } catch (error) {
    if (!(error instanceof RankwrightError)) throw error
    return { why: error.problems.map(explain).join(' ') }
  }
}
