import type { ServedReport } from '../abstention/serving/servedScores.ts'
import type { ChosenMetrics } from '../metrics/chooseMetrics.ts'
import type { Conventions } from '../metrics/conventions.ts'
import { sumOverLists } from '../metrics/measureLists.ts'
import type { ProfileName } from '../metrics/profiles.ts'
import { partOfWork, type WorkListener } from '../numeric/partOfWork.ts'
import { expOf } from '../numeric/special/exp.ts'
import type { OptionsOf } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import type { SeenCounts } from '../recognition/seenCounts.ts'
import { type BootstrapOptions, bootstrapInterval, type Interval } from './bootstrap.ts'
import { reportOptions } from './evaluateOptions.ts'
import { valuesOnce } from './repeatedLists.ts'

export interface EvaluationReport {
  readonly profile: ProfileName
  /** How many lists were measured. */
  readonly lists: number
  /** How many of them do not count for a metric, because it is undefined there and the profile skips such lists. */
  readonly skipped: Readonly<Record<string, number>>
  /** Means over the lists that count (geometric ones of `gm_map` and `gm_bpref`, sums of `num_q` and other counts), weighted where lists have weights; NaN when none counts. */
  readonly metrics: Readonly<Record<string, number>>
  /** Confidence intervals of them. */
  readonly intervals: Readonly<Record<string, Interval>>
  readonly confidence: number
  readonly conventions: Conventions
  readonly notes: readonly string[]
  /** Which of the lists a model has seen, and which repeat another; absent if they have no features. Means count them all. */
  readonly seen?: SeenCounts
  readonly perList?: readonly ListReport[]
  /** Of a model with a rule: how its lists were served. All numbers above are about them. */
  readonly served?: ServedReport
  /** Beside `served`: the order of all scores, as if the model had no rule. */
  readonly byScore?: Pick<EvaluationReport, 'metrics' | 'intervals'>
}

export interface ListReport {
  readonly id: string
  /** NaN where the list does not count. */
  readonly metrics: Readonly<Record<string, number>>
}

export type ReportOptions = OptionsOf<typeof reportOptions>

/** values[m][q]: metric m on list q, NaN where the list does not count. */
export function evaluationReport(
  { profile, conventions, metrics, notes }: ChosenMetrics,
  values: readonly Float64Array[],
  listIds: readonly string[],
  weights: Float64Array | undefined,
  given: ReportOptions & { readonly onProgress?: WorkListener | undefined },
  /** For each list the place of the first that is equal to it: intervals are over different lists. */
  first?: Uint32Array,
): EvaluationReport {
  const { perList, confidence, seed } = resolveOptions(reportOptions, {
    perList: given.perList,
    confidence: given.confidence,
    seed: given.seed,
  })
  const shown = (index: number, value: number) => (metrics[index].logarithms ? expOf(value) : value)
  const overall = (index: number, of: Float64Array, share: Float64Array | undefined) => {
    const { total, weight } = sumOverLists(of, share)
    return metrics[index].sums ? total : shown(index, total / weight)
  }
  const byName = <Value>(read: (values: Float64Array, weights: Float64Array | undefined, index: number) => Value) =>
    Object.fromEntries(
      metrics.map(({ name, conventions }, index) => [
        name,
        read(values[index], conventions.listWeights === 'used' ? weights : undefined, index),
      ]),
    )
  const progressOf = (index: number) => partOfWork(given.onProgress, { from: index, length: 1, whole: metrics.length })
  return {
    profile,
    lists: listIds.length,
    skipped: byName((of) => of.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0)),
    metrics: byName((of, share, index) => overall(index, of, share)),
    intervals:
      confidence === 0
        ? {}
        : byName((of, share, index) => {
            const [low, high] = interval(of, share, { confidence, seed, onProgress: progressOf(index) }, first)
            const times = metrics[index].sums ? sumOverLists(of, share).weight : 1
            return [times * shown(index, low), times * shown(index, high)] as const
          }),
    confidence,
    conventions,
    notes,
    ...(perList && {
      perList: listIds.map((id, list) => ({ id, metrics: byName((of, _, index) => shown(index, of[list])) })),
    }),
  }
}

function interval(
  values: Float64Array,
  weights: Float64Array | undefined,
  options: Pick<BootstrapOptions, 'confidence' | 'seed' | 'onProgress'>,
  first: Uint32Array | undefined,
): Interval {
  const counts = (_: number, list: number) => !Number.isNaN(values[list])
  const counting = { values: values.filter(counts), ...(weights && { weights: weights.filter(counts) }) }
  const again = first?.some((place, list) => place < list) === true
  const { values: each, ...weighed } = again ? valuesOnce(counting.values, counting.weights, first.filter(counts)) : counting
  return bootstrapInterval(each, { ...options, ...weighed })
}
