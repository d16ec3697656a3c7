/**
 * Splits of LightGBM, by what its own `Tree::NumericalDecision` does (include/LightGBM/tree.h). A split goes left where x ≤ threshold. What counts
 * as missing is nothing, so that NaN is taken as 0; values within 1e-35 of 0 and NaN; or NaN. Rows come to the trees without their values within
 * 1e-35 of 0 (`RowPairFunctionFromDenseMatric` in src/c_api.cpp), so these count as 0 in every split.
 */
import { float32AtMost, float32Below } from '@rankwright/core/numeric'

/** kZeroThreshold of LightGBM: values up to there, of either sign, count as 0. */
const nearZero = Math.fround(1e-35)

export const missingTypes = ['none', 'zero', 'nan'] as const
export type MissingType = (typeof missingTypes)[number]

interface LightgbmSplit {
  readonly threshold: number
  readonly missing: MissingType
  readonly defaultLeft: boolean
}

/** The same split with one comparison of float32 values, and a side for NaN. `refuse` says why there is none. */
export function lightgbmComparison(
  { threshold: limit, missing, defaultLeft }: LightgbmSplit,
  refuse: (what: 'below-all' | 'around-zero') => never,
): { readonly threshold: number; readonly missingLeft: boolean } {
  const near = float32AtMost(Math.min(limit, Number.MAX_VALUE))
  if (near === -Infinity) refuse('below-all')
  const zeroLeft = missing === 'zero' ? defaultLeft : limit >= 0
  const missingLeft = missing === 'nan' ? defaultLeft : zeroLeft
  // All that counts as 0 goes one way. With a threshold there, or on the far side of it, that is one comparison still.
  if (zeroLeft && limit >= -nearZero) return { threshold: Math.max(near, nearZero), missingLeft }
  if (!zeroLeft && near <= nearZero) return { threshold: Math.min(near, float32Below(-nearZero)), missingLeft }
  return refuse('around-zero')
}

/** Names, unless LightGBM made them up: Column_0 is then the first feature. `twice` is called with a name that stands there twice. */
export function lightgbmFeatures(names: readonly string[], twice: (name: string) => never): readonly string[] | number {
  const met = new Set<string>()
  const again = names.find((name) => met.size === met.add(name).size)
  if (again !== undefined) twice(JSON.stringify(again.slice(0, 40)))
  return names.every((name, column) => name === `Column_${column}`) ? names.length : names
}
