import { expect, test } from 'vitest'
import { identityMap } from './featureMap.ts'
import { requireFeatureMap, requireQuantiles } from './requireFeatureMap.ts'

const quantiles = { kind: 'quantile', starts: Uint32Array.of(0, 2), knots: Float32Array.of(0, 1), levels: Float64Array.of(0, 1) } as const

test('maps that fit together pass', () => {
  requireFeatureMap('map', identityMap(3))
  requireFeatureMap('map', { ...identityMap(1), scale: quantiles, ball: { norm: 'l2', radius: 1 } })
  requireQuantiles('scale', quantiles)
})

test.each([
  [{ ...identityMap(2), means: new Float64Array(1) }, 'map.means is a Float64Array of 1; give 2 numbers.'],
  [{ ...identityMap(2), scale: quantiles }, 'map.scale.starts is a Uint32Array of 2; give 3 ascending numbers from 0 to 2.'],
  [{ ...identityMap(1), scale: { ...quantiles, levels: new Float64Array(1) } }, 'map.scale.levels is a Float64Array of 1'],
  [{ ...identityMap(1), ball: { norm: 'l2', radius: Number.NaN } }, 'map.ball.radius is NaN'],
  [{ ...identityMap(1), shrink: 0 }, 'map.shrink is 0'],
  [{}, 'map.width is undefined'],
])('%o is refused with the part that does not fit', (map, message) => {
  expect(() => requireFeatureMap('map', map)).toThrow(message)
})
