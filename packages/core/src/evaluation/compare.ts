/** Which of several rankers is better, and whether the difference is significant: paired tests and intervals over lists. */

import { type ServedReport, servedReport } from '../abstention/serving/servedScores.ts'
import { isAboutPairs, type KeptServingOptions } from '../abstention/serving/servingOptions.ts'
import { refuseArgument } from '../arguments/refuseArgument.ts'
import { requireObject } from '../arguments/requireKind.ts'
import { callback, fields, optional, text } from '../arguments/shapes.ts'
import type { Numbers } from '../data/lists/numbers.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { largeGainNotes } from '../metrics/largeGains.ts'
import { type JudgedLists, meanOverLists, measureLists } from '../metrics/measureLists.ts'
import { betterValues, type MetricDirection } from '../metrics/metricDirection.ts'
import type { ProfileName } from '../metrics/profiles.ts'
import { judgedFor, learnedFromPlaces } from '../models/judgedFor.ts'
import type { Model } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import { groupMeans } from '../numeric/groupMeans.ts'
import type { WorkListener } from '../numeric/partOfWork.ts'
import type { OptionsOf } from '../options/optionTable.ts'
import { refuseOption } from '../options/refuseOption.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { namedOption } from '../problems/namedOption.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { SeenCounts } from '../recognition/seenCounts.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import type { Interval } from './bootstrap.ts'
import { comparedLists } from './comparedLists.ts'
import { compareOptions } from './compareOptions.ts'
import type { Contender } from './contender.ts'
import { type ComparedList, intervalsOf, perListOf } from './listByList.ts'
import { metricsOfPlaces } from './metricsOfPlaces.ts'
import { type Answers, answersOf, incomingNotes, requireOrderMetrics } from './served.ts'
import { type ComparedPair, testedPairs, untestedPairs } from './testedPairs.ts'
import { tieNotes } from './tiesByOrder.ts'

export interface Comparison {
  readonly metric: string
  /** Which values of the metric are better. */
  readonly better: MetricDirection
  readonly profile: ProfileName
  /** How many lists count: those on which the metric is defined for every contender. */
  readonly lists: number
  readonly skipped: number
  /** How many lists some contender has seen, and how many repeat another. They do not count, unless nothing is tested. */
  readonly seen?: SeenCounts
  /** Why no p-value and no interval is given: what is said of the lists cannot be said of new ones. */
  readonly untested?: string
  readonly confidence: number
  readonly contenders: readonly ComparedContender[]
  /** Every pair, in the order given: the first with the second, the first with the third … */
  readonly pairs: readonly ComparedPair[]
  /** With `perList`: the lists that count, one after the other. */
  readonly perList?: readonly ComparedList[]
  /** What a reader of the numbers should know. */
  readonly notes: readonly string[]
}

export interface ComparedContender {
  readonly name: string
  /** Of a model with a rule: what `rank` serves is measured. */
  readonly value: number
  /** With `perList`: BCa bootstrap interval of the value over the lists, for this contender alone. */
  readonly interval?: Interval
  /** Of a model with a rule: how its lists were served. */
  readonly served?: ServedReport
  /** Beside `served`: the metric of the order of all scores. */
  readonly byScore?: number
}

export interface CompareOptions extends OptionsOf<typeof compareOptions> {
  /** How the lists of models with rules are served, as `rank` takes it; ties are for those with a rule for pairs. */
  readonly serving?: KeptServingOptions
  /** Called now and then with how much of the bootstrap and of the randomisation tests is done. */
  readonly onProgress?: WorkListener
}

function requireContender(argument: string, contender: unknown): void {
  fields({ name: text }, 'an object with a name and a ranker')(argument, contender)
  const { ranker } = contender as Contender
  if (typeof ranker !== 'object' || ranker === null) refuseArgument(argument, ranker, 'a model, or one score per row')
}

