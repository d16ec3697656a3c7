import type { Resolved } from '../options/optionTable.ts'
import { bootstrapInterval, type Interval } from './bootstrap.ts'
import type { compareOptions } from './compareOptions.ts'

/** One list of a comparison. */
export interface ComparedList {
  readonly id: string
  /** The metric of each contender there, in the order of the contenders. */
  readonly values: readonly number[]
}

/** values[c][q]: the metric of contender c on list q. */
export function perListOf(ids: readonly string[], values: readonly Float64Array[]): ComparedList[] {
  return ids.map((id, list) => ({ id, values: values.map((of) => of[list]) }))
}

/** An interval of the mean of each contender, over the lists. */
export function intervalsOf(
  values: readonly Float64Array[],
  weights: Float64Array | undefined,
  { confidence, seed, resamples }: Pick<Resolved<typeof compareOptions>, 'confidence' | 'seed' | 'resamples'>,
): Interval[] {
  return values.map((of) => bootstrapInterval(of, { seed, confidence, samples: resamples, ...(weights && { weights }) }))
}
