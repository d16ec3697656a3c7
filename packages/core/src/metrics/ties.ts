/**
 * How a metric treats items with equal scores.
 *
 * - `expected`: the mean over all orders of the tied items, in closed form. McSherry & Najork 2008, "Computing information
 *   retrieval performance measures efficiently in the presence of tied scores".
 * - `input`: tied items stay in the order in which they were given.
 * - `worst`: the lower label first, which gives the lowest value.
 * - `by-id-descending`: the greater item id first, compared by code point, as trec_eval orders them.
 */
export type Ties = 'expected' | 'input' | 'worst' | 'by-id-descending'

export const tiesNames: readonly Ties[] = ['expected', 'input', 'worst', 'by-id-descending']
