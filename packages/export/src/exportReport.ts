import { arrayOf, fields, object, optional, requireArguments, text } from '@rankwright/core/arguments'
import type { Exported } from './exportModel.ts'

/** What `export` did. */
export interface ExportReport extends Omit<Exported, 'content' | 'types'> {
  /** The file. */
  readonly out: string
  /** The file with its types, if one was written. */
  readonly types?: string
}

const shapes = {
  exported: fields({ target: text, parity: object('what was compared'), limits: arrayOf(text) }, 'what exportModel gives'),
  out: text,
  types: optional(text),
}

/** `types` is where its types went. */
export function exportReport(exported: Exported, out: string, types?: string): ExportReport {
  requireArguments({ exported, out, types }, shapes)
  const { target, parity, missing, limits } = exported
  return { target, out, ...(types !== undefined && { types }), parity, missing, limits }
}
