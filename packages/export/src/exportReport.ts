import { arrayOf, fields, object, requireArguments, text } from '@rankwright/core/arguments'
import type { Exported } from './exportModel.ts'

/** What `export` did. */
export interface ExportReport extends Omit<Exported, 'content'> {
  /** The file. */
  readonly out: string
}

const shapes = {
  exported: fields({ target: text, parity: object('what was compared'), limits: arrayOf(text) }, 'what exportModel gives'),
  out: text,
}

export function exportReport(exported: Exported, out: string): ExportReport {
  requireArguments({ exported, out }, shapes)
  const { target, parity, missing, limits } = exported
  return { target, out, parity, missing, limits }
}
