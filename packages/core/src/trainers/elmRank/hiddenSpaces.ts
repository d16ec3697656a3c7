import type { HiddenSpace } from '../../models/elm/leastSquaresStatistics.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import { featureMapChoice } from '../common/featureMapChoice.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { requireSquares, requireWeight, sizeOf } from '../common/requirements.ts'
import { drawNodes } from './drawNodes.ts'
import type { ResolvedElmRankOptions } from './elmRankOptions.ts'
import { featureSpread } from './featureSpread.ts'

/** Rows of this many features each cost as much as a dense row, even if they are sparse. */
const mostFeatures = 16_384

/** The space of the nodes for each steepness, with one feature map. */
export function* hiddenSpaces(lists: HeldLists, options: ResolvedElmRankOptions): Training<(steepness: number) => HiddenSpace> {
  const { node, nodes, nodeScale, centre, pairs, seed } = options
  yield* requireWeight(lists)
  requireSquares(yield* sizeOf(lists))
  if (lists.width > mostFeatures) {
    throw new RankwrightError({ area: 'model', code: 'dense-only', method: 'elmrank', found: lists.width, most: mostFeatures })
  }
  const featureMap = yield* fittedMap(lists, featureMapChoice(options))
  const spread = nodeScale === undefined ? yield* featureSpread(featureMap, lists) : undefined
  return (steepness) => ({
    features: featuresOf(lists),
    featureMap,
    nodes: drawNodes(node, nodes, lists.width, spread ? { spread, factor: steepness } : nodeScale!, seed),
    centre,
    pairs,
  })
}
