import { selectLists } from '../../data/lists/rankingLists.ts'
import type { Precision } from '../../models/elm/hiddenNodes.ts'
import { combinedSums, type HiddenSpace, type LeastSquaresSums } from '../../models/elm/leastSquaresStatistics.ts'
import { TreeSum } from '../../numeric/compute/blockTree.ts'
import type { Training } from '../../runtime/training.ts'
import { hiddenSums as sumsOfLists } from '../passes/elm/hiddenSums.ts'
import { type ListsHere, listsWithin, type Operation, sectionRanges } from './operation.ts'

export interface HiddenSumsAsked {
  readonly space: HiddenSpace
  readonly precision: Precision
  readonly section: number
  /** Numbers of lists, ascending; all where absent. */
  readonly lists?: Uint32Array
}

/** The sums of least squares on hidden nodes. Its parts are those of whole sections. */
export const hiddenSums: Operation<HiddenSumsAsked, LeastSquaresSums, LeastSquaresSums> = {
  *parts(here, asked) {
    const parts: LeastSquaresSums[] = []
    for (const range of sectionRanges(here, asked.section)) parts.push(yield* sumsOfSection(here, asked, range))
    return parts
  },
  combine(parts, { space }) {
    const sum = treeOfSums(space)
    for (const part of parts) sum.add(part)
    return sum.take()
  },
  *whole(here, asked) {
    const sum = treeOfSums(asked.space)
    for (const range of sectionRanges(here, asked.section)) sum.add(yield* sumsOfSection(here, asked, range))
    return sum.take()
  },
}

function treeOfSums({ centre }: HiddenSpace): TreeSum<LeastSquaresSums> {
  return new TreeSum((one, next) => combinedSums(centre, one, next, 1))
}

function* sumsOfSection(
  { lists, before, runtime }: ListsHere,
  { space, precision, lists: chosen }: HiddenSumsAsked,
  [from, to]: readonly [number, number],
): Training<LeastSquaresSums> {
  if (chosen === undefined) return yield* sumsOfLists(space, lists, from, to, precision, runtime)
  const own = selectLists(lists, listsWithin(chosen, before.lists, from, to))
  return yield* sumsOfLists(space, own, 0, own.listIds.length, precision, runtime)
}
