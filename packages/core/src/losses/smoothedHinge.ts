/**
 * The hinges of RankSVM, rounded off: h(t) = 0 for t ≤ 0, t²/2μ up to μ, t − μ/2 above, of t = 1 + sⱼ − sᵢ. It lies at most μ/2
 * below the hinge, and has a curvature for Newton's method. Its slopes α(t) = min(max(t/μ, 0), 1) are multipliers of the
 * hinge's own dual problem (Nesterov 2005, "Smooth minimization of non-smooth functions"), so any point gives a lower bound
 * of the least hinge loss there is.
 *
 * As h(t) = (t₊² − (t − μ)₊²)/2μ, it takes two sweeps of squared hinges, with the margins 1 and 1 − μ, over scores that are
 * sorted once; see losses/rankSvm.ts for the sweep.
 */
import { boundedScores, notANumber } from './boundedScores.ts'
import { type GradesOf, gradeFinder } from './grades.ts'
import type { ListLoss } from './loss.ts'
import { type SortedRuns, sortedRuns } from './sortedRuns.ts'

export interface SmoothedHinge extends Required<Pick<ListLoss, 'evaluate' | 'curvature'>> {
  /** μ; may be changed between passes. */
  width: number
  /** Of the list evaluated last: Σ max(0, t), the plain hinge, and Σ α(t). */
  readonly hinge: number
  readonly mass: number
  /** into = the diagonal of the curvature at these scores. */
  curvatureDiagonal(scores: Float64Array, labels: Float64Array, into: Float64Array, list?: number): void
}

/** `gradesOf` may remember the grades of each list, by the number that `evaluate` and `curvature` are told. */
export function smoothedHinge(pairs: 'sum' | 'mean', width: number, gradesOf: GradesOf = gradeFinder()): SmoothedHinge {
  const runs = sortedRuns()
  const total = { squares: 0, sum: 0 }

  /** Clears `into`, then tells every two runs that meet, and what a pair within the width counts. */
  function eachTwoRuns(
    scores: Float64Array,
    labels: Float64Array,
    into: Float64Array,
    list: number,
    meet: (from: number, middle: number, to: number, scale: number) => void,
  ): void {
    if (!boundedScores(scores, into)) {
      notANumber(into)
      return
    }
    const grades = gradesOf(labels, list)
    runs.start(into, grades)
    into.fill(0)
    const scale = 1 / smoothed.width / (pairs === 'mean' ? Math.max(1, grades.pairs) : 1)
    while (runs.count > 1) {
      const { starts } = runs
      for (let run = 0; run + 1 < runs.count; run += 2) meet(starts[run], starts[run + 1], starts[run + 2], scale)
      runs.merge()
    }
  }

  const smoothed = {
    width,
    hinge: 0,
    mass: 0,
    evaluate(scores: Float64Array, labels: Float64Array, into: Float64Array, list = 0): number {
      smoothed.hinge = 0
      smoothed.mass = 0
      if (!boundedScores(scores, into)) return notANumber(into)
      const grades = gradesOf(labels, list)
      runs.start(into, grades)
      into.fill(0)
      let value = 0
      const mu = smoothed.width
      while (runs.count > 1) {
        for (let run = 0; run + 1 < runs.count; run += 2) {
          const { starts } = runs
          sweep(runs, starts[run], starts[run + 1], starts[run + 2], 1, 1 / mu, total, into)
          value += total.squares / (2 * mu)
          smoothed.hinge += total.sum
          smoothed.mass += total.sum / mu
          sweep(runs, starts[run], starts[run + 1], starts[run + 2], 1 - mu, -1 / mu, total, into)
          value -= total.squares / (2 * mu)
          smoothed.mass -= total.sum / mu
        }
        runs.merge()
      }
      if (pairs === 'mean' && grades.pairs > 0) {
        for (let item = 0; item < into.length; item++) into[item] /= grades.pairs
        smoothed.hinge /= grades.pairs
        smoothed.mass /= grades.pairs
        value /= grades.pairs
      }
      return value
    },
    curvatureDiagonal(scores: Float64Array, labels: Float64Array, into: Float64Array, list = 0): void {
      eachTwoRuns(scores, labels, into, list, (from, middle, to, scale) => bends(runs, from, middle, to, smoothed.width, scale, into))
    },
    curvature(scores: Float64Array, labels: Float64Array, direction: Float64Array, into: Float64Array, list = 0): void {
      eachTwoRuns(scores, labels, into, list, (from, middle, to, scale) =>
        bend(runs, from, middle, to, smoothed.width, scale, direction, into),
      )
    },
  }
  return smoothed
}

/** Over the pairs of two runs with t = margin + sⱼ − sᵢ > 0: total = Σ t² and Σ t; into += scale · (t at j, −t at i). */
function sweep(
  { keys, items }: SortedRuns,
  from: number,
  middle: number,
  to: number,
  margin: number,
  scale: number,
  total: { squares: number; sum: number },
  into: Float64Array,
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

/** into += scale Σ (own direction − the other's) over the pairs with 0 < t < μ. */
function bend(
  { keys, items }: SortedRuns,
  from: number,
  middle: number,
  to: number,
  mu: number,
  scale: number,
  direction: Float64Array,
  into: Float64Array,
): void {
  let near = middle // the lower items from `middle` to here have t ≥ μ, those from here to `far` lie in between
  let far = middle
  let along = 0
  for (let place = from; place < middle; place++) {
    const score = keys[place]
    while (far < to && keys[far] - score > -1) along += direction[items[far++]]
    while (near < far && keys[near] - score > mu - 1) along -= direction[items[near++]]
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
    while (near > far && score - keys[near] > mu - 1) along -= direction[items[near--]]
    if (near === far) along = 0
    into[items[place]] += scale * ((near - far) * direction[items[place]] - along)
  }
}

/** into += scale times the number of pairs with 0 < t < μ. */
function bends({ keys, items }: SortedRuns, from: number, middle: number, to: number, mu: number, scale: number, into: Float64Array): void {
  let near = middle
  let far = middle
  for (let place = from; place < middle; place++) {
    const score = keys[place]
    while (far < to && keys[far] - score > -1) far++
    while (near < far && keys[near] - score > mu - 1) near++
    into[items[place]] += scale * (far - near)
  }
  const end = far
  near = middle - 1
  far = middle - 1
  for (let place = end - 1; place >= middle; place--) {
    const score = keys[place]
    while (far >= from && score - keys[far] > -1) far--
    while (near > far && score - keys[near] > mu - 1) near--
    into[items[place]] += scale * (near - far)
  }
}
