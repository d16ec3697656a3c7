/**
 * Experts of every kind learn side by side, and their answers are mixed by how well they ranked lately: see expertMixing.ts. Experts that need
 * the names of items are silent where there are none. The three utilities on clusters share clusters, kernel and linear weights, so that all of
 * them cost little more than one.
 */
import { type DocumentPart, listPart, objectPart } from '../documents/documentPart.ts'
import { pairwiseAccuracy } from '../metrics/pairwiseAccuracy.ts'
import type { OptionTable, Resolved } from '../options/optionTable.ts'
import { resolveUncheckedOptions } from '../options/resolveOptions.ts'
import { seedOptions } from '../options/sharedOptions.ts'
import { ClusterLearner, type ClusterLearnerState, clusterLearnerPart } from './clusterLearner.ts'
import { clusterFamilyOptions } from './clusterLearners.ts'
import { type EloState, elo } from './eloLearner.ts'
import { ExpertMixing, type MixingState, mixingPart } from './expertMixing.ts'
import { type FeatureSumState, featureSum } from './featureSumLearner.ts'
import { type ItemEffectsState, itemEffects } from './itemEffectsLearner.ts'
import { memoryOptions } from './itemMemory.ts'
import { type LastOrderState, lastOrder } from './lastOrderLearner.ts'
import type { ExpertReport, LearnerRow, LearnerStart, MixtureReport, StreamLearner } from './learner.ts'
import { type MeanRankState, meanRank } from './meanRankLearner.ts'
import { type OnlineGradientState, onlineGradient } from './onlineGradientLearner.ts'
import { centringOptions } from './onlineScaler.ts'
import { type RecursiveLeastSquaresState, recursiveLeastSquares, ridge } from './recursiveLeastSquaresLearner.ts'
import { type RankedSeries, type Series, seriesLength } from './series.ts'

const autoOptions = {
  ...centringOptions,
  rate: { kind: 'number', default: 20, above: 0, doc: 'How quickly the experts that rank well gain weight.' },
  keeps: { kind: 'number', default: 0.98, above: 0, atMost: 1, doc: 'Share of their earlier errors that stays with every series.' },
  ...memoryOptions,
  ...seedOptions,
} as const satisfies OptionTable

type AutoOptions = Resolved<typeof autoOptions>

export interface AutoState {
  /** Of the utilities on clusters, one for each number of clusters. */
  readonly clusters: readonly ClusterLearnerState[]
  readonly ogd: OnlineGradientState
  readonly rls: RecursiveLeastSquaresState
  readonly ridge: RecursiveLeastSquaresState
  readonly itemEffects: ItemEffectsState
  readonly elo: EloState
  readonly last: LastOrderState
  readonly meanRank: MeanRankState
  readonly featureSum: FeatureSumState
  readonly mixing: MixingState
}

/** Numbers of clusters of the utilities on clusters. */
const sizes = [8, 32] as const
const onClusters = sizes.flatMap((size) => ['linear', 'kernel', 'conjugate'].map((form) => `${form} ${size}`))
const singles = ['ogd', 'rls', 'ridge', 'item-effects', 'elo', 'last', 'mean-rank', 'feature-sum'] as const
/** How much an expert counts until something is known: those on clusters are many and alike, and baselines are what others have to beat. */
const [learnerPrior, clusterPrior, baselinePrior] = [1, 0.25, 0.25]
const baselines: readonly string[] = ['elo', 'last', 'mean-rank', 'feature-sum']
const needItems: readonly string[] = ['elo', 'last', 'mean-rank']

/** In the order of the weights. */
const expertNames: readonly string[] = [...onClusters, ...singles]
/** The loss of an expert that says nothing: every pair is a guess. */
const silence = 0.5

type Scores = Float64Array | undefined

