/** The lists of a linear ranker, mapped by its feature map and held anywhere. */
import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { CurvedLossSpec, LossSpec } from '../../losses/lossSpec.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import type { ChosenLabels } from '../../work/operations/chosenLists.ts'
import type { ListValues } from '../../work/operations/listMetrics.ts'
import type { ListsSummary } from '../../work/operations/summary.ts'
import type { LossSum, Weighing } from '../../work/passes/rankingPass.ts'
import { foldsOfHeld } from '../common/foldsOfHeld.ts'

export interface LinearLists {
  readonly width: number
  readonly size: ListsSummary
  readonly weighing: Weighing
  /** Whether mapped rows lie dense in memory. */
  readonly dense: boolean
  /** The mean squared distance of two items of a list. */
  spread(): Training<number>
  /** The mean loss of the lists, and its gradient. */
  loss(loss: LossSpec, weights: Float64Array): Training<LossSum>
  /** Its second derivative at the weights, times the direction. */
  curvature(loss: CurvedLossSpec, weights: Float64Array, direction: Float64Array): Training<Float64Array>
  /** Of some lists, by their numbers in ascending order. */
  labelsOf(lists: Uint32Array): Training<ChosenLabels>
  /** Their scores; `loss` says which pass may have these weights already. */
  scoresOf(lists: Uint32Array, loss: LossSpec, weights: Float64Array): Training<Float64Array>
  /** One mapped row minus another, for pairs of rows in the order of their lists. */
  differences(pairs: Uint32Array): Training<Float64Array>
  /** Some of the lists, by their numbers in ascending order. */
  someLists(chosen: Uint32Array): Training<LinearLists>
  /** Folds of the lists, by their numbers. */
  folds(count: number, seed: number): Training<Uint32Array[]>
  /** A metric of every list. */
  metrics(metric: string, weights: Float64Array): Training<ListValues>
}

export function* linearLists(held: HeldLists, map: FeatureMap): Training<LinearLists> {
  const size = yield* held.ask('summary', {})
  // A share of the lists may have no weight at all: then its lists count the same.
  const weighing: Weighing = size.weight > 0 ? { by: 'weights', total: size.weight } : { by: 'count', total: size.lists }
  return {
    width: map.width,
    size,
    weighing,
    dense: !(held.layout === 'sparse' && map.zero === 'kept'),
    spread: () => held.ask('listSpread', { map }),
    loss: (loss, weights) => held.ask('loss', { map, loss, weights, weighing }),
    curvature: (loss, weights, direction) => held.ask('curvature', { map, loss, weights, direction, weighing }),
    labelsOf: (lists) => held.ask('labelsOfLists', { lists }),
    scoresOf: (lists, loss, weights) => held.ask('scoresOfLists', { map, lists, loss, weights, weighing }),
    differences: (pairs) => held.ask('rowDifferences', { map, pairs }),
    someLists: (chosen) => linearLists(held.someLists(chosen), map),
    folds: (count, seed) => foldsOfHeld(held, count, { seed }),
    metrics: (metric, weights) => held.ask('listMetrics', { map, weights, metric, greatestLabel: size.greatestLabel }),
  }
}
