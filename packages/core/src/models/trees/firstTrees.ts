import type { TreesModel } from './trees.ts'

/** The model as it was after so many trees; the whole model if it has no more. */
export function firstTrees(model: TreesModel, count: number): TreesModel {
  if (count + 1 >= model.starts.length) return model
  const splits = model.starts[count]
  const leaves = splits + count
  const sets = model.categorical.filter((split) => split < splits).length
  return {
    ...model,
    starts: model.starts.slice(0, count + 1),
    columns: model.columns.slice(0, splits),
    thresholds: model.thresholds.slice(0, splits),
    left: model.left.slice(0, splits),
    right: model.right.slice(0, splits),
    missingLeft: model.missingLeft.slice(0, splits),
    leaves: model.leaves.slice(0, leaves),
    categorical: model.categorical.slice(0, sets),
    setStarts: model.setStarts.slice(0, sets + 1),
    sets: model.sets.slice(0, model.setStarts[sets]),
    ...(model.covers && model.leafCovers && { covers: model.covers.slice(0, splits), leafCovers: model.leafCovers.slice(0, leaves) }),
    ...(model.gains && { gains: model.gains.slice(0, splits) }),
  }
}
