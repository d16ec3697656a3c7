import { flag, options as optionsShape } from '../arguments/shapes.ts'
import { requireQrels, requireRun } from '../data/files/requireTrec.ts'
import type { Qrels, Run } from '../data/files/trec.ts'
import { type EvaluateOptions, evaluateShapes } from './evaluate.ts'
import { type EvaluationReport, evaluationReport } from './evaluationReport.ts'
import { answeredTopics, measureRun } from './measureRun.ts'

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
  requireQrels('qrels', qrels)
  requireRun('run', run)
  takesOptions('options', options)
  const answered = answeredTopics(qrels, run)
  const unanswered = options.complete === true ? Array.from(qrels.keys()).filter((topic) => !run.has(topic)) : []
  const topics = [...answered, ...unanswered]
  const { values, ...chosen } = measureRun(qrels, run, topics, options)
  const strangers = run.size - answered.length
  const notes =
    strangers === 0
      ? chosen.notes
      : [...chosen.notes, `${strangers} of the ${run.size} topics of the run have no judgements and are left out.`]
  return evaluationReport({ ...chosen, notes }, values, topics, undefined, options)
}
