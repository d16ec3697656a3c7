import type { TrialOptions } from '../../trainers/common/trialOptions.ts'
import type { MethodName } from '../../trainers/methods.ts'
import { methodOf } from '../../trainers/methods.ts'

/** One training on some lists, and the candidates that are read off it. */
export interface Fit {
  readonly method: MethodName
  /** The options of all its candidates. */
  readonly options: TrialOptions
  /** Values of a further option, a penalty or a number of trees, that one training answers for. */
  readonly reads?: { readonly option: string; readonly values: readonly number[] }
}

/** The options of each candidate. */
export function candidatesOf({ options, reads }: Fit): readonly TrialOptions[] {
  return reads === undefined ? [options] : reads.values.map((value) => ({ ...options, [reads.option]: value }))
}

/** Whether the values are counts of something that is added step by step. */
export function readsPrefixes({ method, reads }: Fit): boolean {
  return reads !== undefined && methodOf(method).prefixes?.option === reads.option
}

/** The fit, then with fewer and fewer of the values that are added step by step. */
export function shorterFits(fit: Fit): readonly Fit[] {
  const { reads } = fit
  if (reads === undefined || !readsPrefixes(fit)) return [fit]
  return reads.values.map((_, left): Fit => (left === 0 ? fit : { ...fit, reads: { ...reads, values: reads.values.slice(0, -left) } }))
}

/** What a shorter fit leaves out. */
export function rest(fit: Fit, { reads }: Fit): Fit {
  return { ...fit, reads: { ...fit.reads!, values: fit.reads!.values.slice(reads!.values.length) } }
}
