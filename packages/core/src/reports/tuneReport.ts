import { arrayOf, count, fields, madeBy, optional, recordOf, text } from '../arguments/shapes.ts'
import type { TuneResult, TuneTrial } from '../library/tune.ts'
import type { ProfileName } from '../metrics/profiles.ts'
import { type EngineReport, engineShape } from './engineReport.ts'
import { measuredShape, secondsShape } from './reportShapes.ts'

/** What `tune` found. */
export interface TuneReport {
  readonly method: string
  readonly metric: string
  readonly profile: ProfileName
  readonly by: TuneResult['by']
  /** Parts that were left out in turn: folds, or lists. */
  readonly folds: number
  readonly seconds: number
  readonly best: Pick<TuneTrial, 'options' | 'score'>
  readonly trials: readonly TuneTrial[]
  /** The file with a model of the best options, if one was trained. */
  readonly model?: string
  /** What packed the lists, where they were not read into memory. */
  readonly engine?: EngineReport
}

export interface TuneOutcome {
  readonly result: TuneResult
  readonly profile: ProfileName
  readonly folds: number
  readonly seconds: number
  /** The file with a model of the best options, if one was trained. */
  readonly out?: string
  readonly engine?: EngineReport
}

const trial = fields({ options: recordOf(() => {}, 'the options of the trial'), score: measuredShape })
const outcomeShape = fields({
  result: fields({ method: text, metric: text, by: text, best: trial, trials: arrayOf(madeBy('tune', 'options')) }, 'what tune gives'),
  profile: text,
  folds: count(1),
  seconds: secondsShape,
  out: optional(text),
  engine: optional(engineShape),
})

export function tuneReport(outcome: TuneOutcome): TuneReport {
  outcomeShape('outcome', outcome)
  const { result, profile, folds, seconds, out, engine } = outcome
  const { method, metric, by, best, trials } = result
  return {
    method,
    metric,
    profile,
    by,
    folds,
    seconds,
    best: { options: best.options, score: best.score },
    trials,
    ...(out !== undefined && { model: out }),
    ...(engine && { engine }),
  }
}
