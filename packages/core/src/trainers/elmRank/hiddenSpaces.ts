import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { HiddenSpace } from '../../models/elm/leastSquaresStatistics.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import { LocalLists } from '../../work/localLists.ts'
import { featureMapChoice } from '../common/featureMapChoice.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { requireRows, requireSquares } from '../common/requirements.ts'
import { rowWeights } from '../common/rowWeights.ts'
import { drawNodes } from './drawNodes.ts'
import type { ResolvedElmRankOptions } from './elmRankOptions.ts'
import { featureSpread } from './featureSpread.ts'

/** Rows of this many features each cost as much as a dense row, even if they are sparse. */
const mostFeatures = 16_384

/** The space of the nodes for each steepness, with one feature map. */
export function* hiddenSpaces(
  lists: RankingLists,
  options: ResolvedElmRankOptions,
  runtime: Runtime,
): Training<(steepness: number) => HiddenSpace> {
  const { node, nodes, nodeScale, centre, pairs, seed } = options
  rowWeights(requireRows(lists))
  requireSquares(lists)
  if (lists.width > mostFeatures) {
    throw new RankwrightError({ area: 'model', code: 'dense-only', method: 'elmrank', found: lists.width, most: mostFeatures })
  }
  const featureMap = yield* fittedMap(LocalLists.of(lists, runtime), featureMapChoice(options))
  const spread = nodeScale === undefined ? featureSpread(featureMap, lists) : undefined
  return (steepness) => ({
    features: featuresOf(lists),
    featureMap,
    nodes: drawNodes(node, nodes, lists.width, spread ? { spread, factor: steepness } : nodeScale!, seed),
    centre,
    pairs,
  })
}
