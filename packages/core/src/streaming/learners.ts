/** The table of stream learners. A new learner is a file of its own and a row here. */
import type { OptionTable } from '../options/optionTable.ts'
import { auto } from './autoLearner.ts'
import { conjugateOnClusters, kernelOnClusters, linearOnClusters } from './clusterLearners.ts'
import { elo } from './eloLearner.ts'
import { featureSum } from './featureSumLearner.ts'
import { itemEffects } from './itemEffectsLearner.ts'
import { lastOrder } from './lastOrderLearner.ts'
import type { LearnerRow } from './learner.ts'
import { meanRank } from './meanRankLearner.ts'
import { onlineGradient } from './onlineGradientLearner.ts'
import { recursiveLeastSquares, ridge } from './recursiveLeastSquaresLearner.ts'

const table = {
  auto,
  linear: linearOnClusters,
  kernel: kernelOnClusters,
  conjugate: conjugateOnClusters,
  ogd: onlineGradient,
  rls: recursiveLeastSquares,
  ridge,
  'item-effects': itemEffects,
  elo,
  last: lastOrder,
  'mean-rank': meanRank,
  'feature-sum': featureSum,
} as const

type Table = typeof table

export type StreamLearnerName = keyof Table

/** The option table of each learner. */
export type LearnerTables = { readonly [Name in StreamLearnerName]: Table[Name]['options'] }

/** The state of each learner. */
export type LearnerStates = {
  readonly [Name in StreamLearnerName]: Table[Name] extends LearnerRow<infer _Options, infer State> ? State : never
}

export const learners: { readonly [Name in StreamLearnerName]: LearnerRow<LearnerTables[Name], LearnerStates[Name]> } = table

export const streamLearnerNames = Object.keys(table) as readonly StreamLearnerName[]

/** The options of each learner, for flags and pages. */
export const streamLearnerTables: Readonly<Record<string, OptionTable>> = Object.fromEntries(
  streamLearnerNames.map((name) => [name, learners[name].options]),
)

export const streamLearnerSummaries: Readonly<Record<string, string>> = Object.fromEntries(
  streamLearnerNames.map((name) => [name, learners[name].summary]),
)
