import { callback, count, fields, flag, options as optionsOf, requireArguments, type Shapes, text } from '../arguments/shapes.ts'
import { formatOfSource } from '../data/files/formatOfSource.ts'
import { refuseIdleOptions } from '../data/files/idleOptions.ts'
import { columnsOf, type FormatReaders, feed, listsFrom, planOf, type ReadListsOptions } from '../data/files/listsFrom.ts'
import { readListsShapes } from '../data/files/readListsShapes.ts'
import { isTextTable, type TextTable, tableParsers } from '../data/files/tableParsers.ts'
import { letorParser } from '../data/letor/letorParser.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import type { TableCells } from '../data/lists/tableCells.ts'
import type { ByteSource } from '../data/sources/byteSource.ts'
import { byteSource } from '../data/sources/sourceShapes.ts'
import { cellsOf } from '../data/tables/finishedTable.ts'
import { rankOf } from '../data/tables/rankOf.ts'
import type { TableReaderOptions } from '../data/tables/tableColumns.ts'
import { utf8MarkLength } from '../data/text/byteOrderMark.ts'
import { separatorLine } from '../data/text/separator.ts'
import { unreachable } from '../problems/problem.ts'
import { SeriesEncoding } from './seriesEncoding.ts'
import { seriesInTime } from './seriesInTime.ts'

/** Options of `ReadListsOptions` that mean nothing for series. */
const withoutMeaning = ['openLabels', 'onProblem', 'keep', 'onKept', 'keepCells', 'copyCells', 'grades', 'sameLists', 'weight'] as const

export interface ReadSeriesOptions extends Omit<ReadListsOptions, (typeof withoutMeaning)[number]> {
  /** Tables of text only: column with a time or a date. The whole source is read, and series come in the order of their times. */
  readonly orderBy?: string
  /** Labels may be missing, as in series whose outcome is not known yet: a missing label is NaN. */
  readonly predict?: boolean
  /** Column that tells streams apart; the id of a list then starts with the key, see `keyOfList`. */
  readonly key?: string
  /**
   * Of tables in which some columns are not plain numbers: encoders are fitted to the cells of so many series, 10 when left out. These are held
   * back until then.
   */
  readonly warmUp?: number
}

/** What `ReadSeriesOptions` take. */
export const readSeriesShapes: Shapes = {
  ...Object.fromEntries(Object.entries(readListsShapes).filter(([name]) => !(withoutMeaning as readonly string[]).includes(name))),
  orderBy: text,
  predict: flag,
  key: text,
  warmUp: count(1),
}

const shapes = {
  source: byteSource,
  options: optionsOf(readSeriesShapes),
  readers: fields({ parquet: callback }, 'readers of other formats'),
}

/**
 * The lists of a source, those that are complete whenever more bytes have come; then the source is closed. A list is complete when a row of
 * another begins, or the line ends that holds it whole. Only what is at hand is kept; a Parquet file is read as a whole.
 */
export async function* seriesFrom(source: ByteSource, asked: ReadSeriesOptions, readers: FormatReaders): AsyncGenerator<RankingLists[]> {
  requireArguments({ source, options: asked, readers }, shapes)
  const { ranks, key, orderBy, predict, warmUp, ...options } = asked
  try {
    const format = await formatOfSource(source, options.format)
    const ready: RankingLists[] = []
    const onList = (complete: RankingLists) => void ready.push(complete)
    const needs = `series in CSV, TSV or JSON lines, and ${source.name} is ${format}`
    if (isTextTable(format)) {
      const plan = await planOf(beginning(source, format), format, options)
      const columns = { ...columnsOf(options), key, orderBy, plan, ...labelReading(ranks, predict) }
      const encoding = new SeriesEncoding({ ...columns, warmUp })
      const parser = () => tableParsers[format](source.name, { ...columns, onList })
      if (orderBy === undefined) return yield* encoded(piecewise(source, parser(), ready), encoding)
      return yield* encoded([seriesInTime(await allSeries(source, format, columns, predict))], encoding)
    }
    switch (format) {
      case 'letor':
        refuseIdleOptions(
          { key, orderBy, predict, warmUp, ...options },
          ['key', 'orderBy', 'predict', 'warmUp', 'list', 'label', 'item', 'features', 'ignore'],
          needs,
        )
        return yield* piecewise(source, letorParser(source.name, { onNote: options.onNote, onList }), ready)
      case 'parquet':
      case 'cifar': {
        refuseIdleOptions({ key, orderBy, predict }, ['key', 'orderBy', 'predict'], needs)
        const whole = new WholeTable()
        const lists = await listsFrom(
          source,
          { ...options, format },
          { parquet: (from, own) => readers.parquet(from, { ...own, ...whole.reading }) },
        )
        return yield* encoded([seriesOf(whole.withCells(lists))], new SeriesEncoding({ ...columnsOf(options), warmUp }))
      }
      default:
        unreachable(format)
    }
  } finally {
    await source.close()
  }
}

