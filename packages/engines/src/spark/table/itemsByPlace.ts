/**
 * A query of the items of a relation with the columns `list` and `item`, by the place of their rows in a list. Where the order does not tell two rows apart, they have the
 * same features, and so the same score.
 */
export function itemsByPlace(relation: string, order: readonly string[]): string {
  return `SELECT list, item, CAST(row_number() OVER (PARTITION BY list ORDER BY ${order.join(', ')}) AS INT) AS place FROM ${relation}`
}
