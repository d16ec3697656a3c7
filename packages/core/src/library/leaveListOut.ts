/**
 * Metrics of lists that were left out: each list is scored by the fit on all others, for many penalties, in closed form and without
 * training again. Feature map, hidden nodes, kernel width and basis, none of which look at labels of lists, are those of all lists.
 */
import { requireObject } from '../arguments/requireKind.ts'
import { texts } from '../arguments/shapes.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import { chooseMetrics } from '../metrics/chooseMetrics.ts'
import { meanOverLists, measureLists } from '../metrics/measureLists.ts'
import { betterValues } from '../metrics/metricDirection.ts'
import type { ProfileName } from '../metrics/profiles.ts'
import type { OptionsOf } from '../options/optionTable.ts'
import { resolveUncheckedOptions } from '../options/resolveOptions.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import { finish, type Training } from '../runtime/training.ts'
import { tiesOfLeftOut } from '../trainers/common/tiesOfLeftOut.ts'
import { methodOf, type methods, methodsThatLeaveOut } from '../trainers/methods.ts'

/** The options of a training without validation lists, and what to measure. A lambda that is a number is the only penalty measured. */
export type LeaveListOutOptions = {
  [Name in 'elmrank' | 'rankrls']: { readonly method: Name; readonly metrics?: readonly string[]; readonly profile?: ProfileName } & Omit<
    OptionsOf<(typeof methods)[Name]['options']>,
    'earlyStop'
  >
}['elmrank' | 'rankrls']

export interface LeaveListOutReport {
  readonly method: string
  readonly profile: ProfileName
  /** From the strongest down, each with the mean of each metric over the lists; NaN where the penalty is too small for the arithmetic. */
  readonly penalties: readonly LeftOutPenalty[]
  /** For each metric the penalty with the best value, of equal ones the first; absent where no value is known. */
  readonly best: Readonly<Record<string, number>>
}

export interface LeftOutPenalty {
  readonly lambda: number
  readonly metrics: Readonly<Record<string, number>>
}

/** Each list by the fit on all others, for each penalty. */
export function leaveListOut(lists: RankingLists, options: LeaveListOutOptions, runtime: Runtime = plainRuntime): LeaveListOutReport {
  requireLists('lists', lists)
  requireObject('options', options, 'an object with a method, its options and metrics')
  return finish(leavingListsOut(lists, options, runtime))
}

/** The same step by step: yields after each block of work. */
export function* leavingListsOut(
  lists: RankingLists,
  options: LeaveListOutOptions,
  runtime: Runtime = plainRuntime,
): Training<LeaveListOutReport> {
  requireLists('lists', lists)
  requireObject('options', options, 'an object with a method, its options and metrics')
  requireRuntime(runtime)
  const { method, metrics = ['ndcg@10', 'map'], profile = 'rankwright', ...rest } = options
  texts('options.metrics', metrics)
  const { scores: scoresOf } = leavingOut(method)
  resolveUncheckedOptions(methodOf(method).options, rest)
  chooseMetrics({ metrics, profile }, lists.labels) // a name that is not one should not cost a fit
  const { lambda } = rest
  const { lambdas, scores } = yield* scoresOf(lists, rest, typeof lambda === 'number' ? [lambda] : undefined, runtime)
  const penalties = lambdas.map((each, index): LeftOutPenalty => {
    const own = scores[index]
    const values = own && measureLists(tiesOfLeftOut(own, lists), lists, { metrics, profile }, runtime.compute).values
    const mean = (metric: number) => (values === undefined ? Number.NaN : meanOverLists(values[metric], lists.listWeights))
    return { lambda: each, metrics: Object.fromEntries(metrics.map((name, metric) => [name, mean(metric)])) }
  })
  return { method, profile, penalties, best: Object.fromEntries(metrics.flatMap((name) => bestOf(name, penalties))) }
}

function bestOf(name: string, penalties: readonly LeftOutPenalty[]): [string, number][] {
  const sign = betterValues(name) === 'lesser' ? -1 : 1
  let leader: LeftOutPenalty | undefined
  for (const penalty of penalties) {
    const value = sign * penalty.metrics[name]
    if (Number.isFinite(value) && (leader === undefined || value > sign * leader.metrics[name])) leader = penalty
  }
  return leader === undefined ? [] : [[name, leader.lambda]]
}

function leavingOut(method: string) {
  const { leftOut } = methodOf(method)
  if (leftOut !== undefined) return leftOut
  throw new RankwrightError({
    area: 'model',
    code: 'no-closed-form',
    method,
    reason: `has no closed form for left-out lists; ${methodsThatLeaveOut.join(' and ')} have one`,
  })
}
