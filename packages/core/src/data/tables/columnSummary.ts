/** What encoders are fitted to, instead of rows: what is known of a column, of some rows each, and put together in their order. */
import {
  type DateOrder,
  type DateOrderCounts,
  dateOrderBy,
  dateOrderIn,
  dayOrEpoch,
  noDateOrder,
  withDateOrder,
} from '../cells/cellDate.ts'
import { vectorIn } from '../cells/cellVector.ts'
import { eachText, type PackedTexts, TextPacker, textAt } from '../cells/packedTexts.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { type CellColumn, noValue } from '../lists/tableCells.ts'
import { countTerms, mergedTermCounts, type TermCounts, type TermKind, timesOf } from './termCounts.ts'
import { TextCodes } from './textCodes.ts'

/** What is to be known of a column, beside its missing cells. */
export interface ColumnWish {
  readonly name: string
  /** The different texts, if they are not more than so many. */
  readonly categories?: number
  readonly terms?: readonly TermKind[]
  readonly dates?: true
  /** How long its vectors are. */
  readonly lengths?: true
  /** Whether all rows of a list have the same. */
  readonly byList?: true
}

export interface ColumnSummary {
  readonly missing: number
  /** Left out where there are more than were wished for. */
  readonly categories?: Categories
  readonly terms?: Partial<Readonly<Record<TermKind, TermCounts>>>
  readonly dates?: DateSummary
  /** The lengths of vectors, and how many rows have each. */
  readonly lengths?: { readonly lengths: Float64Array; readonly rows: Float64Array }
  readonly byList?: { readonly same: boolean; readonly several: boolean }
}

/** Each different text once, in the order of the rows, and how many rows have it. */
export interface Categories {
  readonly values: PackedTexts
  readonly times: Uint32Array
}

interface DateSummary {
  readonly counts: DateOrderCounts
  /** The last day, read in either order; −∞ where there is none. */
  readonly latest: Readonly<Record<DateOrder, number>>
}

/** The summaries of columns of the same rows. */
export function summariseColumns(
  columns: readonly CellColumn[],
  lists: Pick<RankingLists, 'offsets'>,
  wishes: readonly ColumnWish[],
): readonly ColumnSummary[] {
  let times: Uint32Array = new Uint32Array(0)
  return wishes.map((wish) => {
    const column = columns.find(({ name }) => name === wish.name)!
    times = timesOf(column, times)
    return summary(column, times, lists, wish)
  })
}

function summary(
  column: CellColumn,
  times: Uint32Array,
  { offsets }: Pick<RankingLists, 'offsets'>,
  { categories, terms, dates, lengths, byList }: ColumnWish,
): ColumnSummary {
  let missing = 0
  for (const code of column.codes) if (code === noValue) missing++
  return {
    missing,
    ...(categories !== undefined && column.values.length <= categories && { categories: inOrderOfRows(column, times) }),
    ...(terms && { terms: Object.fromEntries(terms.map((kind) => [kind, countTerms(column, times, kind)])) }),
    ...(dates && { dates: datesOf(column.values, times) }),
    ...(lengths && { lengths: lengthsOf(column.values, times) }),
    ...(byList && { byList: byListOf(column.codes, offsets) }),
  }
}

/** The summaries of all rows, from those of some rows each, in their order. */
export function mergedSummaries(parts: readonly (readonly ColumnSummary[])[], wishes: readonly ColumnWish[]): readonly ColumnSummary[] {
  if (parts.length === 1) return parts[0]
  return wishes.map((wish, place) =>
    merged(
      parts.map((part) => part[place]),
      wish,
    ),
  )
}

function merged(parts: readonly ColumnSummary[], wish: ColumnWish): ColumnSummary {
  const categories = wish.categories === undefined ? undefined : mergedCategories(parts, wish.categories)
  return {
    missing: parts.reduce((sum, { missing }) => sum + missing, 0),
    ...(categories && { categories }),
    ...(wish.terms && {
      terms: Object.fromEntries(wish.terms.map((kind) => [kind, mergedTermCounts(parts.map(({ terms }) => terms![kind]!))])),
    }),
    ...(wish.dates && { dates: parts.map(({ dates }) => dates!).reduce(mergedDates) }),
    ...(wish.lengths && { lengths: mergedLengths(parts.map(({ lengths }) => lengths!)) }),
    ...(wish.byList && {
      byList: { same: parts.every(({ byList }) => byList!.same), several: parts.some(({ byList }) => byList!.several) },
    }),
  }
}

