/** What an experiment found, as one document: everything that a page or a report about it needs. It holds no times: the same experiment gives the same bytes. */

import type { Inspection } from '../data/features/inspection.ts'
import type { Interval } from '../evaluation/bootstrap.ts'
import type { ComparedPair } from '../evaluation/testedPairs.ts'
import type { GridEdge } from '../library/gridEdges.ts'
import type { MetricDirection } from '../metrics/metricDirection.ts'
import type { ProfileName } from '../metrics/profiles.ts'
import type { TunedOption } from '../models/common/modelCommon.ts'
import type { TrialOptions } from '../trainers/common/trialOptions.ts'
import type { Experiment } from './experiment.ts'

export const resultsFormat = 'rankwright-results'

/** The content of `results.json`. */
export interface ExperimentResults {
  readonly format: typeof resultsFormat
  readonly version: 1
  readonly experiment: Experiment
  /** The first metric, which the leaderboards are about. */
  readonly metric: string
  readonly better: MetricDirection
  readonly profile: ProfileName
  readonly confidence: number
  /** The rows of all data sets, one set after the other. */
  readonly leaderboard: readonly LeaderboardRow[]
  /** With several data sets: how the methods do on all of them. */
  readonly overall?: readonly OverallRow[]
  readonly data: readonly DataResults[]
  /** Methods without a place on a leaderboard, and why. */
  readonly failed: readonly FailedMethod[]
  /** Methods that are not finished: with a budget, the next run goes on with them. */
  readonly unfinished: readonly string[]
}

export interface LeaderboardRow {
  readonly data: string
  readonly method: string
  readonly metric: string
  /** The mean over the test lists of all folds. */
  readonly value: number
  readonly interval: Interval
  /** Rankers that share a letter cannot be told apart; null where nothing is tested. */
  readonly group: string | null
  /** All metrics, each over the lists on which it is defined for every method. */
  readonly metrics: Readonly<Record<string, { readonly value: number; readonly interval: Interval }>>
  /** Lists on which it is better, as good, and worse than the best method of the data set; absent for that one. */
  readonly againstBest?: { readonly wins: number; readonly ties: number; readonly losses: number }
}

export interface OverallRow {
  readonly method: string
  /** 1 is the best; methods that are equally good share the mean of their places. */
  readonly meanRank: number
  /** The mean over the data sets, each counting the same. */
  readonly value: number
  /** On how many data sets it is in the group of the best. */
  readonly amongBest: number
}

export interface DataResults {
  readonly name: string
  readonly folds: readonly FoldResults[]
  /** What the training lists of the first fold hold. */
  readonly overview?: Inspection
  /** Test lists that count, each once. */
  readonly lists: number
  /** Test lists on which the metric is not defined. */
  readonly skipped: number
  /** Test lists that repeat another, or that a model has seen in training: they do not count. */
  readonly repeated: number
  readonly seen: number
  /** Why nothing is tested, if nothing is. */
  readonly untested?: string
  /** Every pair of methods of the leaderboard, in its order, Holm-corrected for their number. */
  readonly pairs: readonly ComparedPair[]
  /** Where this page and another one could seem to disagree, and why they do not. */
  readonly remarks: readonly string[]
  /** The metric of each method on each list that counts. */
  readonly perList: { readonly lists: readonly string[]; readonly methods: Readonly<Record<string, readonly number[]>> }
  /** With several shares of the training lists. */
  readonly curve: readonly { readonly method: string; readonly share: number; readonly value: number; readonly interval: Interval }[]
  /** The settings that were chosen, and what they reached on the lists that chose. */
  readonly chosen: readonly ChosenSettingRow[]
  readonly notes: readonly string[]
}

export interface FoldResults {
  readonly name: string
  /** Lists. */
  readonly train: number
  readonly valid?: number
  readonly test: number
  /** The mean of each method over the test lists of this fold that count; NaN, which JSON writes as null, where none does. */
  readonly values: Readonly<Record<string, number>>
}

export interface ChosenSettingRow {
  readonly fold: string
  readonly method: string
  readonly seed: number
  readonly share: number
  readonly options: TrialOptions
  readonly on: TunedOption['on']
  readonly score: number
  readonly trials: number
  /** Options whose value lies at an end of those that a grid had. */
  readonly edges?: readonly GridEdge[]
}

export interface FailedMethod {
  readonly data: string
  readonly method: string
  readonly reason: string
}
