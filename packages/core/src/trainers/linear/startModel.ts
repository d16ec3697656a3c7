/** A model to start from: its feature map and its features are kept, its weights are where the search begins. */
import type { LinearModel } from '../../models/linear/linear.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { featureMapOptions } from '../../options/sharedOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists, TrainingLists } from '../../work/heldLists.ts'
import { matchHeld } from '../../work/matchHeld.ts'
import { sizeOf } from '../common/rowWeights.ts'

/** Beside its options, what a linear ranker is given. */
export interface LinearRankerData {
  readonly valid?: TrainingLists
  readonly start?: LinearModel
}

/** The lists with the features of the start model, where there is one. */
export function* startingLists(given: HeldLists, start: LinearModel | undefined): Training<{ lists: HeldLists; notes: string[] }> {
  yield* requireWeight(given)
  if (start === undefined) return { lists: given, notes: [] }
  const { lists, notes } = matchHeld(given, start.features)
  return { lists, notes: notes.map((note) => `start: ${note}`) }
}

/** Sees to it that there are rows, and that some list counts. */
export function* requireWeight(lists: HeldLists): Training<void> {
  const { weight } = yield* sizeOf(lists)
  if (!(weight > 0)) throw new RankwrightError({ area: 'model', code: 'nothing-to-train-on', what: 'all lists weigh 0' })
}

/** A start model brings its own feature map. */
export function refuseMapOptions(given: readonly string[], start: LinearModel | undefined): void {
  if (start === undefined) return
  for (const option of Object.keys(featureMapOptions)) {
    if (given.includes(option)) refuseOption(option, 'no start model, whose feature map is kept')
  }
}
