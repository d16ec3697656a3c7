/** What an experiment is: data sets, how each is divided, methods, and what is measured. Plain data that says all that the results depend on. */

import type { ProfileName } from '../metrics/profiles.ts'
import type { TunableValue } from '../trainers/common/trialOptions.ts'
import type { MethodName } from '../trainers/methods.ts'

export interface Experiment {
  readonly data: readonly ExperimentData[]
  readonly methods: readonly ExperimentMethod[]
  /** The first one chooses among settings and orders the leaderboard. */
  readonly metrics: readonly string[]
  readonly profile: ProfileName
  /** Every method is trained once for each; the first one also draws the folds. */
  readonly seeds: readonly number[]
  /** Shares of the training lists, ascending; the last one makes the leaderboard. */
  readonly shares: readonly number[]
  /** Of intervals; 1 − confidence is the level of the tests. */
  readonly confidence: number
}

export interface ExperimentData {
  readonly name: string
  readonly split: DataSplit
  /** Options of `readLists`. */
  readonly read: Readonly<Record<string, unknown>>
}

/** How lists are divided into those to train on, those to choose on, and those to test on. */
export type DataSplit =
  /** Query-aware folds of one file: each fold tests on one part and trains on the others. */
  | { readonly kind: 'folds'; readonly file: string; readonly folds: number }
  /** A folder with Fold1/train, Fold1/vali, Fold1/test and so on. */
  | { readonly kind: 'folders'; readonly folder: string }
  | { readonly kind: 'files'; readonly train: string; readonly valid?: string; readonly test: string }
  /** Trains on lists before each point in time, and tests on those from it to the next point. */
  | { readonly kind: 'time'; readonly file: string; readonly column: string; readonly at: readonly string[] }

/** Values to try of an option: some, or a range to draw from. */
export type TriedValues = readonly TunableValue[] | TriedRange

export interface TriedRange {
  readonly from: number
  readonly to: number
  /** Whether each factor counts the same (`log`) or each difference (`linear`). */
  readonly steps: 'log' | 'linear'
}

export interface ExperimentMethod {
  /** What the leaderboard calls it. */
  readonly name: string
  readonly method: MethodName
  readonly options: Readonly<Record<string, unknown>>
  /** `none`: one setting. `grid`: all combinations of what is tried. `random`: some of them. */
  readonly search: 'none' | 'grid' | 'random'
  readonly try: Readonly<Record<string, TriedValues>>
  /** Settings that a random search draws. */
  readonly trials?: number
  /** As for `tune`. */
  readonly halving?: 'on' | 'off'
  /** Inner folds of the training lists, by which settings are chosen; as for `tune`. */
  readonly folds?: number
}

/** One training: what it is trained on, and with which seed. */
export interface ExperimentPart {
  readonly data: string
  readonly fold: string
  readonly method: string
  readonly seed: number
  readonly share: number
}

/** The name of a part, which can be the name of a file. Seed and share are in it where there are several. */
export function partName({ data, fold, method, seed, share }: ExperimentPart, { seeds, shares }: Experiment): string {
  return [data, fold, method, ...(seeds.length > 1 ? [`seed${seed}`] : []), ...(shares.length > 1 ? [`share${share}`] : [])].join('+')
}

/** All trainings on one fold, the cheap ones first: small shares, then the order of the methods. */
export function partsOfFold({ methods, seeds, shares }: Experiment, data: string, fold: string): ExperimentPart[] {
  return shares.flatMap((share) => seeds.flatMap((seed) => methods.map(({ name }) => ({ data, fold, method: name, seed, share }))))
}
