import { fileOrder, type RankingLists } from '../../data/lists/rankingLists.ts'
import { RankwrightError } from '../../problems/problem.ts'

/** Where in the lists a row of the file stands; an error if there is no such row. */
export function rowPlaces(lists: RankingLists): (row: number) => number {
  const order = fileOrder(lists)
  return (row) => {
    if (Number.isInteger(row) && row >= 0 && row < order.length) return order[row]
    const allowed = `rows of the data, 0 to ${order.length - 1}`
    throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'row', found: row, allowed })
  }
}
