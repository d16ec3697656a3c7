/**
 * Series of tables in which some columns are not plain numbers. Encoders are fitted to the cells of the first series, never to labels, and
 * stay as they are from then on: no series that is measured has had a part in them. See docs/decisions/tables-and-encoders.md.
 */
import type { TableEncoders } from '../data/encoders/tableEncoders.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { cellsTable, joinedCellsTable } from '../data/tables/cellsTable.ts'
import { listsByEncoders } from '../data/tables/encodedLists.ts'
import { describedColumns } from '../data/tables/finishedTable.ts'
import { fitTable } from '../data/tables/fitTable.ts'
import { missingWordsOf } from '../data/tables/rawTexts.ts'
import type { TableReaderOptions } from '../data/tables/tableColumns.ts'
import { mergedUnread, tellUnread, type UnreadCells, unreadInPart } from '../data/tables/unreadCells.ts'
import { missingNumbers } from '../data/text/missingNumbers.ts'
import { refuseOption } from '../options/refuseOption.ts'

/** Series that encoders are fitted to, where the number is not given. They are learned, and not measured. */
export const usualWarmUp = 10

export interface SeriesEncodingOptions extends TableReaderOptions {
  readonly warmUp?: number | undefined
}

export class SeriesEncoding {
  readonly #options: SeriesEncodingOptions
  readonly #missing: ReadonlySet<number>
  #encoders: TableEncoders | undefined
  /** Series that wait until there are enough to fit encoders to. */
  #waiting: RankingLists[] = []
  #unread: readonly UnreadCells[] = []
  #file = ''

  constructor(options: SeriesEncodingOptions) {
    const { categoryEncoding: how } = options
    if (how === 'target' || how === 'codes')
      refuseOption('categoryEncoding', how === 'codes' ? 'trees; give one-hot or hash' : 'training on whole files; give one-hot or hash')
    this.#options = options
    this.#missing = missingNumbers(missingWordsOf(options))
    this.#encoders = options.encoders
  }

  /** The series that are ready when this one has come. */
  take(series: RankingLists): RankingLists[] {
    if (series.cells === undefined) return [withoutMissing(series, this.#missing)]
    if (this.#encoders !== undefined) return [this.#encoded(series, this.#encoders)]
    this.#waiting.push(series)
    return this.#waiting.length < (this.#options.warmUp ?? usualWarmUp) ? [] : this.#fit()
  }

  /** The series that are left when no more come. */
  end(): RankingLists[] {
    const rest = this.#waiting.length === 0 ? [] : this.#fit()
    tellUnread(this.#unread, this.#file, this.#options)
    return rest
  }

  #fit(): RankingLists[] {
    const series = this.#waiting
    this.#waiting = []
    const table = joinedCellsTable(series.map(withOwnId))
    const { encoders, columns } = fitTable(table, { ...this.#options, open: true }, this.#options.plan?.reasons ?? new Map())
    this.#encoders = encoders
    const names = [...new Set(series.flatMap(({ cells }) => cells!.names))]
    this.#options.onColumns?.(describedColumns(table, names, this.#options, columns))
    return series.map((each) => this.#encoded(each, encoders))
  }

  #encoded(series: RankingLists, encoders: TableEncoders): RankingLists {
    const table = cellsTable(withOwnId(series))
    this.#file = table.file
    this.#unread = mergedUnread([this.#unread, unreadInPart(table.raw, encoders)])
    return { ...listsByEncoders(table, encoders), listIds: series.listIds }
  }
}

/** A series of plain numbers without those that stand for missing values. */
function withoutMissing(series: RankingLists, missing: ReadonlySet<number>): RankingLists {
  const { features } = series
  if (missing.size === 0) return series
  return { ...series, features: { ...features, values: features.values.map((value) => (missing.has(value) ? Number.NaN : value)) } }
}

/** A key and a time may stand before the id of a series. */
function withOwnId(series: RankingLists): RankingLists {
  return { ...series, listIds: series.listIds.map((id) => id.slice(id.lastIndexOf('\0') + 1)) }
}
