import { type DateOrder, dayOrEpoch, monthOfDay, weekdayOf } from '../cells/cellDate.ts'
import type { EncoderKind } from './encoderKind.ts'

/** The age of a date in days, the day of the week and the quarter of the year. A missing date has no age. */
export interface DateEncoder {
  readonly kind: 'date'
  readonly column: string
  readonly order: DateOrder
  /** The day that ages are counted back from, in days since 1970: the latest one in training. */
  readonly reference: number
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const quarters = ['Q1', 'Q2', 'Q3', 'Q4']

/** The greatest number of days that a date of JavaScript is from 1970. */
const mostDays = 1e8

function dayText(day: number): string {
  return Math.abs(day) <= mostDays ? new Date(day * 86_400_000).toISOString().slice(0, 10) : `day ${day}`
}

export const dateKind: EncoderKind<DateEncoder> = {
  names: ({ column }) => [`${column}:age in days`, ...[...weekdays, ...quarters].map((part) => `${column}:${part}`)],
  becomes: ({ reference }) => `its age in days at ${dayText(reference)}, weekday and quarter`,
  open:
    ({ order, reference }) =>
    (cell, first, row) => {
      const day = typeof cell === 'string' ? dayOrEpoch(cell, order) : undefined
      if (day === undefined) {
        row.put(first, Number.NaN)
        return
      }
      row.put(first, Math.fround(reference - day))
      row.put(first + 1 + weekdayOf(day), 1)
      row.put(first + 1 + weekdays.length + Math.floor((monthOfDay(day) - 1) / 3), 1)
    },
  toDocument: ({ order, reference }) => ({ order, reference }),
  fromDocument(column, document, where, read) {
    const parts = read.object(document, where, ['kind', 'column', 'order', 'reference'])
    const order = read.choice(parts['order'], `${where}.order`, ['day-first', 'month-first'])
    return { kind: 'date', column, order, reference: read.number(parts['reference'], `${where}.reference`) }
  },
}
