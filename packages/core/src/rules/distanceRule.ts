import type { DistanceNorm } from '../numeric/compute/closePoints.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { rowDistance } from '../numeric/dense/distance.ts'
import { closePairs } from '../numeric/neighbours/closePairs.ts'
import type { PairRule } from './ruleRow.ts'

/** Items are undecided that are at most the radius apart. `points` are row-major and must not change while the rule is used. */
export function distanceRule(points: Float32Array, width: number, norm: DistanceNorm, radius: number, compute: Compute): PairRule {
  function* pairsOf(items: Uint32Array): Generator<readonly [number, number]> {
    const chosen = new Float32Array(items.length * width)
    for (let place = 0; place < items.length; place++) {
      chosen.set(points.subarray(items[place] * width, (items[place] + 1) * width), place * width)
    }
    yield* closePairs(chosen, width, norm, radius, compute)
  }
  return {
    isUndecided: (item, other) => rowDistance(norm, points, width, item, other) <= radius,
    *pairsAmong(items) {
      for (const [first, second] of pairsOf(items)) yield [items[first], items[second]] as const
    },
    countAmong(items) {
      let count = 0
      for (const _ of pairsOf(items)) count++
      return count
    },
  }
}
