import {
  delimitedTextParser,
  type FileFormat,
  fileFormats,
  formatOfContent,
  formatOfName,
  jsonLinesParser,
  letorParser,
  type RankingLists,
  RankwrightError,
  rankOf,
  selectLists,
  type TableParser,
} from '@rankwright/core'
import { openSource } from '../files/byteSource.ts'
import type { ReadListsOptions } from '../files/formatReader.ts'
import { readLists } from '../files/readLists.ts'

export interface ReadSeriesOptions
  extends Pick<ReadListsOptions, 'format' | 'list' | 'label' | 'item' | 'features' | 'ignore' | 'onProgress' | 'onNote' | 'stop'> {
  /** Labels may be written as rankings print places: `=45`, `201-250`. */
  readonly ranks?: boolean
  /** Column that tells streams apart; the id of a list then starts with the key, see `keyOfList`. */
  readonly key?: string
}

/**
 * The lists of a file or of standard input, those that are complete whenever more bytes have come. A list is complete when a row of
 * another begins, or the line ends that holds it whole. Only what is at hand is kept; a Parquet file is read as a whole.
 */
export async function* readSeries(path: string, options: ReadSeriesOptions = {}): AsyncGenerator<RankingLists[]> {
  const source = await openSource(path, options)
  const format = options.format ?? formatOfName(path) ?? formatOfContent(source.head)
  if (format === undefined) {
    await source.close()
    const at = { file: path, line: 1, column: 1 }
    throw new RankwrightError(
      source.head.length === 0 ? { area: 'data', code: 'no-rows', at } : { area: 'data', code: 'unknown-format', at, formats: fileFormats },
    )
  }
  if (format !== 'csv' && format !== 'tsv' && format !== 'jsonl') refuseIdle(options, format, path)
  if (format === 'parquet' || format === 'cifar') {
    await source.close()
    const { ranks: _, key: __, ...reading } = options
    const lists = await readLists(path, reading)
    for (let list = 0; list < lists.listIds.length; list++) yield [selectLists(lists, [list])]
    return
  }
  const ready: RankingLists[] = []
  const parser = parserOf(format, source.name, options, (list) => ready.push(list))
  // What was complete before a row that cannot be read is handed over first.
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

/** Options that only tables of text heed. */
function refuseIdle(options: ReadSeriesOptions, format: FileFormat, path: string): void {
  const tables = ['key', ...(format === 'letor' ? (['list', 'label', 'item', 'features', 'ignore'] as const) : [])] as const
  const option = tables.find((name) => options[name] !== undefined)
  if (option === undefined) return
  throw new RankwrightError({
    area: 'option',
    code: 'option-without-effect',
    option,
    needs: `series in CSV, TSV or JSON lines, and ${path} is ${format}`,
  })
}

function parserOf(
  format: 'letor' | 'csv' | 'tsv' | 'jsonl',
  file: string,
  { list, label, item, key, features, ignore, onNote, ranks }: ReadSeriesOptions,
  onList: (lists: RankingLists) => void,
): Pick<TableParser<RankingLists>, 'push' | 'finish'> {
  const given = { list, label, item, key, features, ignore, onNote, onList }
  const table = { ...given, ...(ranks && { labelOf: rankOf }) }
  switch (format) {
    case 'letor':
      return letorParser(file, { onNote, onList })
    case 'csv':
      return delimitedTextParser(file, { ...table, separator: ',' })
    case 'tsv':
      return delimitedTextParser(file, { ...table, separator: '\t' })
    case 'jsonl':
      return jsonLinesParser(file, table)
  }
}
