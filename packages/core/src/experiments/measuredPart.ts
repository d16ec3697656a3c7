/** What a trained model does on the test lists of its fold, list by list, and which of these lists count. */
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { comparedLists } from '../evaluation/comparedLists.ts'
import { answersOf } from '../evaluation/served.ts'
import { measureLists } from '../metrics/measureLists.ts'
import type { ProfileName } from '../metrics/profiles.ts'
import type { Model } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import type { Runtime } from '../runtime/runtime.ts'

export interface MeasuredPart {
  /** values[m][q]: metric m on test list q; NaN where the list does not count. */
  readonly values: readonly Float64Array[]
  /** The test lists that the model has not seen, ascending. */
  readonly unseen: Uint32Array
  /** For each test list the first one that it counts as one with: equal lists, and copies that were changed a little. */
  readonly first: Uint32Array
  /** Why the numbers say nothing about new lists, if they do not. */
  readonly untested?: string
  readonly notes: readonly string[]
}

export interface AnsweredPart {
  /** One per row of the test lists, in their order. */
  readonly scores: Float64Array
  readonly measured: MeasuredPart
}

/** Of a model with a rule, what `rank` serves is measured. */
export function measurePart(
  name: string,
  trained: Model,
  test: RankingLists,
  { metrics, profile }: { readonly metrics: readonly string[]; readonly profile: ProfileName },
  runtime: Runtime,
): AnsweredPart {
  const model = requireListModel(trained)
  const answers = answersOf(model, test, {}, runtime)
  const { values, notes } = measureLists(answers.served?.scores ?? answers.scores, test, { metrics, profile }, runtime.compute)
  const compared = comparedLists([{ name, ranker: model }], test, [answers], runtime.compute)
  return {
    scores: answers.scores,
    measured: {
      values,
      unseen: Uint32Array.from(compared.members),
      first: compared.first,
      ...(compared.untested !== undefined && { untested: compared.untested }),
      notes: [...notes, ...compared.notes],
    },
  }
}
