import type { DocumentPart } from '../documents/documentPart.ts'
import type { OptionTable, Resolved } from '../options/optionTable.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { RankedSeries, Series } from './series.ts'

/** Learns from series after series. `rank` comes first and `learn` after it, so every measured answer was given before the outcome was known. */
export interface StreamLearner<State = unknown> {
  /** One score per item, greater first; undefined as long as nothing was learned and no expert has given weights. Changes nothing. */
  rank(series: Series): Float64Array | undefined
  learn(series: RankedSeries): void
  /** Everything that is needed to go on from here. Its size does not grow with the stream. */
  state(): State
  /** How many clusters answer now, when the learner chooses their number. */
  readonly chosenClusters?: number | undefined
  /** How much its experts count, when it mixes several. */
  readonly mixture?: MixtureReport | undefined
}

/** One of several learners whose answers are mixed. */
export interface ExpertReport {
  readonly name: string
  /** How much it counts in the mean of all answers. */
  readonly weight: number
  /** How likely it is the one that answers, where one is drawn. */
  readonly probability: number
  /** Its mean share of misordered pairs; NaN before the first series. */
  readonly loss: number
}

/** Experts, and mean shares of misordered pairs. */
export interface MixtureReport {
  readonly experts: readonly ExpertReport[]
  /** Series that were measured. */
  readonly series: number
  /** Of the mean of all answers, which is the one given. */
  readonly mean: number
  /** Of the answer of an expert that is drawn, in expectation; and what that is at most, whatever the series are. */
  readonly random: number
  readonly randomAtMost: number
  /** Of the best single expert. */
  readonly best: number
}

/** What a learner starts with. */
export interface LearnerStart<State> {
  /** The state of an earlier learner to go on from. */
  readonly state?: State | undefined
  /** Per standard deviation of a feature; features beyond them start at 0. Only for learners that take them. */
  readonly initialWeights?: Float64Array | undefined
  /** What it computes on; changes how long it takes, never the result. */
  readonly runtime: Pick<Runtime, 'compute'>
}

/** One row of the table of learners: everything that the rest of the program knows about a learner. */
export interface LearnerRow<Table extends OptionTable, State> {
  /** One line for lists of learners. */
  readonly summary: string
  readonly options: Table
  readonly takesInitialWeights: boolean
  /** It knows items by their names, and says nothing of items without. */
  readonly needsItems: boolean
  /** Throws for options that are allowed one by one but not together. `given` names those that were not left out. */
  checkOptions?(options: Resolved<Table>, given: readonly string[]): void
  make(options: Resolved<Table>, start: LearnerStart<State>): StreamLearner<State>
  /** How a document holds the state of a learner with these options. */
  state(options: Resolved<Table>): DocumentPart<State>
}
