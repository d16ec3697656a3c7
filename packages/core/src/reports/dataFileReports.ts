/** What the commands that write data files did. */

import { arrayOf, fields, optional, requireArguments, text } from '../arguments/shapes.ts'
import { listCount, type RankingLists, rowCount } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import type { Comparison } from '../evaluation/compare.ts'
import type { EngineReport } from './engineReport.ts'

/** What `convert` wrote. */
export interface ConvertReport {
  readonly rows: number
  readonly lists: number
  readonly features: number
  /** The file. */
  readonly out: string
}

export function convertReport(lists: RankingLists, out: string): ConvertReport {
  requireArguments({ lists, out }, { lists: requireLists, out: text })
  return { rows: rowCount(lists), lists: listCount(lists), features: writtenFeatures(lists), out }
}

/** Columns of cells are written as they are. */
function writtenFeatures({ cells, width }: RankingLists): number {
  return cells === undefined ? width : cells.numbers.length + cells.texts.length
}

/** What `split` wrote. */
export interface SplitReport {
  readonly rows: number
  readonly lists: number
  readonly folds: readonly FoldReport[]
}

/** The files of one fold. */
export interface FoldReport {
  /** Fold1, Fold2 … */
  readonly name: string
  readonly train: string
  /** With two folds there is nothing left to validate on. */
  readonly vali?: string
  readonly test: string
}

export function splitReport(lists: RankingLists, folds: readonly FoldReport[]): SplitReport {
  requireArguments(
    { lists, folds },
    { lists: requireLists, folds: arrayOf(fields({ name: text, train: text, vali: optional(text), test: text })) },
  )
  return { rows: rowCount(lists), lists: listCount(lists), folds }
}

/** What `score` answers: the scores in the order of the file, or where they were written. */
export type ScoreReport = { readonly rows: number; readonly engine?: EngineReport } & (
  | {
      readonly scores: readonly number[]
      /** The cells of the columns that were to be kept, by their names, rows as the scores. */
      readonly keep?: Readonly<Record<string, readonly (string | null)[]>>
    }
  | { readonly out: string }
  /** A table of the engine. */
  | { readonly table: string }
)

/** What `fuse` wrote. */
export interface FuseReport {
  /** The files of the runs. */
  readonly runs: readonly string[]
  readonly how: string
  readonly topics: number
  readonly documents: number
  readonly out: string
  /** The joined run beside those it was made of, on judged topics. */
  readonly comparison?: Comparison
}
