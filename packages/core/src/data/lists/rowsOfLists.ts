/** What is asked of the rows of lists from outside: the functions of rankingLists.ts, which trust what they are given, after a look at the arguments. */

import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { requireNumber } from '../../arguments/requireNumber.ts'
import { copyRow as copyRowOf, listCount as listsOf, fileOrder as orderOf, type RankingLists, rowCount as rowsOf } from './rankingLists.ts'
import { requireLists } from './requireLists.ts'

export function rowCount(lists: RankingLists): number {
  requireLists('lists', lists)
  return rowsOf(lists)
}

export function listCount(lists: RankingLists): number {
  requireLists('lists', lists)
  return listsOf(lists)
}

/** Copies the features of one row, zeros included, into a buffer of `width` numbers. */
export function copyRow(lists: RankingLists, row: number, into: Float32Array | Float64Array): void {
  requireLists('lists', lists)
  requireNumber('row', row, { whole: true, atLeast: 0, atMost: lists.labels.length - 1 })
  if (!(into instanceof Float32Array || into instanceof Float64Array) || into.length < lists.width)
    refuseArgument('into', into, `a Float32Array or Float64Array of ${lists.width} numbers`)
  copyRowOf(lists, row, into)
}

/** The rows in the order in which they stood in the file: row fileOrder[i] was the i-th. */
export function fileOrder(lists: RankingLists): Uint32Array {
  requireLists('lists', lists)
  return orderOf(lists)
}
