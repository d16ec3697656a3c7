import { type ListModel, type RankingLists, score } from '@rankwright/core'
import { rowCount } from '@rankwright/core/data'
import { matchLists, requireListModel } from '@rankwright/core/models'
import { readModel, readScores, runtimeFor } from '@rankwright/node'
import type { Surroundings } from './command.ts'

/** A model file that scores lists. */
export async function readRanker(path: string): Promise<ListModel> {
  return requireListModel(await readModel(path), path)
}

/** Says what the model takes differently from how the lists have it. */
export function tellMatch(model: ListModel, lists: RankingLists, around: Surroundings): void {
  for (const note of matchLists(model, lists).notes) around.note(`note: ${note}`)
}

/** The scores of a model, one per row in the order of the lists. */
export function scoresOfModel(model: ListModel, lists: RankingLists, around: Surroundings): Float64Array {
  tellMatch(model, lists, around)
  around.progress({ stage: 'scoring', done: 0 })
  const { runtime, close } = runtimeFor()
  try {
    return score(model, lists, runtime)
  } finally {
    close()
  }
}

/** Scores from a file with one line per row of the data file, brought into the order of the lists. */
export async function readScoresFor(lists: RankingLists, path: string): Promise<Float64Array> {
  const inFileOrder = await readScores(path, rowCount(lists))
  const { sourceRows } = lists
  return sourceRows === undefined ? inFileOrder : Float64Array.from(sourceRows, (row) => inFileOrder[row])
}
