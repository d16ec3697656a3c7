/** How many of the chosen are among the `count` greatest, a word counting once for any of its terms; a tie at the last place counts as the mean over all ways to break it. */
export function expectedHits(closeness: Float64Array | Float32Array, chosen: readonly (readonly number[])[], count: number): number {
  if (count < 1) return 0
  const least = greatest(closeness, count)
  let [above, tied] = [0, 0]
  for (const value of closeness) {
    if (value > least) above++
    else if (value === least) tied++
  }
  let hits = 0
  for (const terms of chosen) {
    const best = terms.reduce((most, term) => Math.max(most, closeness[term]), Number.NEGATIVE_INFINITY)
    if (best > least) hits++
    else if (best === least && best !== Number.NEGATIVE_INFINITY) hits += (count - above) / tied
  }
  return hits
}

/** The `count`-th greatest value: a short sorted list of the best so far is enough. */
function greatest(values: Float64Array | Float32Array, count: number): number {
  const best = new Float64Array(count).fill(Number.NEGATIVE_INFINITY)
  for (const value of values) {
    if (!(value > best[count - 1])) continue
    let place = count - 1
    while (place > 0 && best[place - 1] < value) {
      best[place] = best[place - 1]
      place--
    }
    best[place] = value
  }
  return best[count - 1]
}
