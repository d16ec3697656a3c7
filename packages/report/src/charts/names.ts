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

/** Both names of a difference get their share of the room. */
function fittedName({ name, minus }: NamedRow, room: number): string {
  if (minus === undefined) return fitted(cleaned(name), room)
  const [first, second] = [cleaned(name), cleaned(minus)]
  const left = room - textWidth(minusSign)
  const [a, b] = [textWidth(first), textWidth(second)]
  const forFirst = a + b <= left ? a : Math.max(left / 2, left - b)
  const forSecond = Math.max(left / 2, left - Math.min(a, forFirst))
  return `${isolated(fitted(first, forFirst))}${minusSign}${isolated(fitted(second, forSecond))}`
}

/** Letters that run from right to left do not turn round what stands beside them. */
function isolated(text: string): string {
  return /^[ -~…]*$/.test(text) ? text : `\u2068${text}\u2069`
}
