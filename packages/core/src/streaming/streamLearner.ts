/** From options, and a state to go on from, to a learner. */

import type { OptionsOf, OptionTable, Resolved } from '../options/optionTable.ts'
import { givenOptions, resolveOptions } from '../options/resolveOptions.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { ChosenClustersLearner, type ChosenClustersState } from './chosenClusters.ts'
import { ClusterLearner, type ClusterLearnerOptions, type ClusterLearnerState } from './clusterLearner.ts'
import type { StreamLearner } from './learner.ts'
import { OnlineGradientLearner, type OnlineGradientState } from './onlineGradientLearner.ts'
import {
  FeatureSumLearner,
  type FeatureSumState,
  LastOrderLearner,
  type LastOrderState,
  MeanRankLearner,
  type MeanRankState,
} from './plainLearners.ts'
import { EloLearner, type EloState } from './ratings.ts'
import { RecursiveLeastSquaresLearner, type RecursiveLeastSquaresState } from './recursiveLeastSquares.ts'
import { type StreamLearnerName, streamLearnerNames, streamOptions } from './streamOptions.ts'

export type StreamOptions = OptionsOf<typeof streamOptions>
export type ResolvedStreamOptions = Resolved<typeof streamOptions>

export type StreamLearnerState =
  | { readonly kind: 'clusters'; readonly of: ClusterLearnerState }
  | { readonly kind: 'chosen-clusters'; readonly of: ChosenClustersState }
  | { readonly kind: 'gradient'; readonly of: OnlineGradientState }
  | { readonly kind: 'least-squares'; readonly of: RecursiveLeastSquaresState }
  | { readonly kind: 'elo'; readonly of: EloState }
  | { readonly kind: 'last'; readonly of: LastOrderState }
  | { readonly kind: 'mean-rank'; readonly of: MeanRankState }
  | { readonly kind: 'feature-sum'; readonly of: FeatureSumState }

const onClusters = ['clusters', 'clusterBy', 'retireAfter', 'centre', 'smoothingX', 'smoothingR', 'linearWeight', 'seed'] as const
const onKernels = [...onClusters, 'kernelWeight', 'priorWeight', 'kernel', 'kernelWidth', 'degree'] as const

/** The options that each learner heeds, besides those of the evaluation. */
const heeded: Readonly<Record<StreamLearnerName, readonly (keyof typeof streamOptions)[]>> = {
  linear: onClusters,
  kernel: onKernels,
  conjugate: [...onKernels, 'dualWeight'],
  ogd: ['centre', 'loss', 'step'],
  rls: ['centre', 'linearWeight', 'forgetting'],
  elo: ['step', 'remembered'],
  last: ['remembered'],
  'mean-rank': ['remembered'],
  'feature-sum': ['centre'],
}

const ofEvaluation = ['learner', 'drift', 'window'] as const

/** The options of each learner, for flags and pages. */
export const streamLearnerTables: Readonly<Record<StreamLearnerName, OptionTable>> = Object.fromEntries(
  streamLearnerNames.map((learner) => [learner, Object.fromEntries(heeded[learner].map((option) => [option, streamOptions[option]]))]),
) as Record<StreamLearnerName, OptionTable>

export const streamLearnerSummaries: Readonly<Record<StreamLearnerName, string>> = {
  linear: 'A linear utility, learned on clusters of items.',
  kernel: 'A kernel utility on clusters, held near the linear one.',
  conjugate: 'A kernel utility on clusters, recursive in its conjugate variables.',
  ogd: 'A linear utility by online gradient descent on the items.',
  rls: 'A linear utility by recursive least squares on the items.',
  elo: 'Ratings of items that come again.',
  last: 'What to beat: the order of last time.',
  'mean-rank': 'What to beat: the mean place so far.',
  'feature-sum': 'What to beat: the sum of the scaled features.',
}

const withWeights: readonly StreamLearnerName[] = ['linear', 'kernel', 'conjugate', 'ogd', 'rls']

