/**
 * How labels become grades. `log`: log₂(1 + y), 0 for y below 0. `quantile`: how many of the edges lie below y; the edges cut the training labels into
 * parts of about the same size. `binary`: 1 from a number on, else 0.
 */
export type Grades =
  | { readonly kind: 'log' }
  | { readonly kind: 'quantile'; readonly edges: Float64Array }
  | { readonly kind: 'binary'; readonly from: number }
