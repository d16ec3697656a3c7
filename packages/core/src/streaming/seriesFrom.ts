import { callback, fields, flag, options as optionsOf, requireArguments, text } from '../arguments/shapes.ts'
import { formatOfSource } from '../data/files/formatOfSource.ts'
import { refuseIdleOptions } from '../data/files/idleOptions.ts'
import { type FormatReaders, listsFrom, type ReadListsOptions } from '../data/files/listsFrom.ts'
import { readListsShapes } from '../data/files/readListsShapes.ts'
import { isTextTable, tableParsers } from '../data/files/tableParsers.ts'
import { letorParser } from '../data/letor/letorParser.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import type { ByteSource } from '../data/sources/byteSource.ts'
import { byteSource } from '../data/sources/sourceShapes.ts'
import { rankOf } from '../data/tables/rankOf.ts'
import type { TableParser, TableReaderOptions } from '../data/tables/tableColumns.ts'
import { unreachable } from '../problems/problem.ts'
import { seriesInTime } from './seriesInTime.ts'

export interface ReadSeriesOptions extends Omit<ReadListsOptions, 'unlabelled' | 'openLabels' | 'onProblem'> {
  /** Tables of text only: column with a time or a date. The whole source is read, and series come in the order of their times. */
  readonly orderBy?: string
  /** Labels may be missing, as in series whose outcome is not known yet: a missing label is NaN. */
  readonly predict?: boolean
  /** Column that tells streams apart; the id of a list then starts with the key, see `keyOfList`. */
  readonly key?: string
}

const { unlabelled: _, openLabels: __, onProblem: ___, ...readShapes } = readListsShapes
/** What `ReadSeriesOptions` take. */
export const readSeriesShapes = { ...readShapes, orderBy: text, predict: flag, key: text }

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
  const { ranks, key, orderBy, predict, ...options } = asked
  try {
    const format = await formatOfSource(source, options.format)
    const { list, label, item, features, ignore, onNote } = options
    const ready: RankingLists[] = []
    const onList = (complete: RankingLists) => void ready.push(complete)
    const needs = `series in CSV, TSV or JSON lines, and ${source.name} is ${format}`
    if (isTextTable(format)) {
      const columns = { list, label, item, key, orderBy, features, ignore, onNote, ...labelReading(ranks, predict) }
      const parser = () => tableParsers[format](source.name, { ...columns, onList })
      if (orderBy === undefined) return yield* piecewise(source, parser(), ready)
      if (!predict) return yield seriesInTime(await whole(source, tableParsers[format](source.name, columns)))
      const all: RankingLists[] = []
      for await (const some of piecewise(source, parser(), ready)) all.push(...some)
      return yield seriesInTime(all)
    }
    switch (format) {
      case 'letor':
        refuseIdleOptions(
          { key, orderBy, predict, ...options },
          ['key', 'orderBy', 'predict', 'list', 'label', 'item', 'features', 'ignore'],
          needs,
        )
        return yield* piecewise(source, letorParser(source.name, { onNote, onList }), ready)
      case 'parquet':
      case 'cifar': {
        refuseIdleOptions({ key, orderBy, predict }, ['key', 'orderBy', 'predict'], needs)
        const lists = await listsFrom(source, { ...options, format }, readers)
        for (let place = 0; place < lists.listIds.length; place++) yield [selectLists(lists, [place])]
        return
      }
      default:
        unreachable(format)
    }
  } finally {
    await source.close()
  }
}

function labelReading(ranks = false, predict = false): Pick<TableReaderOptions, 'labelOf' | 'openLabels'> {
  const labelOf = (text: string) => (predict && text.trim() === '' ? Number.NaN : ranks ? rankOf(text) : undefined)
  return { ...((ranks || predict) && { labelOf }), ...(predict && { openLabels: true }) }
}

/** All series of a table, the rows of each together wherever they stand. */
async function whole(source: ByteSource, parser: TableParser<RankingLists>): Promise<RankingLists[]> {
  for await (const chunk of source.bytes()) parser.push(chunk)
  const lists = parser.finish()
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
