/** A model to start from: its feature map and its features are kept, its weights are where the search begins. */
import { kindOf, kinds } from '../../models/kinds.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { featureMapOptions } from '../../options/sharedOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists, TrainingLists } from '../../work/heldLists.ts'
import { matchHeld } from '../../work/matchHeld.ts'
import { requireWeight } from '../common/requirements.ts'

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

/** A start model is linear and brings its own feature map. */
export function refuseMapOptions(given: readonly string[], start: LinearModel | undefined): void {
  if (start === undefined) return
  if (kindOf(start) !== kinds.linear) throw new RankwrightError({ area: 'model', code: 'not-a-start', title: kindOf(start).title })
  for (const option of Object.keys(featureMapOptions)) {
    if (given.includes(option)) refuseOption(option, 'no start model, whose feature map is kept')
  }
}