/** Contenders by name, or as a list, in which names may repeat. */
export function compare(
  given: Readonly<Record<string, Model | Numbers>> | readonly Contender[],
  lists: RankingLists,
  options?: CompareOptions,
  runtime?: Runtime,
): Comparison
/** Scores alone need no features. */
export function compare(
  given: Readonly<Record<string, Numbers>> | readonly { readonly name: string; readonly ranker: Numbers }[],
  lists: JudgedLists,
  options?: Omit<CompareOptions, 'serving'>,
): Comparison
export function compare(
  given: Readonly<Record<string, Model | Numbers>> | readonly Contender[],
  data: RankingLists | JudgedLists,
  asked: CompareOptions = {},
  runtime: Runtime = plainRuntime,
): Comparison {
  if (!Array.isArray(given)) requireObject('given', given, 'models or scores by name')
  requireObject('options', asked, 'an object with options')
  const { serving = {}, onProgress, ...options } = asked
  requireObject('options.serving', serving, 'an object with options')
  optional(callback)('options.onProgress', onProgress)
  requireRuntime(runtime)
  const resolved = resolveOptions(compareOptions, options)
  const contenders = isList(given) ? given : Object.entries(given).map(([name, ranker]) => ({ name, ranker }))
  for (const [place, contender] of contenders.entries())
    requireContender(Array.isArray(given) ? `given[${place}]` : `given.${contender?.name}`, contender)
  if (contenders.length < 2) throw new RankwrightError({ area: 'guarantee', code: 'too-few-to-compare', found: contenders.length })
  const { metric, profile, confidence } = resolved
  if (contenders.some(({ ranker }) => 'kind' in ranker && learnedFromPlaces(ranker))) metricsOfPlaces([metric])
  const lists = judgedForAll(contenders, data)
  const measure = (scores: Numbers) => measureLists(scores, lists, { metrics: [metric], profile })
  const answers = contenders.map(({ ranker }): { scores: Numbers; served?: Answers['served'] } =>
    'kind' in ranker
      ? answersOf(requireListModel(ranker), lists as RankingLists, servingFor(ranker, serving), runtime)
      : { scores: ranker },
  )
  if (serving.ties !== undefined && !answers.some(({ served }) => served?.undecided))
    refuseOption('ties', `a model with a rule for pairs and without ${namedOption('decideAll')}`)
  if (answers.some(({ served }) => served !== undefined)) requireOrderMetrics([metric])
  const measured = answers.map(({ scores, served }) => measure(served?.scores ?? scores))
  const compared = comparedLists(contenders, lists, answers, runtime.compute)
  const members = compared.members.filter((list) => measured.every(({ values }) => !Number.isNaN(values[0][list])))
  const groups = Uint32Array.from(members, (list) => compared.first[list])
  const once = (of: Float64Array) =>
    groupMeans(
      Float64Array.from(members, (list) => of[list]),
      groups,
    )
  const values = measured.map((each) => once(each.values[0]))
  const weights = lists.listWeights && once(lists.listWeights)
  const count = values[0].length
  if (count === 0) throw new RankwrightError({ area: 'guarantee', code: 'no-list-counts', metric, lists: lists.listIds.length })
  const intervals = resolved.perList ? intervalsOf(values, weights, resolved) : undefined
  const ids = Array.from(new Set(groups), (list) => lists.listIds[list])

  return {
    metric,
    better: betterValues(metric),
    profile,
    lists: count,
    skipped: new Set(compared.members.map((list) => compared.first[list])).size - count,
    ...(compared.seen && { seen: compared.seen }),
    ...(compared.untested !== undefined && { untested: compared.untested }),
    confidence,
    contenders: contenders.map(({ name }, index) => {
      const { scores, served } = answers[index]
      const measuredAs = { value: meanOverLists(values[index], weights), ...(intervals && { interval: intervals[index] }) }
      if (served === undefined) return { name, ...measuredAs }
      const byScore = meanOverLists(once(measure(scores).values[0]), weights)
      return { name, ...measuredAs, served: servedReport(served, served.serving, compared.members), byScore }
    }),
    pairs:
      compared.untested === undefined
        ? testedPairs(contenders, values, weights, resolved, onProgress)
        : untestedPairs(contenders, values, weights),
    ...(resolved.perList && { perList: perListOf(ids, values) }),
    notes: [
      ...new Set(measured.flatMap(({ notes }) => notes)),
      ...largeGainNotes(measured[0].metrics, lists.labels),
      ...measured.flatMap(({ metrics }, index) => {
        const { scores, served } = answers[index]
        return tieNotes(metrics, served?.scores ?? scores, lists).map((note) => `${contenders[index].name}: ${note}`)
      }),
      ...new Set(answers.flatMap(({ served }) => (served ? incomingNotes(served, lists) : []))),
      ...compared.notes,
      ...notesOn(count, weights),
    ],
  }
}

/** All must take labels for the same; scores say nothing about them. */
function judgedForAll(contenders: readonly Contender[], lists: RankingLists | JudgedLists): RankingLists | JudgedLists {
  const models = contenders.flatMap(({ name, ranker }) => ('kind' in ranker ? [{ name, model: requireListModel(ranker) }] : []))
  const byPlace = models.find(({ model }) => learnedFromPlaces(model))
  if (byPlace === undefined) return lists
  const other = models.find(({ model }) => !learnedFromPlaces(model))
  if (other !== undefined) throw new RankwrightError({ area: 'stream', code: 'targets-differ', places: byPlace.name, other: other.name })
  return judgedFor(byPlace.model, lists as RankingLists)
}

/** A policy for ties is for rules about pairs; a model without one is served as it would be without the policy. */
function servingFor(model: Model, { ties, seed, decideAll }: KeptServingOptions): KeptServingOptions {
  const own = decideAll || !('abstention' in model) ? undefined : model.abstention
  return { ...(decideAll && { decideAll }), ...(isAboutPairs(own) && { ties, seed }) }
}

export function notesOn(count: number, weights: Float64Array | undefined): string[] {
  const notes: string[] = []
  if (count < 2) notes.push('One list cannot show how lists vary: there is no interval and no t test.')
  if (weights !== undefined) notes.push('Lists have weights: means are weighted, and each difference enters the tests times its weight.')
  return notes
}

function isList(given: Readonly<Record<string, Model | Numbers>> | readonly Contender[]): given is readonly Contender[] {
  return Array.isArray(given)
}
