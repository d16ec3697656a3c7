import type { Exported } from './exportModel.ts'

/** What `export` did. */
export interface ExportReport extends Omit<Exported, 'content'> {
  /** The file. */
  readonly out: string
}

export function exportReport({ target, parity, missing, limits }: Exported, out: string): ExportReport {
  return { target, out, parity, missing, limits }
}
