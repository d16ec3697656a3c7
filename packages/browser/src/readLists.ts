import {
  chooseFeatures,
  delimitedTextParser,
  type FileFormat,
  fileFormats,
  formatOfContent,
  formatOfName,
  jsonLinesParser,
  letorParser,
  type RankingLists,
  RankwrightError,
  type TableParser,
  type TableReaderOptions,
} from '@rankwright/core'
import { type ParquetOptions, readParquet } from './readParquet.ts'
import { type Source, sourceBytes } from './sourceBytes.ts'

export interface ReadListsOptions extends Omit<TableReaderOptions, 'size'>, ParquetOptions {
  /** How messages call the file, and where the format is looked for first; a `File` has a name already. */
  readonly name?: string
  /** How the file is written; found from its name, then from its first bytes, when left out. */
  readonly format?: Exclude<FileFormat, 'cifar'>
}

/** Reads judged lists from what a page holds. The first faulty row is thrown, unless `onProblem` is there to be told of it. */
export async function readLists(source: Source, options: ReadListsOptions = {}): Promise<RankingLists> {
  const file = options.name ?? ('name' in source && typeof source.name === 'string' ? source.name : 'data')
  const named = options.format ?? formatOfName(file)
  if (named === 'parquet') return readParquet(source, file, options)
  const pieces = sourceBytes(source, file)
  const first = await pieces.next()
  const head = first.done ? new Uint8Array(0) : first.value
  const format = named ?? formatOfContent(head)
  if (format === 'parquet') {
    await pieces.return(undefined)
    return readParquet(source, file, options)
  }
  const parser = parserOf(format, file, head, options)
  parser.push(head)
  for await (const piece of pieces) parser.push(piece)
  return format === 'letor' ? chooseFeatures(parser.finish(), options, file) : parser.finish()
}

function parserOf(format: FileFormat | undefined, file: string, head: Uint8Array, options: ReadListsOptions): TableParser<RankingLists> {
  switch (format) {
    case 'letor':
      for (const option of ['list', 'label', 'item'] as const) {
        if (options[option] === undefined) continue
        const needs = `tables (CSV, TSV, JSON lines, Parquet), and ${file} is letor`
        throw new RankwrightError({ area: 'option', code: 'option-without-effect', option, needs })
      }
      return letorParser(file, options)
    case 'csv':
      return delimitedTextParser(file, { ...options, separator: ',' })
    case 'tsv':
      return delimitedTextParser(file, { ...options, separator: '\t' })
    case 'jsonl':
      return jsonLinesParser(file, options)
    default: {
      const at = { file, line: 1, column: 1 }
      if (head.length === 0) throw new RankwrightError({ area: 'data', code: 'no-rows', at })
      throw new RankwrightError({ area: 'data', code: 'unknown-format', at, formats: fileFormats.filter((each) => each !== 'cifar') })
    }
  }
}
