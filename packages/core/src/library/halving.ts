/**
 * Successive halving: all trials are measured on the first folds, the best third of the fits on the next ones, and so on. Jamieson & Talwalkar 2016,
 * "Non-stochastic best arm identification and hyperparameter optimization", with folds for the budget: what was measured before still counts, and no
 * option is favoured that does well in a shorter training.
 */
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { meanOverLists } from '../metrics/measureLists.ts'
import { betterValues } from '../metrics/metricDirection.ts'
import type { FoldMeasurements } from './foldMeasurements.ts'
import { fitsOf } from './halvingRounds.ts'
import type { TunePlan } from './tunePlan.ts'

/** The share of the fits that goes on after a round. */
const KEPT = 1 / 3

/** The plan with some of its trials. */
export function planOf(plan: TunePlan, trials: readonly number[]): TunePlan {
  return { ...plan, trials: trials.map((trial) => plan.trials[trial]) }
}

/** How many trials of folds some rounds measure, if fits have equally many trials and none fails. */
export function trialsAhead({ trials, readOff }: TunePlan, rounds: TunePlan['rounds']): number {
  const perFit = trials.length / Math.max(1, fitsOf(trials, readOff).length)
  let fits = trials.length / perFit
  let ahead = 0
  for (const folds of rounds) {
    ahead += folds.length * Math.round(fits * perFit)
    fits = fitsKept(fits)
  }
  return ahead
}

function fitsKept(fits: number): number {
  return Math.max(1, Math.ceil(KEPT * fits))
}

/** What was measured of some trials, among all of them. */
export function amongAll(plan: TunePlan, trials: readonly number[], { values }: FoldMeasurements): FoldMeasurements {
  const all = new Array<FoldMeasurements['values'][number]>(plan.trials.length).fill(undefined)
  for (const [place, trial] of trials.entries()) all[trial] = values[place]
  return { values: all }
}

/** The trials of the best fits, by the folds measured so far; a fit is as good as the best of its trials. At least one goes on. */
export function survivors(
  lists: Pick<RankingLists, 'listWeights'>,
  plan: TunePlan,
  trials: readonly number[],
  measured: readonly FoldMeasurements[],
): number[] {
  const sign = betterValues(plan.metric) === 'lesser' ? -1 : 1
  const fits = fitsOf(
    trials.map((trial) => plan.trials[trial]),
    plan.readOff,
  ).map((fit) => fit.map((place) => trials[place]))
  const scored = fits.map((fit) => ({ fit, best: Math.max(...fit.map((trial) => sign * measuredMean(lists, plan, trial, measured))) }))
  const ranked = scored.filter(({ best }) => best > -Infinity).sort((a, b) => b.best - a.best)
  const kept = ranked.slice(0, fitsKept(fits.length)).flatMap(({ fit }) => fit)
  return kept.sort((a, b) => a - b)
}

/** −∞ or ∞, the worst, for a trial that failed. */
function measuredMean(
  { listWeights }: Pick<RankingLists, 'listWeights'>,
  { folds, metric }: TunePlan,
  trial: number,
  measured: readonly FoldMeasurements[],
): number {
  const worst = betterValues(metric) === 'lesser' ? Infinity : -Infinity
  const values: number[] = []
  const weights: number[] = []
  for (const [fold, { values: all }] of measured.entries()) {
    const own = all[trial]
    if (typeof own === 'string') return worst
    if (own === undefined) continue
    for (const [place, list] of folds[fold].entries()) {
      values.push(own[place])
      weights.push(listWeights?.[list] ?? 1)
    }
  }
  const mean = meanOverLists(Float64Array.from(values), Float64Array.from(weights))
  return Number.isNaN(mean) ? worst : mean
}
