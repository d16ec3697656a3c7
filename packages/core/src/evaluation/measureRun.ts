import type { Qrels, Run } from '../data/files/trec.ts'
import { type ChosenMetrics, chooseMetrics, type MetricChoice } from '../metrics/chooseMetrics.ts'
import { largeGainNotes } from '../metrics/largeGains.ts'
import { inPrecision, rankings } from '../metrics/measureLists.ts'
import { standing } from '../metrics/rankedList.ts'
import { RankwrightError } from '../problems/problem.ts'

export interface MeasuredRun extends ChosenMetrics {
  /** values[m][t]: metric m on topic t; NaN where the topic does not count. */
  readonly values: readonly Float64Array[]
}

/** The topics of the run that have judgements. There is at least one. */
export function answeredTopics(qrels: Qrels, run: Run): string[] {
  const answered = Array.from(run.keys()).filter((topic) => qrels.has(topic))
  if (answered.length === 0) throw new RankwrightError({ area: 'metric', code: 'no-common-topics', judged: qrels.size, answered: run.size })
  return answered
}

/** Metrics of a run on these topics; one that it does not answer is an answer without documents. */
export function measureRun(qrels: Qrels, run: Run, topics: readonly string[], choice: MetricChoice): MeasuredRun {
  const grades = gradesOf(qrels, topics)
  const chosen = chooseMetrics(choice, grades)
  const values = chosen.metrics.map(() => new Float64Array(topics.length))
  for (const { rank, members, scorePrecision } of rankings(chosen.metrics, mostDocuments(qrels, run, topics))) {
    for (const [index, topic] of topics.entries()) {
      const judgements = qrels.get(topic) ?? new Map<string, number>()
      const answer = run.get(topic) ?? new Map<string, number>()
      const documents = Array.from(answer.keys())
      const scores = inPrecision(Float64Array.from(answer.values()), scorePrecision)
      const labels = Float64Array.from(documents, (document) => judgements.get(document) ?? 0)
      const judged = Float64Array.from(judgements.values())
      const standings = Uint8Array.from(documents, (document) => standingOf(judgements.get(document)))
      const ranked = rank(scores, labels, 0, documents.length, documents, judged, 0, judged.length, standings)
      for (const member of members) {
        const { measure, whenUndefined } = chosen.metrics[member]
        values[member][index] = measure(ranked) ?? whenUndefined
      }
    }
  }
  return { ...chosen, notes: [...chosen.notes, ...largeGainNotes(chosen.metrics, grades)], values }
}

/** As trec_eval has it, a negative grade marks a document of the pool that nobody judged. */
function standingOf(grade: number | undefined): number {
  if (grade === undefined) return standing.unknown
  return grade < 0 ? standing.pooled : standing.judged
}

function gradesOf(qrels: Qrels, topics: readonly string[]): number[] {
  return topics.flatMap((topic) => Array.from(qrels.get(topic)?.values() ?? []))
}

function mostDocuments(qrels: Qrels, run: Run, topics: readonly string[]): number {
  return topics.reduce((most, topic) => Math.max(most, qrels.get(topic)?.size ?? 0, run.get(topic)?.size ?? 0), 0)
}