/** Series as they come, those with cells once there are encoders for them. */
async function* encoded(
  batches: AsyncIterable<RankingLists[]> | Iterable<RankingLists[]>,
  encoding: SeriesEncoding,
): AsyncGenerator<RankingLists[]> {
  let failure: { readonly error: unknown } | undefined
  try {
    for await (const batch of batches) {
      const ready = batch.flatMap((series) => encoding.take(series))
      if (ready.length > 0) yield ready
    }
  } catch (error) {
    failure = { error } // what was complete before is given first
  }
  const rest = encoding.end()
  if (rest.length > 0) yield rest
  if (failure !== undefined) throw failure.error
}

/** Nobody waits for a sample of an input that grows: of what cannot be read twice, the columns are guessed from the rows that have come first. */
function beginning(source: ByteSource, format: TextTable): ByteSource {
  if (source.slice !== undefined) return source
  const hasRow = (head: Uint8Array) => {
    const start = format === 'jsonl' ? 0 : (separatorLine(head, utf8MarkLength(head, 0, head.length), head.length)?.next ?? 0)
    const first = head.indexOf(lineFeed, start)
    return first >= 0 && (format === 'jsonl' || head.indexOf(lineFeed, first + 1) >= 0)
  }
  return { ...source, head: () => source.head(hasRow) }
}

const lineFeed = 10

function labelReading(ranks = false, predict = false): Pick<TableReaderOptions, 'labelOf' | 'openLabels'> {
  const labelOf = (text: string) => (predict && text.trim() === '' ? Number.NaN : ranks ? rankOf(text) : undefined)
  return { ...((ranks || predict) && { labelOf }), ...(predict && { openLabels: true }) }
}

/** All series of a table; without open labels, the rows of each together wherever they stand. */
async function allSeries(source: ByteSource, format: TextTable, columns: TableReaderOptions, predict = false): Promise<RankingLists[]> {
  const all: RankingLists[] = []
  if (predict) {
    const onList = (complete: RankingLists) => void all.push(complete)
    const parser = tableParsers[format](source.name, { ...columns, onList })
    await feed(source, parser)
    parser.finish()
    return all
  }
  const whole = new WholeTable()
  const parser = tableParsers[format](source.name, { ...columns, ...whole.reading })
  await feed(source, parser)
  return seriesOf(whole.withCells(parser.finish()))
}

/** A table that is read as a whole, with its cells and before encoders are fitted. */
class WholeTable {
  #cells: TableCells | undefined

  readonly reading: Pick<TableReaderOptions, 'onTable'> = {
    onTable: (table, names) => {
      if (table.raw.length === 0) return
      const raw = table.raw.map((column) => column.finish(table.lists.sourceRows))
      this.#cells = cellsOf({ ...table, raw }, names)
    },
  }

  withCells(lists: RankingLists): RankingLists {
    return this.#cells === undefined ? lists : { ...lists, cells: this.#cells }
  }
}

function seriesOf(lists: RankingLists): RankingLists[] {
  return lists.listIds.map((_, place) => selectLists(lists, [place]))
}

/** Gives what the parser has put into `ready` after each chunk. What was complete before a row that cannot be read is given first. */
async function* piecewise(
  source: ByteSource,
  parser: { push(chunk: Uint8Array): void; finish(): unknown },
  ready: RankingLists[],
): AsyncGenerator<RankingLists[]> {
  let failure: { readonly error: unknown } | undefined
  const attempt = (step: () => void) => {
    try {
      step()
    } catch (error) {
      failure = { error }
    }
  }
  for await (const chunk of source.bytes()) {
    attempt(() => parser.push(chunk))
    if (ready.length > 0) yield ready.splice(0)
    if (failure !== undefined) throw failure.error
  }
  attempt(() => parser.finish())
  if (ready.length > 0) yield ready.splice(0)
  if (failure !== undefined) throw failure.error
}
