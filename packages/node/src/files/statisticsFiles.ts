import { type LeastSquaresStatistics, statisticsFromJson, statisticsToJson } from '@rankwright/core'
import { writePieces } from './atomicFile.ts'
import { readDocument } from './readModel.ts'

/** Writes the sums behind a least-squares fit, as `writeModel` writes a model. */
export async function writeStatistics(statistics: LeastSquaresStatistics, path: string): Promise<void> {
  await writePieces(path, [statisticsToJson(statistics)])
}

export async function readStatistics(path: string): Promise<LeastSquaresStatistics> {
  return statisticsFromJson(await readDocument(path, 'rankwright-statistics'), path)
}
