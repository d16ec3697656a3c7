import type { RankingLists } from '@rankwright/core'
import { count, optional, options as optionsShape, requireArguments, requireLists, sourceShapes } from '@rankwright/core/arguments'
import { type DrawnPairs, parsePreferences, parsePreferredPairs, parseScores, type SourceOptions } from '@rankwright/core/data'
import { type FileInput, readNamed } from './openSource.ts'

/** Scores, one per line, as many as the data has rows. */
export async function readScores(input: FileInput, rows?: number, options: SourceOptions = {}): Promise<Float64Array> {
  requireArguments({ rows, options }, { rows: optional(count()), options: optionsShape(sourceShapes) })
  const { name, bytes } = await readNamed(input, options)
  return parseScores(name, bytes, rows)
}

/** Pairs `list,preferred,other` of the lists, as lists of two items each. */
export async function readPreferences(input: FileInput, lists: RankingLists): Promise<RankingLists> {
  requireLists('lists', lists)
  const { name, bytes } = await readNamed(input)
  return parsePreferences(name, bytes, lists)
}

/** Pairs `list,preferred,other` of the lists, as rows of these lists. */
export async function readPreferredPairs(input: FileInput, lists: RankingLists): Promise<DrawnPairs> {
  requireLists('lists', lists)
  const { name, bytes } = await readNamed(input)
  return parsePreferredPairs(name, bytes, lists)
}
