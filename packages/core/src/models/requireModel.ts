/** Narrows a model to what a caller can use; for any other it throws. `file` is where it came from, if from a file. */
import { RankwrightError } from '../problems/problem.ts'
import type { Calibration } from '../rules/calibration.ts'
import { isListModel, isMapped, kindOf } from './kinds.ts'
import type { ListModel, MappedModel, Model, TermModel } from './model.ts'
import type { LearnedLine } from './ontologyTerms/learnedLine.ts'
import type { StreamModel } from './stream/streamModel.ts'

export function requireListModel(model: Model, file?: string): ListModel {
  if (isListModel(model)) return model
  throw new RankwrightError({ area: 'model', code: 'not-for-lists', ...heldBy(model, file) })
}

/** For what needs distances between mapped rows. */
export function requireMapped(model: Model, file?: string): MappedModel {
  const known = requireListModel(model, file)
  if (isMapped(known)) return known
  throw new RankwrightError({ area: 'model', code: 'no-feature-map', ...heldBy(model, file) })
}

/** For what needs P(A above B). */
export function requireCalibration(model: ListModel): Calibration {
  if (model.calibration !== undefined) return model.calibration
  throw new RankwrightError({ area: 'model', code: 'not-calibrated' })
}

/** For a stream that continues where it was. */
export function requireStream(model: Model, file?: string): StreamModel {
  kindOf(model) // refuses what is no model
  if ('state' in model) return model
  throw new RankwrightError({ area: 'model', code: 'not-a-stream', ...heldBy(model, file) })
}

export function requireTermModel(model: Model, file?: string): TermModel {
  if (!isListModel(model)) return model
  throw new RankwrightError({ area: 'model', code: 'not-for-terms', ...heldBy(model, file) })
}

export function requireLine(model: Model, file?: string): LearnedLine {
  const line = isListModel(model) ? undefined : kindOf(model).line?.(model)
  if (line !== undefined) return line
  throw new RankwrightError({ area: 'model', code: 'not-a-line', ...heldBy(model, file) })
}

function heldBy(model: Model, file: string | undefined) {
  return { title: kindOf(model).title, ...(file !== undefined && { at: { file } }) }
}
