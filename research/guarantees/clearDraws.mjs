// Most draws need no decision: a mean is refuted only by values that lie well to one side of it. A draw whose values do not is decided every so often all the same.

/** Values that lie on the right side by fewer standard errors refute no mean at delta = 0.1. With many lists about 2.1 are needed. */
export const clearLead = (count) => (count < 1000 ? 0.8 : 1.5)
export const DECIDE_EVERY = 50

/** By how many standard errors the mean of the values lies below a number. */
export function leadBelow(number, values) {
  if (values.length === 0) return -1
  let [sum, squares] = [0, 0]
  for (const value of values) {
    sum += value
    squares += value * value
  }
  const average = sum / values.length
  const variance = Math.max(0, squares / values.length - average * average)
  return (number - average) / Math.sqrt(variance / values.length + 1e-12)
}
