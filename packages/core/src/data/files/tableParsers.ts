/** The parsers of tables of text. Lists and series are both read with them. */
import type { RankingLists } from '../lists/rankingLists.ts'
import { delimitedTextParser } from '../tables/delimitedText.ts'
import { jsonLinesParser } from '../tables/jsonLines.ts'
import type { TableParser, TableReaderOptions } from '../tables/tableColumns.ts'
import type { FileFormat } from './fileFormat.ts'

type MakeParser = (file: string, options: TableReaderOptions) => TableParser<RankingLists>

export const tableParsers = {
  csv: (file, options) => delimitedTextParser(file, { ...options, separator: ',' }),
  tsv: (file, options) => delimitedTextParser(file, { ...options, separator: '\t' }),
  jsonl: jsonLinesParser,
} as const satisfies Partial<Readonly<Record<FileFormat, MakeParser>>>

export type TextTable = keyof typeof tableParsers

export function isTextTable(format: FileFormat): format is TextTable {
  return Object.hasOwn(tableParsers, format)
}
