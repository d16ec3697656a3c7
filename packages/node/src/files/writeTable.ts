import { delimitedText, jsonLines } from '@rankwright/core'
import type { TextWriter } from './formatReader.ts'

export { parquetBytes, writeParquet } from '../duckdb/writeParquet.ts'

export const csvText: TextWriter = (lists) => delimitedText(lists, ',')

export const tsvText: TextWriter = (lists) => delimitedText(lists, '\t')

export const jsonLinesText: TextWriter = jsonLines
