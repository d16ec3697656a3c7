/** Trains fits on parts of the lists and measures what they say about the other parts. */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { measureLists } from '../../metrics/measureLists.ts'
import type { ProfileName } from '../../metrics/profiles.ts'
import { score } from '../../models/score.ts'
import type { GroupsOfLists } from '../../recognition/groupsOfCopies.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { failureOf } from '../../trainers/common/failedTraining.ts'
import { tiesOfLeftOut } from '../../trainers/common/tiesOfLeftOut.ts'
import type { TrialOptions } from '../../trainers/common/trialOptions.ts'
import { type Method, methodOf } from '../../trainers/methods.ts'
import { isHopeless, type ListValues, meanOf } from './comparison.ts'
import { candidatesOf, type Fit, readsPrefixes } from './fits.ts'
import { within } from './within.ts'

export interface TrialPart {
  /** Numbers of measured lists. */
  readonly numbers: Uint32Array
  /** The lists to train on for them, and they themselves. */
  lists(): { readonly train: RankingLists; readonly test: RankingLists }
}

/** The lists that are measured, and what models for each part of them are trained on. */
export interface Trial {
  readonly measured: RankingLists
  /** Copies of a list tell no more than the list. */
  readonly groups: GroupsOfLists
  readonly parts: readonly TrialPart[]
  readonly metric: string
  readonly profile: ProfileName
  /** −1 for metrics of which less is better. */
  readonly sign: 1 | -1
  readonly seed: number
}

export interface MeasuredCandidate {
  readonly fit: Fit
  readonly options: TrialOptions
  readonly state: 'measured' | 'dropped' | 'failed'
  /** One for each row of the measured lists. */
  readonly scores: Float64Array
  /** One for each list, the greater the better. */
  readonly values: ListValues
}

/** Measures the candidates of a fit part by part, and leaves off as soon as all of them are hopeless beside the leader. */
export function* measureFit(
  fit: Fit,
  trial: Trial,
  leader: ListValues | undefined,
  runtime: Runtime,
): Training<readonly MeasuredCandidate[]> {
  const { measured, groups, parts } = trial
  const options = candidatesOf(fit)
  const scores = options.map(() => new Float64Array(measured.labels.length))
  const values = options.map(() => new Float64Array(measured.listIds.length).fill(Number.NaN))
  const candidates = (state: (index: number) => MeasuredCandidate['state']) =>
    options.map(
      (own, index): MeasuredCandidate => ({ fit, options: own, state: state(index), scores: scores[index], values: values[index] }),
    )
  const unsolved = new Set<number>()
  for (const [part, { numbers, lists }] of parts.entries()) {
    obeyStop(runtime)
    const { train, test: tested } = lists()
    let found: readonly (Float64Array | undefined)[]
    try {
      found = yield* within(
        { stage: `measuring ${fit.method}`, done: part, total: parts.length },
        scoresOf(fit, train, tested, trial.seed, runtime),
      )
    } catch (error) {
      failureOf(error)
      return candidates(() => 'failed')
    }
    for (const [index, own] of found.entries()) {
      if (own === undefined) {
        unsolved.add(index)
        continue
      }
      const measurements = measureLists(own, tested, { metrics: [trial.metric], profile: trial.profile }, runtime.compute).values[0]
      let row = 0
      for (const [place, list] of numbers.entries()) {
        values[index][list] = trial.sign * measurements[place]
        const first = measured.offsets[list]
        const items = measured.offsets[list + 1] - first
        scores[index].set(own.subarray(row, row + items), first)
        row += items
      }
    }
    const isLast = part === parts.length - 1
    if (!isLast && leader !== undefined && values.every((own) => isHopeless(own, leader, groups, measured.listWeights)))
      return candidates((index) => (unsolved.has(index) ? 'failed' : 'dropped'))
  }
  return candidates((index) => (unsolved.has(index) ? 'failed' : 'measured'))
}

/** What the candidates of a fit say about lists that they were not trained on. */
function* scoresOf(
  { method, options, reads, ...rest }: Fit,
  train: RankingLists,
  test: RankingLists,
  seed: number,
  runtime: Runtime,
): Training<readonly (Float64Array | undefined)[]> {
  const { train: fitTo, path, prefixes }: Method = methodOf(method)
  const given = { ...options, seed }
  if (reads === undefined) return [score((yield* fitTo(train, given, runtime)).model, test, runtime)]
  if (!readsPrefixes({ method, options, reads, ...rest })) return yield* path!(train, given, reads.values, test, runtime)
  const { model } = yield* fitTo(train, { ...given, [reads.option]: Math.max(...reads.values) }, runtime)
  return reads.values.map((count) => score(prefixes!.of(model, count), test, runtime))
}

/** The best value of each fit by leaving out every training list in turn, in closed form; NaN where there is none. */
export function* leftOutValues(fits: readonly Fit[], lists: RankingLists, trial: Trial, runtime: Runtime): Training<readonly number[]> {
  const best: number[] = []
  for (const [index, { method, options, reads }] of fits.entries()) {
    obeyStop(runtime)
    const { leftOut }: Method = methodOf(method)
    const told = { stage: `leaving out lists with ${method}`, done: index, total: fits.length }
    const { scores } = yield* within(told, leftOut!.scores(lists, { ...options, seed: trial.seed }, reads!.values, runtime))
    const means = scores.flatMap((own) => (own === undefined ? [] : [leftOutMean(tiesOfLeftOut(own, lists), lists, trial, runtime)]))
    best.push(means.reduce((most, mean) => (mean > most || Number.isNaN(most) ? mean : most), Number.NaN))
  }
  return best
}

function leftOutMean(scores: Float64Array, lists: RankingLists, { metric, profile, sign }: Trial, { compute }: Runtime): number {
  const { values } = measureLists(scores, lists, { metrics: [metric], profile }, compute)
  return sign * meanOf(values[0], lists.listWeights)
}
