/** What rounding may add to a metric of a list, relative to it: sums of the same terms in another order differ by so much. */
const rounding = 1e-12

/** One value of a metric less another, of the same list. Values that differ by rounding alone are equal. */
export function metricDifference(one: number, other: number): number {
  const difference = one - other
  return Math.abs(difference) <= rounding * Math.max(Math.abs(one), Math.abs(other)) ? 0 : difference
}

/** The differences of all lists. */
export function metricDifferences(values: Float64Array, others: Float64Array): Float64Array {
  return values.map((value, list) => metricDifference(value, others[list]))
}
