/** What a thread that asks and a worker that works say to each other. All of it can be posted from one to the other. */
import type { AnyTrainOptions, Problem, Progress, RankingLists } from '@rankwright/core'
import type { runtimeOptions } from '@rankwright/core/options'
import type { FoldMeasurements, TunePlan } from '@rankwright/core/trainers'

/** What the dense algebra of a worker is done by. */
export type ComputeChoice = (typeof runtimeOptions.compute.of)[number]

/** What a worker is asked to do, one order after the other. */
export type Order = TrainOrder | TuneOrder | FoldOrder | TrialsOrder

/** Train a model. */
export interface TrainOrder {
  readonly kind: 'train'
  readonly lists: RankingLists
  readonly options: AnyTrainOptions
  /** Threads of the numeric primitives. */
  readonly threads: number
  readonly compute?: ComputeChoice
  /** The memory of a shared stop flag, where memory can be shared. */
  readonly stop?: SharedArrayBuffer
}

/** The data and the plan of the folds that will be ordered next. Gets no answer. */
export interface TuneOrder {
  readonly kind: 'tune'
  readonly lists: RankingLists
  readonly plan: TunePlan
  readonly threads: number
  readonly compute?: ComputeChoice
}

/** Try everything in the plan on one fold. */
export interface FoldOrder {
  readonly kind: 'fold'
  readonly fold: number
}

/** Try everything in a plan on one of its folds, or on validation lists. */
export interface TrialsOrder {
  readonly kind: 'trials'
  readonly lists: RankingLists
  readonly plan: TunePlan
  readonly on: { readonly fold: number } | { readonly valid: RankingLists }
  readonly threads: number
  readonly compute?: ComputeChoice
}

/** What a worker says about its order: any number of `progress`, then one of the others. */
export type Answer<Result> =
  | { readonly kind: 'progress'; readonly step: Progress }
  | { readonly kind: 'done'; readonly result: Result }
  /** The data or the options are at fault. */
  | { readonly kind: 'refused'; readonly problems: readonly [Problem, ...Problem[]] }
  | { readonly kind: 'failed'; readonly error: unknown }

/** The result of a fold order. */
export interface MeasuredFold {
  readonly fold: number
  readonly measured: FoldMeasurements
}
