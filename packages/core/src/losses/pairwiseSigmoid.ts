/**
 * Pairwise sigmoid loss: Σ 1 − tanh(k (sᵢ − sⱼ)) over the pairs with yᵢ > yⱼ, a smooth step from 2 to 0 (Mao, Mohri & Zhong
 * 2023, "Ranking with abstention", §2.1). Not convex, and a pair's weight is no product, so every pair is visited: time in
 * pairs, memory in items.
 */
import { number, oneOf, options as optionsShape } from '../arguments/shapes.ts'
import { expOf } from '../numeric/special/exp.ts'
import { gradedScores } from './gradedScores.ts'
import type { Grades } from './grades.ts'
import type { ListLoss } from './loss.ts'
import { pairConstants } from './pairConstants.ts'
import { type PairTotal, pairTotalOf } from './pairTotal.ts'

export interface PairwiseSigmoidOptions {
  /** k: how steep the step is. */
  readonly steepness?: number
  readonly pairs?: PairTotal
}

const takesOptions = optionsShape({ steepness: number({ above: 0 }), pairs: oneOf('sum', 'mean') })

export function pairwiseSigmoid(options: PairwiseSigmoidOptions = {}): ListLoss {
  takesOptions('options', options)
  const { steepness = 1, pairs: total = 'sum' } = options
  const graded = gradedScores()
  return {
    name: 'pairwise-sigmoid',
    convex: false,
    smooth: true,
    evaluate(scores, labels, into) {
      const pairs = graded.start(scores, labels, into)
      if (!(pairs > 0)) return pairs
      return pairTotalOf(total, pairs, overPairs(graded.scores, graded.grades, steepness, into), into)
    },
    constants: (setting) =>
      pairConstants(setting, total, {
        slope: steepness,
        slopeOrigin: 'the step is steepest in its middle, with the slope k',
        // The Hessian is not positive: all pairs may bend at once, not only those told apart by signs, which are over half of them.
        bend: steepness * steepness * GREATEST_BEND * (total === 'sum' ? 2 : 1),
        bendOrigin: '4k²/√27 bounds how the step bends; bends of either sign may add up over the pairs',
      }),
  }
}

/** max |tanh″| = 4/√27, at tanh = 1/√3. */
const GREATEST_BEND = 4 / Math.sqrt(27)

/** 1 − tanh(kd) = 2 / (1 + exp(2kd)), from the side on which nothing overflows. */
export function sigmoidStep(steepness: number, margin: number): number {
  const e = expOf(-2 * steepness * Math.abs(margin))
  return (margin > 0 ? 2 * e : 2) / (1 + e)
}

/** How steeply it falls: k (1 − tanh²) = 4k e / (1 + e)² with e = exp(−2k|d|). */
export function sigmoidFall(steepness: number, margin: number): number {
  const e = expOf(-2 * steepness * Math.abs(margin))
  return (4 * steepness * e) / ((1 + e) * (1 + e))
}

function overPairs(s: Float64Array, { count, items, starts }: Grades, steepness: number, into: Float64Array): number {
  let value = 0
  for (let grade = 0; grade + 1 < count; grade++) {
    for (let place = starts[grade]; place < starts[grade + 1]; place++) {
      const better = items[place]
      let pull = 0
      for (let other = starts[grade + 1]; other < starts[count]; other++) {
        const worse = items[other]
        const margin = s[better] - s[worse]
        const slope = sigmoidFall(steepness, margin)
        value += sigmoidStep(steepness, margin)
        pull += slope
        into[worse] += slope
      }
      into[better] -= pull
    }
  }
  return value
}
