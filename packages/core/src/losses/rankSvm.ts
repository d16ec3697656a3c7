/**
 * RankSVM. Joachims 2002, "Optimizing search engines using clickthrough data": Σ max(0, 1 + sⱼ − sᵢ) over the pairs with
 * yᵢ > yⱼ, or the squares of these hinges, or their mean over the pairs of the list.
 *
 * In O(m log m): sortedRuns.ts explains how pairs are found, hingeSweeps.ts how they are summed.
 */
import { oneOf, options as optionsShape } from '../arguments/shapes.ts'
import { type GradesOf, gradeFinder } from './grades.ts'
import { curvatureSweep, hingeSweep, squaredHingeSweep } from './hingeSweeps.ts'
import type { ListLoss } from './loss.ts'
import { pairConstants } from './pairConstants.ts'
import { type PairTotal, pairTotalOf } from './pairTotal.ts'
import { sortedRuns } from './sortedRuns.ts'

export interface RankSvmOptions {
  readonly hinge?: 'plain' | 'squared'
  readonly pairs?: PairTotal
}

const takesOptions = optionsShape({ hinge: oneOf('plain', 'squared'), pairs: oneOf('sum', 'mean') })

/** `gradesOf` may remember the grades of each list, by the number that `evaluate` and `curvature` get. */
export function rankSvm(options: RankSvmOptions = {}, gradesOf: GradesOf = gradeFinder()): ListLoss {
  takesOptions('options', options)
  const { hinge = 'plain', pairs: total = 'sum' } = options
  const runs = sortedRuns(gradesOf)
  const sums = { sum: 0, squares: 0 }

  function squaredValue(into: Float64Array): number {
    squaredHingeSweep(runs, 1, 2, into, sums)
    return sums.squares
  }

  return {
    name: `ranksvm-${hinge}${total === 'mean' ? '-mean' : ''}`,
    convex: true,
    smooth: hinge === 'squared',
    evaluate(scores, labels, into, list = 0) {
      const pairs = runs.start(scores, labels, list, into)
      if (!(pairs > 0)) return pairs
      let value = 0
      while (runs.next()) value += hinge === 'plain' ? hingeSweep(runs, into) : squaredValue(into)
      return pairTotalOf(total, pairs, value, into)
    },
    ...(hinge === 'squared' && {
      curvature(scores: Float64Array, labels: Float64Array, direction: Float64Array, into: Float64Array, list = 0): void {
        const pairs = runs.start(scores, labels, list, into)
        if (!(pairs > 0)) return
        while (runs.next()) curvatureSweep(runs, Infinity, 2, direction, into)
        pairTotalOf(total, pairs, 0, into)
      },
    }),
    constants: (setting) => {
      if (hinge === 'plain')
        return pairConstants(setting, total, { slope: 1, slopeOrigin: 'a violated hinge has the slope 1', printsPairs: true })
      const bound = setting.scoreBound
      return pairConstants(setting, total, {
        slope: bound === undefined ? Infinity : 2 * (1 + 2 * bound),
        slopeOrigin:
          bound === undefined
            ? 'the slope 2 (1 + sⱼ − sᵢ) grows without limit; finite once the scores are bounded'
            : 'the slope 2 (1 + sⱼ − sᵢ) at the widest difference of two scores',
        bend: 2,
        bendOrigin: 'the square bends by 2 where the hinge is violated',
      })
    },
  }
}
