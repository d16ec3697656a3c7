/**
 * Spearman's rank correlation of values that count several times, for many resamples of the same values: they are sorted once. Tied values
 * share the mean of their ranks.
 */
export interface SortedValues {
  /** Places by ascending value. */
  readonly order: Uint32Array
  /** Where a new value starts in the order; ends with the number of values. */
  readonly starts: Uint32Array
}

export function sortedValues(values: Float64Array): SortedValues {
  const order = Uint32Array.from(values, (_, place) => place).sort((a, b) => values[a] - values[b] || a - b)
  const starts: number[] = []
  for (let at = 0; at < order.length; at++) if (at === 0 || values[order[at]] !== values[order[at - 1]]) starts.push(at)
  return { order, starts: Uint32Array.from([...starts, order.length]) }
}

/** 0 where one side is constant. */
export function weightedSpearman(first: SortedValues, second: SortedValues, weights: Float64Array): number {
  const [x, y] = [midRanks(first, weights), midRanks(second, weights)]
  let [total, sumX, sumY] = [0, 0, 0]
  for (let place = 0; place < weights.length; place++) {
    total += weights[place]
    sumX += weights[place] * x[place]
    sumY += weights[place] * y[place]
  }
  let [xx, yy, xy] = [0, 0, 0]
  for (let place = 0; place < weights.length; place++) {
    const [dx, dy] = [x[place] - sumX / total, y[place] - sumY / total]
    xx += weights[place] * dx * dx
    yy += weights[place] * dy * dy
    xy += weights[place] * dx * dy
  }
  return xx === 0 || yy === 0 ? 0 : xy / Math.sqrt(xx * yy)
}

function midRanks({ order, starts }: SortedValues, weights: Float64Array): Float64Array {
  const ranks = new Float64Array(order.length)
  let below = 0
  for (let tie = 0; tie + 1 < starts.length; tie++) {
    let weight = 0
    for (let at = starts[tie]; at < starts[tie + 1]; at++) weight += weights[order[at]]
    for (let at = starts[tie]; at < starts[tie + 1]; at++) ranks[order[at]] = below + (weight + 1) / 2
    below += weight
  }
  return ranks
}
