/**
 * Pairwise exponential loss (RankBoost's). Freund, Iyer, Schapire & Singer 2003, "An efficient boosting algorithm for combining
 * preferences": Σ exp(sⱼ − sᵢ) over the pairs with yᵢ > yⱼ.
 *
 * A pair's weight is a product, so the sums over pairs are running sums over grades: of exp s from the lowest grade up and of
 * exp(−s) from the highest down, each kept relative to its largest term. Differences above 600 count as 600, so values
 * saturate near 1e260 instead of overflowing.
 */
import { oneOf, options as optionsShape } from '../arguments/shapes.ts'
import { expOf } from '../numeric/special/exp.ts'
import { gradedScores } from './gradedScores.ts'
import type { Grades } from './grades.ts'
import type { ListLoss } from './loss.ts'
import { pairConstants } from './pairConstants.ts'
import { type PairTotal, pairShare } from './pairTotal.ts'

export interface PairwiseExponentialOptions {
  readonly pairs?: PairTotal
}

const takesOptions = optionsShape({ pairs: oneOf('sum', 'mean') })

export function pairwiseExponential(options: PairwiseExponentialOptions = {}): ListLoss {
  takesOptions('options', options)
  const { pairs: total = 'sum' } = options
  const graded = gradedScores()
  return {
    name: 'pairwise-exponential',
    convex: true,
    smooth: true,
    evaluate(scores, labels, into) {
      const pairs = graded.start(scores, labels, into)
      if (!(pairs > 0)) return pairs
      const share = pairShare(total, pairs)
      const { scores: s, grades } = graded
      const value = pullsFrom('below', s, grades, share, into)
      pullsFrom('above', s, grades, share, into)
      return value
    },
    curvature(scores, labels, direction, into) {
      const pairs = graded.start(scores, labels, into)
      if (!(pairs > 0)) return
      const share = pairShare(total, pairs)
      bendFrom('below', graded.scores, graded.grades, share, direction, into)
      bendFrom('above', graded.scores, graded.grades, share, direction, into)
    },
    constants: (setting) => {
      const bound = setting.scoreBound
      const size = bound === undefined ? Infinity : expOf(2 * bound)
      const origin =
        bound === undefined ? 'exp grows without limit; finite once the scores are bounded' : 'exp of the widest difference of two scores'
      return pairConstants(setting, total, { slope: size, slopeOrigin: origin, bend: size, bendOrigin: origin })
    },
  }
}

const WIDEST = 600

/**
 * Each item loses Σ exp(sⱼ − sᵢ) over the lower items j, or gains it over the higher items i, itself being j. Gives the sum over all items,
 * which is the same from either side.
 */
function pullsFrom(side: 'below' | 'above', s: Float64Array, { count, items, starts }: Grades, scale: number, into: Float64Array): number {
  const sign = side === 'below' ? 1 : -1
  let largest = -Infinity // of the signed scores
  let sum = 0
  let value = 0
  for (let step = 0; step < count; step++) {
    const grade = side === 'below' ? count - 1 - step : step
    const start = starts[grade]
    const end = starts[grade + 1]
    if (step > 0) {
      for (let place = start; place < end; place++) {
        const item = items[place]
        const pull = scale * sum * expOf(Math.min(largest - sign * s[item], WIDEST))
        into[item] -= sign * pull
        value += pull
      }
    }
    for (let place = start; place < end; place++) {
      const score = sign * s[items[place]]
      if (score > largest) {
        sum = sum * expOf(largest - score) + 1
        largest = score
      } else sum += expOf(score - largest)
    }
  }
  return value
}

/** into += Σ weight (own direction − the other's), over the pairs with the items on one side. */
function bendFrom(
  side: 'below' | 'above',
  s: Float64Array,
  { count, items, starts }: Grades,
  scale: number,
  direction: Float64Array,
  into: Float64Array,
): void {
  const sign = side === 'below' ? 1 : -1
  let largest = -Infinity // of the signed scores
  let sum = 0
  let along = 0
  for (let step = 0; step < count; step++) {
    const grade = side === 'below' ? count - 1 - step : step
    const start = starts[grade]
    const end = starts[grade + 1]
    if (step > 0) {
      for (let place = start; place < end; place++) {
        const item = items[place]
        into[item] += scale * expOf(Math.min(largest - sign * s[item], WIDEST)) * (sum * direction[item] - along)
      }
    }
    for (let place = start; place < end; place++) {
      const item = items[place]
      const score = sign * s[item]
      if (score > largest) {
        const shrink = expOf(largest - score)
        sum *= shrink
        along *= shrink
        largest = score
      }
      const weight = expOf(score - largest)
      sum += weight
      along += weight * direction[item]
    }
  }
}
