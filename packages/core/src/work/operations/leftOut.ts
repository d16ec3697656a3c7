/** Errors of fits on lists and items that they have not seen, for many penalties and without fitting again. */
import { selectLists } from '../../data/lists/rankingLists.ts'
import { joined } from '../../numeric/allocate.ts'
import type { HiddenPath } from '../passes/elm/hiddenPath.ts'
import { leaveItemsOut } from '../passes/elm/leaveItemsOut.ts'
import { leaveListsOut } from '../passes/elm/leaveListsOut.ts'
import { blockRanges, listsWithin, type Operation } from './operation.ts'
import { rowsOfParts } from './rowsOfParts.ts'

export interface LeftOutAsked {
  readonly path: HiddenPath
  readonly lambdas: readonly number[]
  /** Numbers of the lists that are left out, ascending; all where absent. */
  readonly lists?: Uint32Array
}

/**
 * The first term of the objective for each penalty, every list by the fit on all others. A part has an error for each list and penalty: so
 * lists are added one by one, in their order.
 */
export const leftOutLists: Operation<LeftOutAsked, Float64Array, Float64Array> = {
  *parts(here, { path, lambdas, lists: chosen }) {
    const ranges = blockRanges(here)
    if (chosen === undefined) {
      const errors = yield* leaveListsOut(path, here.lists, lambdas, here.runtime)
      return ranges.map(([from, to]) => errors.slice(from * lambdas.length, to * lambdas.length))
    }
    const own = ranges.map(([from, to]) => listsWithin(chosen, here.before.lists, from, to))
    const errors = yield* leaveListsOut(path, selectLists(here.lists, joined(Uint32Array, own)), lambdas, here.runtime)
    let at = 0
    return own.map(({ length }) => errors.slice(at, (at += length * lambdas.length)))
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

/** For each penalty the scores of all rows, every list by the fit on all others, up to a constant for each list; NaN where a fit is undetermined. */
export const leftOutScores: Operation<Omit<LeftOutAsked, 'lists'>, readonly Float64Array[], readonly Float64Array[]> = {
  *parts({ lists, runtime }, { path, lambdas }) {
    const scores = lambdas.map(() => new Float64Array(lists.labels.length))
    yield* leaveListsOut(path, lists, lambdas, runtime, scores)
    return [scores]
  },
  combine: rowsOfParts,
}
