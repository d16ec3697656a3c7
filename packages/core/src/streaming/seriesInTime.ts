import { keyOfList } from '../data/lists/listByList.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { decimal } from '../data/text/tableNumber.ts'
import { RankwrightError } from '../problems/problem.ts'

/**
 * Series in the order of their times, which stand before their ids: see `orderBy` of data/tables/tableColumns.ts. Series of the same time keep
 * their order. A time is a number, or a date with or without a time of day: `2015-03-14`, `2015-03-14T05:30Z`.
 */
export function seriesInTime(series: readonly RankingLists[]): RankingLists[] {
  const times = new Map<string, string>()
  const dated = series.map((lists) => {
    const { key: time = '', list: id } = keyOfList(lists.listIds[0])
    const before = times.get(id)
    const shown = keyOfList(id).list
    if (before !== undefined && before !== time)
      throw new RankwrightError({ area: 'stream', code: 'series-with-two-times', series: shown, times: [before, time] })
    times.set(id, time)
    const value = timeOf(time)
    if (value === undefined) throw new RankwrightError({ area: 'stream', code: 'not-a-time', series: shown, found: time })
    return { value, lists: { ...lists, listIds: [id] } }
  })
  return dated.sort((a, b) => a.value - b.value).map(({ lists }) => lists)
}

const dateForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

function timeOf(text: string): number | undefined {
  const number = decimal(text)
  if (number !== undefined) return Number.isFinite(number) ? number : undefined
  const form = dateForm.exec(text)
  if (form === null) return undefined
  // A time of day without a zone is taken for universal time, as a date is.
  const moment = Date.parse(text.length > 10 && form[1] === undefined ? `${text.replace(' ', 'T')}Z` : text.replace(' ', 'T'))
  return Number.isNaN(moment) ? undefined : moment
}
