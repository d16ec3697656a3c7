import { parsePreferences, parseScores, type RankingLists } from '@rankwright/core'
import { readBytes, type SourceOptions } from './byteSource.ts'

/** Scores, one per line, as many as the data has rows. */
export async function readScores(path: string, rows?: number, options: SourceOptions = {}): Promise<Float64Array> {
  return parseScores(path, await readBytes(path, options), rows)
}

/** Pairs `list,preferred,other` of the lists, as lists of two items each. */
export async function readPreferences(path: string, lists: RankingLists): Promise<RankingLists> {
  return parsePreferences(path, await readBytes(path), lists)
}
