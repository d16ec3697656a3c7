import { delimitedTextParser, jsonLinesParser, type RankingLists, type TableParser, type TableReaderOptions } from '@rankwright/core'
import type { ByteSource, FormatReader } from './formatReader.ts'

export { readParquet } from '../duckdb/readParquet.ts'

export const readCsv: FormatReader = (source, options, onProblem) =>
  feed(source, delimitedTextParser(source.name, { ...parserOptions(source, options, onProblem), separator: ',' }))

export const readTsv: FormatReader = (source, options, onProblem) =>
  feed(source, delimitedTextParser(source.name, { ...parserOptions(source, options, onProblem), separator: '\t' }))

export const readJsonLines: FormatReader = (source, options, onProblem) =>
  feed(source, jsonLinesParser(source.name, parserOptions(source, options, onProblem)))

function parserOptions(...[source, options, onProblem]: Parameters<FormatReader>): TableReaderOptions {
  const { list, label, item, features, ignore, unlabelled, onNote } = options
  return { list, label, item, features, ignore, unlabelled, onNote, onProblem, size: source.size }
}

async function feed(source: ByteSource, parser: TableParser<RankingLists>): Promise<RankingLists> {
  for await (const chunk of source.bytes()) parser.push(chunk)
  return parser.finish()
}
