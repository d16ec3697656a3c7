import { oneOf, optional, options as optionsShape, requireArguments } from '@rankwright/core/arguments'
import { formatOfName, type ScoreTable, scoresCsv } from '@rankwright/core/data'
import { scoresParquet } from '@rankwright/parquet'
import { filePath, writeShapes } from '../outputs/outputShapes.ts'
import { type WriteOptions, writePieces } from '../outputs/writePieces.ts'

export interface WriteScoresOptions extends WriteOptions {
  /** Otherwise CSV where the name ends in `.csv` or `.csv.gz`, and Parquet where it does not. */
  readonly format?: 'csv' | 'parquet'
}

/**
 * Writes scores as a table: the list, the place of the row in it, the item where items have names, columns that were to be kept, and the score. Rows of CSV stand as in the file,
 * rows of Parquet list by list. The file appears when it is whole; a table of scores of that name is replaced then, any other file only with `force`.
 */
export async function writeScoreTable(table: ScoreTable, path: string, options: WriteScoresOptions = {}): Promise<void> {
  requireArguments(
    { path, options },
    { path: filePath, options: optionsShape({ ...writeShapes, format: optional(oneOf('csv', 'parquet')) }) },
  )
  const { format = formatOfName(path) === 'csv' ? 'csv' : 'parquet', ...writing } = options
  await writePieces(path, format === 'csv' ? scoresCsv(table) : scoresParquet(table), 'scoresTable', writing)
}
