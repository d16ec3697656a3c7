/**
 * Sums over the pairs of the two runs that meet (see sortedRuns.ts) and violate a margin: t = margin + sⱼ − sᵢ > 0 for an item i
 * of the higher run and an item j of the lower run.
 *
 * One sweep down the scores of the higher run collects for each item i the violating items j (a prefix of the lower run that only
 * grows) with Σ t and Σ t². As the sweep goes down, every step adds to these sums, so nothing cancels. At t = 0 a pair pulls no more.
 */
import type { SortedRuns } from './sortedRuns.ts'

/** Gives Σ t with the margin 1; into += the gradient, 1 at j and −1 at i for each pair. */
export function hingeSweep({ keys, items, from, middle, to }: SortedRuns, into: Float64Array): number {
  let value = 0
  let next = middle // the first item of the lower run that does not violate yet
  let sum = 0
  let last = keys[from]
  for (let place = from; place < middle; place++) {
    const score = keys[place]
    sum += (next - middle) * (last - score)
    last = score
    while (next < to && keys[next] - score > -1) {
      sum += 1 + (keys[next] - score)
      into[items[next]] += middle - place // this item of the higher run and all after it
      next++
    }
    into[items[place]] -= next - middle
    value += sum
  }
  return value
}

/** Σ t and Σ t² over the violating pairs. */
export interface ViolationSums {
  sum: number
  squares: number
}

/** total = the sums with the given margin; into += scale · t at j and −scale · t at i for each pair. */
export function squaredHingeSweep(
  { keys, items, from, middle, to }: SortedRuns,
  margin: number,
  scale: number,
  into: Float64Array,
  total: ViolationSums,
): void {
  let next = middle // the first item of the lower run that does not violate yet
  let sum = 0
  let squares = 0
  let allSum = 0
  let allSquares = 0
  let last = keys[from]
  for (let place = from; place < middle; place++) {
    const score = keys[place]
    const step = last - score
    squares += step * (2 * sum + (next - middle) * step)
    sum += (next - middle) * step
    last = score
    while (next < to && keys[next] - score > -margin) {
      const violation = margin + (keys[next] - score)
      sum += violation
      squares += violation * violation
      next++
    }
    into[items[place]] -= scale * sum
    allSum += sum
    allSquares += squares
  }
  // The same upwards, for the violating items of the lower run.
  let other = middle - 1
  sum = 0
  last = keys[next - 1]
  for (let place = next - 1; place >= middle; place--) {
    const score = keys[place]
    sum += (middle - 1 - other) * (score - last)
    last = score
    while (other >= from && score - keys[other] > -margin) {
      sum += margin + (score - keys[other])
      other--
    }
    into[items[place]] += scale * sum
  }
  total.sum = allSum
  total.squares = allSquares
}

/** into += scale Σ (own direction − the other's) over the pairs with 0 < t < width, at the margin 1. The width may be Infinity. */
export function curvatureSweep(
  { keys, items, from, middle, to }: SortedRuns,
  width: number,
  scale: number,
  direction: Float64Array,
  into: Float64Array,
): void {
  let near = middle // the lower items from `middle` to here have t ≥ width, those from here to `far` lie in between
  let far = middle
  let along = 0
  for (let place = from; place < middle; place++) {
    const score = keys[place]
    while (far < to && keys[far] - score > -1) along += direction[items[far++]]
    while (near < far && keys[near] - score > width - 1) along -= direction[items[near++]]
    if (near === far) along = 0
    into[items[place]] += scale * ((far - near) * direction[items[place]] - along)
  }
  const end = far
  near = middle - 1
  far = middle - 1
  along = 0
  for (let place = end - 1; place >= middle; place--) {
    const score = keys[place]
    while (far >= from && score - keys[far] > -1) along += direction[items[far--]]
    while (near > far && score - keys[near] > width - 1) along -= direction[items[near--]]
    if (near === far) along = 0
    into[items[place]] += scale * ((near - far) * direction[items[place]] - along)
  }
}

/** into += scale times the number of pairs of each item with 0 < t < width: the diagonal of that curvature. */
export function diagonalSweep({ keys, items, from, middle, to }: SortedRuns, width: number, scale: number, into: Float64Array): void {
  let near = middle
  let far = middle
  for (let place = from; place < middle; place++) {
    const score = keys[place]
    while (far < to && keys[far] - score > -1) far++
    while (near < far && keys[near] - score > width - 1) near++
    into[items[place]] += scale * (far - near)
  }
  const end = far
  near = middle - 1
  far = middle - 1
  for (let place = end - 1; place >= middle; place--) {
    const score = keys[place]
    while (far >= from && score - keys[far] > -1) far--
    while (near > far && score - keys[near] > width - 1) near--
    into[items[place]] += scale * (near - far)
  }
}
