/** The columns of a feature map one by one, for what is written in other languages. */

import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { requireNumber } from '../../arguments/requireNumber.ts'
import type { FeatureMap, Scale } from './featureMap.ts'
import { type AffineColumns, affineColumns as columnsOf, levelAt as levelOf } from './featureMapApply.ts'
import { requireFeatureMap, requireQuantiles } from './requireFeatureMap.ts'

/** x ↦ (clip(x, low, high) − offset) · factor for every column; columns of quantiles are left as they are. */
export function affineColumns(map: FeatureMap): AffineColumns {
  requireFeatureMap('map', map)
  return columnsOf(map)
}

/** The piecewise linear map of one feature; outside its knots it is flat. */
export function levelAt(scale: Extract<Scale, { kind: 'quantile' }>, column: number, x: number): number {
  requireQuantiles('scale', scale)
  requireNumber('column', column, { whole: true, atLeast: 0, atMost: scale.starts.length - 2 })
  if (typeof x !== 'number' || Number.isNaN(x)) refuseArgument('x', x, 'a number')
  return levelOf(scale, column, x)
}
