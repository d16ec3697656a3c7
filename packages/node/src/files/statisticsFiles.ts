import { options as optionsShape } from '@rankwright/core/arguments'
import { documentText } from '@rankwright/core/data'
import { type LeastSquaresStatistics, statisticsFromJson, statisticsToJson } from '@rankwright/core/models'
import { writeShapes } from '../outputs/outputShapes.ts'
import { type WriteOptions, writePieces } from '../outputs/writePieces.ts'
import { type FileInput, openSource } from './openSource.ts'

/** Writes the sums behind a least-squares fit, as `writeModel` writes a model. */
export async function writeStatistics(statistics: LeastSquaresStatistics, path: string, options: WriteOptions = {}): Promise<void> {
  optionsShape(writeShapes)('options', options)
  await writePieces(path, [statisticsToJson(statistics)], 'statistics', options)
}

export async function readStatistics(input: FileInput): Promise<LeastSquaresStatistics> {
  const { name, text } = await documentText(await openSource(input), 'rankwright-statistics')
  return statisticsFromJson(text, name)
}
