import { oneOf, optional } from '../../arguments/shapes.ts'
import { allocate } from '../../numeric/allocate.ts'
import type { BallNorm, FeatureMap } from './featureMap.ts'
import { affineColumns, levelAt } from './featureMapApply.ts'
import { normOf } from './featureMapBall.ts'
import { requireFeatureMap } from './requireFeatureMap.ts'

/**
 * The smallest known feature radius R with ‖φ(x)‖ ≤ R for every input, or undefined if the map has no bound. It comes
 * from the ball, and from the ranges that each feature is clipped to. Without a norm, that of the map's ball, else L2.
 */
export function mapRadius(map: FeatureMap, norm?: BallNorm): number | undefined {
  requireFeatureMap('map', map)
  optional(oneOf('l1', 'l2', 'inf'))('norm', norm)
  const asked = norm ?? (map.ball.norm === 'none' ? 'l2' : map.ball.norm)
  const known = [ballRadius(map, asked), boxRadius(map, asked)].filter((radius) => radius !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** From the ball, by ‖x‖∞ ≤ ‖x‖₂ ≤ ‖x‖₁ ≤ √d ‖x‖₂ ≤ d ‖x‖∞. */
function ballRadius({ ball, width }: FeatureMap, norm: BallNorm): number | undefined {
  if (ball.norm === 'none') return undefined
  const order: readonly BallNorm[] = ['l1', 'l2', 'inf']
  const stepsUp = order.indexOf(ball.norm) - order.indexOf(norm)
  return stepsUp <= 0 ? ball.radius : ball.radius * (stepsUp === 1 ? Math.sqrt(width) : width)
}

/** From the greatest magnitude each feature can reach; rounding to float32 is monotone, so these are exact. */
function boxRadius(map: FeatureMap, norm: BallNorm): number | undefined {
  const { scale, width, shrink, zero } = map
  const reach = allocate(Float64Array, width)
  switch (scale.kind) {
    case 'none':
      return undefined
    case 'per-list':
      reach.fill(Math.fround(shrink))
      break
    case 'quantile':
      for (let j = 0; j < width; j++) {
        const origin = zero === 'kept' ? levelAt(scale, j, 0) : 0
        const [least, most] = [levelAt(scale, j, -Infinity), levelAt(scale, j, Infinity)]
        reach[j] = Math.max(Math.abs(Math.fround((least - origin) * shrink)), Math.abs(Math.fround((most - origin) * shrink)))
      }
      break
    case 'min-max':
    case 'standard': {
      const { low, high, offset, factor } = affineColumns(map)
      for (let j = 0; j < width; j++) {
        const ends = [low[j], high[j]].map((end) => Math.abs(Math.fround((end - offset[j]) * factor[j] * shrink)))
        reach[j] = Math.max(...ends)
      }
    }
  }
  const radius = normOf(norm, reach, 0, width)
  return norm === 'inf' ? radius : radius * (1 + width * 2 ** -52) // the sum itself is rounded
}
