import { requireArguments, text } from '../arguments/shapes.ts'
import { kindOf } from '../models/kinds.ts'
import type { TermModel } from '../models/model.ts'
import { secondsShape } from './reportShapes.ts'

/** What `ontology train` did; what else there is depends on the kind of the model. */
export interface TrainedTermsReport {
  readonly seconds: number
  /** The file that the model is in. */
  readonly model: string
  readonly [part: string]: unknown
}

export function trainedTermsReport(model: TermModel, seconds: number, out: string): TrainedTermsReport {
  requireArguments({ seconds, out }, { seconds: secondsShape, out: text })
  return { ...kindOf(model).facts(model).parts, seconds, model: out }
}
