/** Errors of fits on lists and items that they have not seen, for many penalties and without fitting again. */
import type { HiddenPath } from '../passes/elm/hiddenPath.ts'
import { leaveItemsOut } from '../passes/elm/leaveItemsOut.ts'
import { leaveListsOut } from '../passes/elm/leaveListsOut.ts'
import { blockRanges, type Operation } from './operation.ts'

export interface LeftOutAsked {
  readonly path: HiddenPath
  readonly lambdas: readonly number[]
}

/**
 * The first term of the objective for each penalty, every list by the fit on all others. A part has an error for each list and penalty: so
 * lists are added one by one, in their order.
 */
export const leftOutLists: Operation<LeftOutAsked, Float64Array, Float64Array> = {
  *parts(here, { path, lambdas }) {
    const errors = yield* leaveListsOut(path, here.lists, lambdas, here.runtime)
    return blockRanges(here).map(([from, to]) => errors.slice(from * lambdas.length, to * lambdas.length))
  },
  combine(parts, { lambdas }) {
    const sums = new Float64Array(lambdas.length)
    for (const errors of parts) for (const [place, error] of errors.entries()) sums[place % lambdas.length] += error
    return sums
  },
}

/** Of a single list, the same for every item by the fit on all others. A list is never cut, so there is one part. */
export const leftOutItems: Operation<LeftOutAsked, Float64Array, Float64Array> = {
  *parts(here, { path, lambdas }) {
    return [yield* leaveItemsOut(path, here.lists, lambdas, here.runtime)]
  },
  combine: ([errors]) => errors,
}
