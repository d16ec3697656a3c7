/** Cells that do not say what their column is for, and count as missing. */
import { excerpt } from '../../problems/tableProblem.ts'
import { dayOrEpoch } from '../cells/cellDate.ts'
import { vectorIn } from '../cells/cellVector.ts'
import { eachText, textAt } from '../cells/packedTexts.ts'
import type { ColumnEncoder } from '../encoders/encoderKinds.ts'
import { type NumberEncoder, numberOf } from '../encoders/numberEncoder.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'
import { type CellColumn, noValue } from '../lists/tableCells.ts'
import type { DecimalMark } from '../text/formattedNumber.ts'
import type { TableReaderOptions } from './tableColumns.ts'
import { tableError } from './tableError.ts'

/** Cells of a column that its encoder cannot read: how many, of how many that have a value, and the first of them. */
export interface UnreadCells {
  readonly column: string
  readonly role: string
  readonly count: number
  readonly cells: number
  readonly found: string
  /** Of numbers: what speaks for the other decimal mark. */
  readonly otherMark?: OtherMark
}

/** How texts of a column read with the decimal mark of its encoder, and with the other one. */
interface OtherMark {
  readonly decimals: DecimalMark
  /** Cells that are numbers with the other mark alone, with that of the encoder alone, and with both, but different ones: `3.125`. */
  readonly other: number
  readonly own: number
  readonly differ: number
  /** The first that is a number with the other mark alone. */
  readonly found: string
}

/** Those of a whole table, for the columns that have any. */
export function unreadIn(raw: readonly CellColumn[], encoders: TableEncoders): UnreadCells[] {
  return countedIn(raw, encoders, false).filter(({ count }) => count > 0)
}

/** Those of a part of a table, for `mergedUnread`: a part in which all can be read counts, too. */
export function unreadInPart(raw: readonly CellColumn[], encoders: TableEncoders): UnreadCells[] {
  return countedIn(raw, encoders, true)
}

function countedIn(raw: readonly CellColumn[], { columns }: TableEncoders, ofPart: boolean): UnreadCells[] {
  return columns.flatMap((encoder) => {
    const column = raw.find(({ name }) => name === encoder.column)
    return (column && unreadCells(column, encoder, ofPart)) ?? []
  })
}

/** Undefined where every text can be read. */
function unreadCells(column: CellColumn, encoder: ColumnEncoder, ofPart: boolean): UnreadCells | undefined {
  const reads = readerOf(encoder)
  if (reads === undefined) return undefined
  const { values, codes, isNumber } = column
  const isRead = Array.from(eachText(values), reads)
  const isTyped = encoder.kind === 'number' ? isNumber : undefined
  let [count, cells, first] = [0, 0, noValue]
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]
    if (code === noValue) continue
    cells++
    if (isTyped?.[row] === 1 ? Number.isFinite(Number(textAt(values, code))) : isRead[code]) continue
    count++
    first = Math.min(first, code)
  }
  const otherMark = encoder.kind === 'number' && (ofPart || count > 0) ? otherMarkOf(column, encoder) : undefined
  return {
    column: encoder.column,
    role: encoder.kind,
    count,
    cells,
    found: count === 0 ? '' : textAt(values, first),
    ...(otherMark && { otherMark }),
  }
}

function readerOf(encoder: ColumnEncoder): ((text: string) => boolean) | undefined {
  switch (encoder.kind) {
    case 'number':
      return (text) => Number.isFinite(numberOf(text, encoder.decimals, encoder.unit))
    case 'date':
      return (text) => dayOrEpoch(text, encoder.order) !== undefined
    case 'vector':
      return (text) => vectorIn(text)?.length === encoder.length
    default:
      return undefined
  }
}

function otherMarkOf({ values, codes, isNumber }: CellColumn, { decimals, unit }: NumberEncoder): OtherMark {
  const mark = decimals === 'comma' ? 'point' : 'comma'
  const speaksFor = Array.from(eachText(values), (text) => {
    const [own, other] = [numberOf(text, decimals, unit), numberOf(text, mark, unit)]
    return own === other ? undefined : own === undefined ? 'other' : other === undefined ? 'own' : 'differ'
  })
  const counts = { other: 0, own: 0, differ: 0 }
  for (let row = 0; row < codes.length; row++) {
    const which = isNumber?.[row] === 1 ? undefined : speaksFor[codes[row]]
    if (which !== undefined) counts[which]++
  }
  const first = speaksFor.indexOf('other')
  return { decimals: mark, ...counts, found: first < 0 ? '' : textAt(values, first) }
}

/** The same of all rows, from those of parts of a table in their order. */
export function mergedUnread(parts: readonly (readonly UnreadCells[])[]): readonly UnreadCells[] {
  const columns = new Map<string, UnreadCells>()
  for (const unread of parts.flat()) {
    const known = columns.get(unread.column)
    columns.set(unread.column, known === undefined ? unread : sumOf(known, unread))
  }
  return [...columns.values()]
}

function sumOf(one: UnreadCells, next: UnreadCells): UnreadCells {
  const [mark, more] = [one.otherMark, next.otherMark]
  const otherMark = mark &&
    more && {
      decimals: mark.decimals,
      other: mark.other + more.other,
      own: mark.own + more.own,
      differ: mark.differ + more.differ,
      found: mark.found || more.found,
    }
  const [count, cells] = [one.count + next.count, one.cells + next.cells]
  return { ...one, count, cells, found: one.found || next.found, ...(otherMark && { otherMark }) }
}

/** Where so many of the cells speak for the other decimal mark, the column is written with it. */
const otherMarkShare = 0.1
/** And where so many times more of them do than speak against it. */
const otherMarkOdds = 10

function isInOtherMark({ cells, otherMark }: UnreadCells): boolean {
  if (otherMark === undefined) return false
  const { other, own, differ } = otherMark
  return other > 0 && other >= otherMarkOdds * own && other + differ >= otherMarkShare * cells
}

/**
 * One note for each column, whatever the number of cells. A table whose numbers have another decimal mark than those that the encoders of a model
 * were fitted to is refused: what can be read of it would be other numbers.
 */
export function tellUnread(
  unread: readonly UnreadCells[],
  file: string,
  { onNote, encoders }: Pick<TableReaderOptions, 'onNote' | 'encoders'>,
): void {
  const at = { file }
  const ofModel = encoders !== undefined
  const wrong = ofModel ? unread.find(isInOtherMark) : undefined
  if (wrong !== undefined) {
    const { column, count, cells } = wrong
    const { decimals, found } = wrong.otherMark!
    throw tableError({ code: 'numbers-in-other-mark', at, column, count, cells, decimals, found: excerpt(found) })
  }
  for (const { column, role, count, cells, found, otherMark } of unread) {
    if (count === 0) continue
    const mark = otherMark && otherMark.other > 0 && { decimals: otherMark.decimals }
    onNote?.({
      area: 'table',
      code: 'cells-unread',
      at,
      column,
      role,
      count,
      cells,
      found: excerpt(found),
      ...mark,
      ...(ofModel && { ofModel }),
    })
  }
}