/** The options with their defaults; one that the learner would not heed is refused. */
export function resolveStreamOptions(options: StreamOptions, initialWeights?: Float64Array): ResolvedStreamOptions {
  const resolved = resolveOptions(streamOptions, options)
  const { learner } = resolved
  const known: readonly string[] = heeded[learner]
  const idle = givenOptions(streamOptions, options).find(
    (name) => !(ofEvaluation as readonly string[]).includes(name) && !known.includes(name),
  )
  if (idle !== undefined) throw withoutEffect(idle, `a learner that heeds it; ${learner} does not`)
  if (initialWeights !== undefined && !withWeights.includes(learner))
    throw withoutEffect('initialWeights', `one of the learners ${withWeights.join(', ')}`)
  if (options.degree !== undefined && resolved.kernel !== 'polynomial') throw withoutEffect('degree', 'the polynomial kernel')
  if (typeof resolved.clusters === 'number' && !Number.isInteger(resolved.clusters))
    throw new RankwrightError({
      area: 'option',
      code: 'option-out-of-range',
      option: 'clusters',
      found: resolved.clusters,
      allowed: 'a whole number of at least 1, or auto',
    })
  return resolved
}

export function streamLearner(
  options: ResolvedStreamOptions,
  initialWeights?: Float64Array,
  state?: StreamLearnerState,
  runtime: Pick<Runtime, 'compute'> = plainRuntime,
): StreamLearner {
  const { learner, centre: centring, remembered, linearWeight } = options
  const weights = initialWeights && { initialWeights }
  switch (learner) {
    case 'linear':
    case 'kernel':
    case 'conjugate': {
      const cluster = { ...clusterOptions(learner, options), ...weights }
      return options.clusters === 'auto'
        ? new ChosenClustersLearner(cluster, state?.kind === 'chosen-clusters' ? state.of : undefined, runtime)
        : new ClusterLearner(cluster, state?.kind === 'clusters' ? state.of : undefined, runtime)
    }
    case 'ogd':
      return new OnlineGradientLearner(
        { centring, loss: options.loss, step: options.step ?? 1, ...weights },
        state?.kind === 'gradient' ? state.of : undefined,
        runtime,
      )
    case 'rls':
      return new RecursiveLeastSquaresLearner(
        { centring, linearWeight, forgetting: options.forgetting, ...weights },
        state?.kind === 'least-squares' ? state.of : undefined,
        runtime,
      )
    case 'elo':
      return new EloLearner({ step: options.step ?? 64, remembered }, state?.kind === 'elo' ? state.of : undefined)
    case 'last':
      return new LastOrderLearner(remembered, state?.kind === 'last' ? state.of : undefined)
    case 'mean-rank':
      return new MeanRankLearner(remembered, state?.kind === 'mean-rank' ? state.of : undefined)
    case 'feature-sum':
      return new FeatureSumLearner(centring, state?.kind === 'feature-sum' ? state.of : undefined)
  }
}

/** Weight of a series' utilities, which lie within 1 of each other, beside features of standard deviation 1. */
const rankWeight = 3

function clusterOptions(form: ClusterLearnerOptions['form'], options: ResolvedStreamOptions): ClusterLearnerOptions {
  const { clusters, clusterBy, kernelWidth } = options
  return {
    form,
    most: clusters === 'auto' ? 0 : clusters,
    centring: options.centre,
    smoothingX: options.smoothingX,
    smoothingR: options.smoothingR,
    rankWeight: clusterBy === 'features' ? 0 : rankWeight,
    retireAfter: options.retireAfter,
    seed: options.seed,
    linearWeight: options.linearWeight,
    kernelWeight: options.kernelWeight,
    priorWeight: options.priorWeight,
    dualWeight: options.dualWeight,
    kernel: options.kernel,
    ...(kernelWidth !== undefined && { kernelWidth }),
    degree: options.degree,
  }
}

function withoutEffect(option: string, needs: string): RankwrightError {
  return new RankwrightError({ area: 'option', code: 'option-without-effect', option, needs })
}