/** Texts are in the order of the file, which may not be that of the lists; texts that no row has are left out. */
function inOrderOfRows({ values, codes }: CellColumn, times: Uint32Array): Categories {
  const order = new Uint32Array(values.length)
  const seen = new Uint8Array(values.length)
  let count = 0
  for (const code of codes) {
    if (code === noValue || seen[code] === 1) continue
    seen[code] = 1
    order[count++] = code
  }
  if (count === values.length && order.every((code, place) => code === place)) return { values, times: times.slice(0, count) }
  const packer = new TextPacker()
  for (const code of order.subarray(0, count)) packer.push(textAt(values, code))
  return { values: packer.finish(), times: Uint32Array.from(order.subarray(0, count), (code) => times[code]) }
}

function mergedCategories(parts: readonly ColumnSummary[], most: number): Categories | undefined {
  const codes = new TextCodes()
  const times: number[] = []
  for (const { categories } of parts) {
    if (categories === undefined) return undefined
    let place = 0
    for (const text of eachText(categories.values)) {
      const code = codes.codeOf(text)
      times[code] = (times[code] ?? 0) + categories.times[place++]
    }
    if (times.length > most) return undefined
  }
  return { values: codes.values.finish(), times: Uint32Array.from(times) }
}

function datesOf(values: PackedTexts, times: Uint32Array): DateSummary {
  let [counts, dayFirst, monthFirst] = [noDateOrder, -Infinity, -Infinity]
  let code = 0
  for (const text of eachText(values)) {
    const own = times[code++]
    if (own === 0) continue
    const order = dateOrderIn(text)
    const day = dayOrEpoch(text, 'day-first') ?? -Infinity
    dayFirst = Math.max(dayFirst, day)
    monthFirst = Math.max(monthFirst, order === undefined ? day : (dayOrEpoch(text, 'month-first') ?? -Infinity))
    if (order !== undefined) counts = withDateOrder(counts, order, own)
  }
  return { counts, latest: { 'day-first': dayFirst, 'month-first': monthFirst } }
}

function mergedDates(one: DateSummary, other: DateSummary): DateSummary {
  const later = (order: DateOrder) => Math.max(one.latest[order], other.latest[order])
  return {
    counts: withDateOrder(one.counts, other.counts, 1),
    latest: { 'day-first': later('day-first'), 'month-first': later('month-first') },
  }
}

/** In which order days and months are, and the last day; 0 where there is none. */
export function dateFormOf({ counts, latest }: DateSummary, given?: DateOrder): { readonly order: DateOrder; readonly reference: number } {
  const order = dateOrderBy(counts, given)
  return { order, reference: Number.isFinite(latest[order]) ? latest[order] : 0 }
}

function lengthsOf(values: PackedTexts, times: Uint32Array): NonNullable<ColumnSummary['lengths']> {
  const lengths = new Map<number, number>()
  let code = 0
  for (const text of eachText(values)) {
    const length = vectorIn(text)?.length
    if (length !== undefined) lengths.set(length, (lengths.get(length) ?? 0) + times[code])
    code++
  }
  return { lengths: Float64Array.from(lengths.keys()), rows: Float64Array.from(lengths.values()) }
}

function mergedLengths(parts: readonly NonNullable<ColumnSummary['lengths']>[]): NonNullable<ColumnSummary['lengths']> {
  const lengths = new Map<number, number>()
  for (const own of parts)
    for (const [place, length] of own.lengths.entries()) lengths.set(length, (lengths.get(length) ?? 0) + own.rows[place])
  return { lengths: Float64Array.from(lengths.keys()), rows: Float64Array.from(lengths.values()) }
}

/** The length that most vectors have; of two, the shorter. */
export function usualLength({ lengths, rows }: NonNullable<ColumnSummary['lengths']>): number {
  const [place] = Array.from(lengths.keys()).sort((a, b) => rows[b] - rows[a] || lengths[a] - lengths[b])
  return place === undefined ? 1 : lengths[place]
}

/** Whether all rows of a list have the same, and whether a list has several rows. */
function byListOf(codes: Uint32Array, offsets: Uint32Array): NonNullable<ColumnSummary['byList']> {
  let several = false
  for (let list = 0; list + 1 < offsets.length; list++) {
    const first = codes[offsets[list]]
    for (let row = offsets[list] + 1; row < offsets[list + 1]; row++) {
      if (codes[row] !== first) return { same: false, several: true }
      several = true
    }
  }
  return { same: true, several }
}
