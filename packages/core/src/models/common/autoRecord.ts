import type { OptionValue } from './optionValue.ts'

/** How a method was chosen by measuring, as the model keeps it. No times: the same data gives the same record. */
export interface AutoRecord {
  readonly metric: string
  /** What the methods were measured on; nothing where the lists cannot tell methods apart. */
  readonly on: 'folds' | 'valid' | 'nothing'
  /** 0 unless they were measured on folds. */
  readonly folds: number
  /** How many lists they were measured on: those that the metric has a value of. */
  readonly lists: number
  /** Seconds of the reference machine: those allowed, and those that the table of costs counts for what was done. */
  readonly budget: number
  readonly spent: number
  /** A method, or `ensemble`. */
  readonly chosen: string
  /** The best first; those without a value last. */
  readonly candidates: readonly AutoCandidate[]
  /** The best weighted sum of candidates, where one was looked for. */
  readonly ensemble?: AutoEnsemble
}

/**
 * `measured`: on all lists. `dropped`: worse than the best on the first folds, beyond chance. `failed`: it could not be trained. `unaffordable`: its
 * cost did not fit into what was left of the budget.
 */
export type CandidateState = 'measured' | 'dropped' | 'failed' | 'unaffordable'

export const candidateStates: readonly CandidateState[] = ['measured', 'dropped', 'failed', 'unaffordable']

export interface AutoCandidate {
  readonly method: string
  /** The options that were set; the others have their defaults. */
  readonly options: Readonly<Record<string, OptionValue>>
  readonly state: CandidateState
  /** Mean over all lists, and its 95 % interval; absent unless it was measured on all of them. */
  readonly value?: number
  readonly interval?: readonly [number, number]
  /** Its weight in the ensemble that was looked for; absent where it is none of its members. */
  readonly weight?: number
}

export interface AutoEnsemble {
  readonly value: number
  readonly interval: readonly [number, number]
  /** By how much it is better than the best candidate, on lists that had no part in choosing its weights, and the standard error of that. */
  readonly gain: number
  readonly error: number
}
