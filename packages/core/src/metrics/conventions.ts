/** Every point on which tools disagree about the same metric, each with a name. */
import type { Discount } from './discount.ts'
import type { Gain } from './gain.ts'
import type { Ties } from './ties.ts'

export interface Conventions {
  readonly gain: Gain
  readonly discount: Discount
  /** `together` matters to average precision only; elsewhere it means `expected`. */
  readonly ties: Ties | 'together'
  /** In which precision scores are compared; in single precision more of them are tied. */
  readonly scorePrecision: 'double' | 'single'
  /** For metrics of yes or no: an item is relevant if its label is at least this. */
  readonly relevantFrom: number
  /** ymax of ERR: a grade, or the greatest label in all lists that are evaluated. */
  readonly maxGrade: number | 'greatest-label'
  readonly stopping: 'graded' | 'probability'
  /** The value of a list without relevant items. */
  readonly emptyLists: EmptyLists
  /** nDCG@k of lists with fewer than k items. */
  readonly shortLists: 'as-they-are' | 'zero'
  /** P@k of lists with fewer than k items. */
  readonly precisionDivisor: 'cutoff' | 'places'
  /** What MAP@k divides by. */
  readonly averagePrecisionDivisor: 'relevant' | 'reachable'
  /** Whether lists with weights count by their weights. */
  readonly listWeights: 'used' | 'ignored'
}

export type EmptyLists = 'skip' | 'zero' | 'one'
