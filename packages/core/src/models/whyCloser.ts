import { number, requireArguments } from '../arguments/shapes.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { PairContribution } from './common/explanation.ts'
import { kindOf } from './kinds.ts'
import type { Model } from './model.ts'
import { requireTermModel } from './requireModel.ts'

/** Why one term is closer to a term than another, by a similarity that was learned from examples. */
export interface CloserTerm {
  /** The term that is closer, and the other. */
  readonly closer: number
  readonly other: number
  /** Score of the one less that of the other: the sum of all contributions. */
  readonly difference: number
  /** What each feature adds to the lead, the strongest first. */
  readonly contributions: readonly PairContribution[]
}

export function whyCloser(model: Model, term: number, first: number, second: number): CloserTerm {
  const learned = requireTermModel(model)
  const { closer, title } = kindOf(learned)
  if (closer === undefined) throw new RankwrightError({ area: 'model', code: 'no-features-to-explain', title })
  const known = number({ whole: true, atLeast: 0, atMost: learned.ids.length - 1 })
  requireArguments({ term, first, second }, { term: known, first: known, second: known })
  const { above, difference, contributions } = closer(learned)(term, first, second)
  return { closer: above === 0 ? first : second, other: above === 0 ? second : first, difference, contributions }
}