class AutoLearner implements StreamLearner<AutoState> {
  readonly #families: readonly ClusterLearner[]
  readonly #ogd: StreamLearner<OnlineGradientState>
  readonly #rls: StreamLearner<RecursiveLeastSquaresState>
  readonly #ridge: StreamLearner<RecursiveLeastSquaresState>
  readonly #itemEffects: StreamLearner<ItemEffectsState>
  readonly #elo: StreamLearner<EloState>
  readonly #last: StreamLearner<LastOrderState>
  readonly #meanRank: StreamLearner<MeanRankState>
  readonly #featureSum: StreamLearner<FeatureSumState>
  readonly #mixing: ExpertMixing
  /** What the experts said of the series that was ranked last, as long as nothing was learned since. */
  #latest: { readonly series: Series; readonly answers: readonly Scores[] } | undefined

  constructor(options: AutoOptions, { state, initialWeights, runtime }: LearnerStart<AutoState>) {
    const { centre, remembered, seed, rate, keeps } = options
    const [features, items] = [{ centre }, { remembered }]
    const start = { initialWeights, runtime }
    this.#families = sizes.map(
      (most, index) => new ClusterLearner(clusterFamilyOptions({ most, centre, seed, initialWeights }), state?.clusters[index], runtime),
    )
    this.#ogd = onlineGradient.make(resolveUncheckedOptions(onlineGradient.options, features), { ...start, state: state?.ogd })
    this.#rls = recursiveLeastSquares.make(resolveUncheckedOptions(recursiveLeastSquares.options, features), {
      ...start,
      state: state?.rls,
    })
    this.#ridge = ridge.make(resolveUncheckedOptions(ridge.options, features), { ...start, state: state?.ridge })
    const joined = resolveUncheckedOptions(itemEffects.options, { ...features, ...items })
    this.#itemEffects = itemEffects.make(joined, { ...start, state: state?.itemEffects })
    this.#elo = elo.make(resolveUncheckedOptions(elo.options, items), { runtime, state: state?.elo })
    this.#last = lastOrder.make(items, { runtime, state: state?.last })
    this.#meanRank = meanRank.make(items, { runtime, state: state?.meanRank })
    this.#featureSum = featureSum.make(features, { runtime, state: state?.featureSum })
    this.#mixing = new ExpertMixing({ rate, keeps, priors: priorsOf(expertNames) }, state?.mixing)
  }

  state(): AutoState {
    return {
      clusters: this.#families.map((family) => family.state()),
      ogd: this.#ogd.state(),
      rls: this.#rls.state(),
      ridge: this.#ridge.state(),
      itemEffects: this.#itemEffects.state(),
      elo: this.#elo.state(),
      last: this.#last.state(),
      meanRank: this.#meanRank.state(),
      featureSum: this.#featureSum.state(),
      mixing: this.#mixing.state(),
    }
  }

  get mixture(): MixtureReport {
    const [weights, shares, losses] = [this.#mixing.weights(), this.#mixing.shares, this.#mixing.meanLosses()]
    const experts: ExpertReport[] = expertNames.map((name, expert) => ({
      name,
      weight: weights[expert],
      probability: shares[expert],
      loss: losses[expert],
    }))
    return { experts, series: this.#mixing.series, ...this.#mixing.summary() }
  }

  rank(series: Series): Scores {
    const answers = this.#answers(series)
    this.#latest = { series, answers }
    return this.#mean(series, answers)
  }

  learn(series: RankedSeries): void {
    this.#measure(series)
    this.#latest = undefined
    for (const family of this.#families) family.learn(series)
    const named = series.items !== undefined
    for (const [index, learner] of this.#singles.entries()) if (named || !needItems.includes(singles[index])) learner.learn(series)
  }

  get #singles(): readonly StreamLearner[] {
    return [this.#ogd, this.#rls, this.#ridge, this.#itemEffects, this.#elo, this.#last, this.#meanRank, this.#featureSum]
  }

  #answers(series: Series): readonly Scores[] {
    const named = series.items !== undefined
    return [
      ...this.#families.flatMap((family): Scores[] => [...(family.rankings(series) ?? [undefined, undefined, undefined])]),
      ...this.#singles.map((learner, index) => (named || !needItems.includes(singles[index]) ? learner.rank(series) : undefined)),
    ]
  }

  /** The weighted mean of the answers, each standardised; undefined when nobody says anything. */
  #mean(series: Series, answers: readonly Scores[]): Scores {
    if (answers.every((answer) => answer === undefined)) return undefined
    const weights = this.#mixing.weights()
    const mean = new Float64Array(seriesLength(series))
    for (const [expert, answer] of answers.entries()) if (answer !== undefined) addStandardised(answer, weights[expert], mean)
    return mean
  }

  #measure(series: RankedSeries): void {
    const answers = this.#latest?.series === series ? this.#latest.answers : this.#answers(series)
    const mean = this.#mean(series, answers)
    const ofMean = mean && lossOf(mean, series)
    if (ofMean === undefined) return
    this.#mixing.add(
      Float64Array.from(answers, (answer) => (answer && lossOf(answer, series)) ?? silence),
      ofMean,
      series.utilities.length,
    )
  }
}

