/** A feature map as an argument. `fitFeatureMap` and readers of models give it in this form; objects put together by hand may not have it. */

import { onceChecked } from '../../arguments/onceChecked.ts'
import { requireObject } from '../../arguments/requireKind.ts'
import { requireStarts } from '../../arguments/requireStarts.ts'
import { count, fields, madeBy, number, oneKindOf, oneOf, optional, type Shapes, typed } from '../../arguments/shapes.ts'
import type { FeatureMap, Scale } from './featureMap.ts'

const expected = 'a feature map, as fitFeatureMap and identityMap give it'

const mapChecked = onceChecked()
const scaleChecked = onceChecked()

const ballShape = oneKindOf('norm', { none: {}, l1: radius(), l2: radius(), inf: radius() })

/** Throws unless this is a feature map whose parts fit together. Every number is looked at once for the same map. */
export function requireFeatureMap(argument: string, map: unknown): asserts map is FeatureMap {
  requireObject(argument, map, expected)
  mapChecked(map, () => {
    fields({ width: count(), missing: oneOf('zero', 'mean'), zero: oneOf('moved', 'kept') }, expected)(argument, map)
    const { width, scale } = map as FeatureMap
    const rest = {
      means: optional(typed(Float64Array, 'finite', width)),
      shrink: number({ above: 0, atMost: 1 }),
      ball: ballShape,
      patches: optional(madeBy('fitFeatureMap', 'shape', 'count', 'filters', 'offsets')),
    }
    fields(rest)(argument, map)
    requireScale(`${argument}.scale`, scale, width)
  })
}

/** Throws unless this is a scale of quantiles, for any number of features. */
export function requireQuantiles(argument: string, scale: unknown): asserts scale is Extract<Scale, { kind: 'quantile' }> {
  requireObject(argument, scale, 'the scale of a feature map with quantiles')
  scaleChecked(scale, () => {
    fields({ kind: oneOf('quantile'), starts: typed(Uint32Array) })(argument, scale)
    requireScale(argument, scale, (scale as { starts: Uint32Array }).starts.length - 1)
  })
}

function requireScale(argument: string, scale: unknown, width: number): void {
  const range = { low: typed(Float32Array, 'finite', width), high: typed(Float32Array, 'finite', width) }
  const column = typed(Float64Array, 'finite', width)
  const kinds = {
    none: {},
    'per-list': {},
    'min-max': range,
    standard: { ...range, mean: column, deviation: column },
    quantile: { starts: typed(Uint32Array), knots: typed(Float32Array), levels: typed(Float64Array) },
  }
  oneKindOf('kind', kinds)(argument, scale)
  const known = scale as Scale
  if (known.kind !== 'quantile') return
  requireStarts(`${argument}.starts`, known.starts, width, known.knots.length)
  typed(Float64Array, 'finite', known.knots.length)(`${argument}.levels`, known.levels)
}

function radius(): Shapes {
  return { radius: number({ above: 0 }) }
}
