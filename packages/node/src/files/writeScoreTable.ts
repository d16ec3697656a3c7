import { options as optionsShape, requireArguments } from '@rankwright/core/arguments'
import { type ScoreTable, scoresParquet } from '@rankwright/parquet'
import { filePath, writeShapes } from '../outputs/outputShapes.ts'
import { type WriteOptions, writePieces } from '../outputs/writePieces.ts'

/**
 * Writes scores as a Parquet file: the list, the place of the row in it, the item where items have names, and the score. The file appears when it is whole;
 * a table of scores of that name is replaced then, any other file only with `force`.
 */
export async function writeScoreTable(table: ScoreTable, path: string, options: WriteOptions = {}): Promise<void> {
  requireArguments({ path, options }, { path: filePath, options: optionsShape(writeShapes) })
  await writePieces(path, scoresParquet(table), 'scoresTable', options)
}