/** The share of misordered pairs, where a tie is half wrong; undefined where all utilities are the same. */
function lossOf(scores: Float64Array, { utilities }: RankedSeries): number | undefined {
  const accuracy = pairwiseAccuracy(scores, utilities)
  return accuracy === undefined ? undefined : 1 - accuracy
}

/** into += weight · (scores − mean) / standard deviation; nothing for scores that are all the same. */
function addStandardised(scores: Float64Array, weight: number, into: Float64Array): void {
  const count = scores.length
  let mean = 0
  for (let item = 0; item < count; item++) mean += scores[item] / count
  let square = 0
  for (let item = 0; item < count; item++) square += ((scores[item] - mean) * (scores[item] - mean)) / count
  const scale = weight / Math.sqrt(square)
  if (Number.isFinite(scale)) for (let item = 0; item < count; item++) into[item] += scale * (scores[item] - mean)
}

function priorsOf(names: readonly string[]): Float64Array {
  return Float64Array.from(names, (name) => {
    if (baselines.includes(name)) return baselinePrior
    return onClusters.includes(name) ? clusterPrior : learnerPrior
  })
}

function autoPart({ centre, remembered, seed }: AutoOptions): DocumentPart<AutoState> {
  const features = { centre }
  const { form, linearWeight } = clusterFamilyOptions({ most: 1, centre, seed, initialWeights: undefined })
  return objectPart<AutoState>(
    {
      clusters: listPart(clusterLearnerPart(form, linearWeight)),
      ogd: onlineGradient.state(resolveUncheckedOptions(onlineGradient.options, features)),
      rls: recursiveLeastSquares.state(resolveUncheckedOptions(recursiveLeastSquares.options, features)),
      ridge: ridge.state(resolveUncheckedOptions(ridge.options, features)),
      itemEffects: itemEffects.state(resolveUncheckedOptions(itemEffects.options, features)),
      elo: elo.state(resolveUncheckedOptions(elo.options, { remembered })),
      last: lastOrder.state({ remembered }),
      meanRank: meanRank.state({ remembered }),
      featureSum: featureSum.state(features),
      mixing: mixingPart,
    },
    ({ clusters, mixing }, refuse) => {
      if (clusters.length !== sizes.length) refuse('clusters', `there are ${clusters.length} learners, expected ${sizes.length}`)
      const { length } = mixing.shares
      if (length !== expertNames.length) refuse('mixing.shares', `there are ${length} numbers, expected ${expertNames.length}`)
    },
  )
}

export const auto: LearnerRow<typeof autoOptions, AutoState> = {
  summary: 'All of the others, mixed by how well they ranked lately.',
  options: autoOptions,
  takesInitialWeights: true,
  needsItems: false,
  make: (options, start) => new AutoLearner(options, start),
  state: autoPart,
}
