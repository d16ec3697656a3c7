/** The names of rows, left of a chart. */
import { cleaned } from '../text/shown.ts'
import { fitted, textWidth } from '../text/textWidth.ts'
import { fontSize } from './plotted.ts'

export interface NamedRow {
  readonly name: string
  /** Where a row is a difference: the name of what is taken away. */
  readonly minus?: string
}

const minusSign = ' − '

/** The whole name. */
export function rowName({ name, minus }: NamedRow): string {
  return minus === undefined ? name : `${name}${minusSign}${minus}`
}

/** Room for the names: as much as they need, up to two fifths of the picture. */
export function namesMargin(rows: readonly NamedRow[], width: number): number {
  const longest = Math.max(7, ...rows.map((row) => textWidth(rowName(row))))
  return Math.round(Math.min(longest + 16, width * 0.4))
}

/** How high a row is: names of two lines need more. */
export function namesHeight(rows: readonly NamedRow[], margin: number): number {
  return rows.some((row) => fittedName(row, margin - 10).includes('\n')) ? 38 : 30
}

/** Names as the labels of rows that are numbered from 0; long ones are cut. */
export function namesAxis(rows: readonly NamedRow[], margin: number) {
  return {
    tickSize: 0,
    tickPadding: 8,
    tickFormat: (row: number) => (rows[row] === undefined ? '' : fittedName(rows[row], margin - 10)),
    fontSize,
    label: null,
  }
}

/** A difference that is too long for one line gets two. */
function fittedName({ name, minus }: NamedRow, room: number): string {
  if (minus === undefined) return fitted(cleaned(name), room)
  const [first, second] = [cleaned(name), cleaned(minus)]
  const whole = `${isolated(first)}${minusSign}${isolated(second)}`
  if (textWidth(whole) <= room) return whole
  return `${isolated(fitted(first, room))}\n${minusSign.trimStart()}${isolated(fitted(second, room - textWidth(minusSign)))}`
}

/** Letters that run from right to left do not turn round what stands beside them. */
function isolated(text: string): string {
  return /^[ -~…]*$/.test(text) ? text : `\u2068${text}\u2069`
}
