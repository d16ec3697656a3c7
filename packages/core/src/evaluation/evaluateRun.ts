import { flag, mapOf, number, options as optionsShape } from '../arguments/shapes.ts'
import type { Qrels, Run } from '../data/files/trec.ts'
import { chooseMetrics } from '../metrics/chooseMetrics.ts'
import { inPrecision, rankings } from '../metrics/measureLists.ts'
import { standing } from '../metrics/rankedList.ts'
import { RankwrightError } from '../problems/problem.ts'
import { type EvaluateOptions, evaluateShapes } from './evaluate.ts'
import { type EvaluationReport, evaluationReport } from './evaluationReport.ts'

export interface EvaluateRunOptions extends Omit<EvaluateOptions, 'serving'> {
  /** Also count the judged topics that the run does not answer, as answers without documents: what `trec_eval -c` does. */
  readonly complete?: boolean
}

const { serving: _, ...shapes } = evaluateShapes
const takesOptions = optionsShape({ ...shapes, complete: flag })

/**
 * How well a run orders the judged documents. Documents without a judgement count as not relevant; judged documents that the
 * run does not list still count for recall and for the ideal order. Topics without judgements are left out, with a note.
 */
export function evaluateRun(qrels: Qrels, run: Run, options: EvaluateRunOptions = {}): EvaluationReport {
  requireTopics('qrels', qrels, 'judgements, as parseQrels and readQrels give them')
  requireTopics('run', run, 'a run, as parseRun and readRun give it')
  takesOptions('options', options)
  const { complete = false } = options
  const answered = Array.from(run.keys()).filter((topic) => qrels.has(topic))
  if (answered.length === 0) throw new RankwrightError({ area: 'metric', code: 'no-common-topics', judged: qrels.size, answered: run.size })
  const unanswered = complete ? Array.from(qrels.keys()).filter((topic) => !run.has(topic)) : []
  const topics = [...answered, ...unanswered]

  const chosen = chooseMetrics(options, greatestGrades(qrels, topics))
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
  const strangers = run.size - answered.length
  const notes =
    strangers === 0
      ? chosen.notes
      : [...chosen.notes, `${strangers} of the ${run.size} topics of the run have no judgements and are left out.`]
  return evaluationReport({ ...chosen, notes }, values, topics, undefined, options)
}

/** As trec_eval has it, a negative grade marks a document of the pool that nobody judged. */
function standingOf(grade: number | undefined): number {
  if (grade === undefined) return standing.unknown
  return grade < 0 ? standing.pooled : standing.judged
}

function greatestGrades(qrels: Qrels, topics: readonly string[]): number[] {
  return topics.flatMap((topic) => Array.from(qrels.get(topic)?.values() ?? []))
}

function mostDocuments(qrels: Qrels, run: Run, topics: readonly string[]): number {
  return topics.reduce((most, topic) => Math.max(most, qrels.get(topic)?.size ?? 0, run.get(topic)?.size ?? 0), 0)
}

function requireTopics(argument: string, topics: unknown, expected: string): void {
  mapOf(mapOf(number(), 'numbers by the ids of documents'), expected)(argument, topics)
}
