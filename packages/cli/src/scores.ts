import { type ListModel, type RankingLists, score } from '@rankwright/core'
import { rowCount } from '@rankwright/core/data'
import { matchLists, requireListModel } from '@rankwright/core/models'
import { readModel, readScores, runtimeFor } from '@rankwright/node'
import type { Surroundings } from './command.ts'

/** A model file, and the lists in the form that the model was trained on. */
export async function readRanker(
  path: string,
  lists: RankingLists,
  around: Surroundings,
): Promise<{ readonly model: ListModel; readonly matched: RankingLists }> {
  const model = requireListModel(await readModel(path), path)
  const { lists: matched, notes } = matchLists(model, lists)
  for (const note of notes) around.note(`note: ${note}`)
  return { model, matched }
}

/** The scores of a model file, one per row in the order of the lists. */
export async function scoresOfModel(path: string, lists: RankingLists, around: Surroundings): Promise<Float64Array> {
  const { model, matched } = await readRanker(path, lists, around)
  around.progress({ stage: 'scoring', done: 0 })
  const { runtime, close } = runtimeFor()
  try {
    return score(model, matched, runtime)
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
