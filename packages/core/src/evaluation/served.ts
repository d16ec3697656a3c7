/** What a model is measured by: its scores and, if it has a rule, the lists as `rank` serves them. */
import { incomingOrder } from '../abstention/serving/incomingOrder.ts'
import { type ServedScores, servedScores } from '../abstention/serving/servedScores.ts'
import { type Serving, type ServingOptions, servingOf } from '../abstention/serving/servingOptions.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { looksAtScores } from '../metrics/metricDirection.ts'
import type { ChosenRule } from '../models/common/abstentionRule.ts'
import type { ListModel } from '../models/model.ts'
import { score } from '../models/score.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { Runtime } from '../runtime/runtime.ts'

export interface Answers {
  /** One per row, greater ranks higher. */
  readonly scores: Float64Array
  /** Where a rule is in force. */
  readonly served?: ServedScores & { readonly serving: Serving & { readonly rule: ChosenRule } }
}

export function answersOf(model: ListModel, lists: RankingLists, options: ServingOptions, runtime: Runtime): Answers {
  const { rule, ...others } = servingOf(model, options)
  const scores = score(model, lists, runtime)
  if (rule === undefined) return { scores }
  const serving = { rule, ...others }
  return { scores, served: { ...servedScores(model, lists, scores, serving, runtime.compute), serving } }
}

/** What a reader of numbers about served lists should know about the order in which items came. */
export function incomingNotes({ byFile }: ServedScores, lists: Pick<RankingLists, 'labels' | 'offsets'>): string[] {
  const among = Array.from(byFile.keys()).filter((list) => byFile[list] === 1)
  if (among.length === 0) return []
  if (incomingOrder(lists, among).sorted)
    return [
      'The file has the best items of each list first, so lists left as they came look perfect. Numbers about what is served need rows in the order in which items come when lists are served.',
    ]
  return ['The order in which items came is that of the rows in the file.']
}

/** Throws for metrics of scores: lists that a rule serves have an order, but no scores. */
export function requireOrderMetrics(metrics: readonly string[]): void {
  const metric = metrics.find(looksAtScores)
  if (metric !== undefined) throw new RankwrightError({ area: 'metric', code: 'served-without-scores', metric })
}
