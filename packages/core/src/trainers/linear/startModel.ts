/** A model to start from: its feature map and its features are kept, its weights are where the search begins. */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { featureMapOptions } from '../../options/sharedOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { requireRows } from '../common/rowWeights.ts'

/** Beside its options, what a linear ranker is given. */
export interface LinearRankerData {
  readonly valid?: RankingLists
  readonly start?: LinearModel
}

/** The lists with the features of the start model, where there is one. */
export function startingLists(given: RankingLists, start: LinearModel | undefined): { lists: RankingLists; notes: string[] } {
  requireRows(given)
  const weights = given.listWeights
  if (weights !== undefined && !weights.some((weight) => weight > 0)) {
    throw new RankwrightError({ area: 'model', code: 'nothing-to-train-on', what: 'all lists weigh 0' })
  }
  if (start === undefined) return { lists: given, notes: [] }
  const { lists, notes } = matchFeatures(start, given)
  return { lists, notes: notes.map((note) => `start: ${note}`) }
}

/** A start model brings its own feature map. */
export function refuseMapOptions(given: readonly string[], start: LinearModel | undefined): void {
  if (start === undefined) return
  for (const option of Object.keys(featureMapOptions)) {
    if (given.includes(option)) refuseOption(option, 'no start model, whose feature map is kept')
  }
}
