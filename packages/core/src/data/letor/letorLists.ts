import type { RowGathering } from '../lists/listByList.ts'
import { decodeUtf8 } from '../text/utf8.ts'
import type { LetorLine } from './letorLine.ts'

/** Numbers about the rows that come from files beside a LETOR file, as LightGBM writes them. */
export interface LetorSidecars {
  /** Sizes of the lists, for files whose rows have no qid. */
  readonly groups?: { readonly file: string; readonly sizes: ArrayLike<number> }
  /** One weight per row, the same for all rows of a list. */
  readonly weights?: { readonly file: string; readonly values: ArrayLike<number> }
  /** How many lists without names the files before this one have: those of this one are numbered on. */
  readonly listsBefore?: number
}

/**
 * Which list each row belongs to: the one that its qid names or, in a file without them, the one whose size in the sidecar covers
 * the row. The first readable row decides which it is. Also the weights of the lists.
 */
export class LetorLists {
  /** Rows of the text so far, readable or not. */
  rows = 0
  readonly weights: Map<string, number> = new Map()
  readonly sidecars: LetorSidecars
  private readonly line: LetorLine
  private readonly store: RowGathering
  private bySize: boolean | undefined
  /** The list of the last row, and its qid. */
  private number = -1
  private qid: Uint8Array = new Uint8Array(0)
  /** The list whose size is used now, from 0, and the number of rows up to its end. */
  private group = -1
  private groupEnd = 0

  constructor(line: LetorLine, store: RowGathering, sidecars: LetorSidecars) {
    this.line = line
    this.store = store
    this.sidecars = sidecars
  }

  /** Whether a row may have a qid. */
  get mayBeNamed(): boolean {
    return this.bySize !== true
  }

  /** Whether a row may lack a qid. */
  get mayBeUnnamed(): boolean {
    return this.bySize !== false && this.sidecars.groups !== undefined
  }

  /** The number of the list whose qid is bytes[start .. end], or -1 when there is a problem with it. */
  named(bytes: Uint8Array, start: number, end: number): number {
    this.bySize = false
    const { qid } = this
    let same = qid.length === end - start
    for (let i = 0; same && i < qid.length; i++) same = bytes[start + i] === qid[i]
    if (same) return this.number
    const id = decodeUtf8(bytes, start, end)
    if (id === undefined) return this.line.fail({ area: 'data', code: 'not-utf8', at: this.line.at(start), what: 'list id' })
    this.qid = bytes.slice(start, end)
    this.number = this.store.listNumber(id)
    return this.number
  }

  /** The number of the list that a row without a qid belongs to. Such lists are called by their place in the sidecar, from 1. */
  unnamed(): number {
    this.bySize = true
    const { sizes } = this.sidecars.groups!
    while (this.rows > this.groupEnd && this.group + 1 < sizes.length) {
      this.groupEnd += sizes[++this.group]
      this.number = -1
    }
    if (this.number < 0) this.number = this.store.listNumber(String((this.sidecars.listsBefore ?? 0) + this.group + 1))
    return this.number
  }

  /** How many lists have no name of their own. */
  get unnamedLists(): number {
    return this.bySize ? this.group + 1 : 0
  }

  /** Takes the weight of the row just read, of this list. */
  weigh(list: number): void {
    const { weights } = this.sidecars
    const weight = weights?.values[this.rows - 1]
    if (weights === undefined || weight === undefined) return
    const id = this.store.listIds[list]
    const first = this.weights.get(id)
    if (first === undefined) this.weights.set(id, weight)
    else if (first !== weight) {
      const at = { file: weights.file, line: this.rows, column: 1 }
      this.line.report({ area: 'data', code: 'weights-differ-in-list', at, list: id, found: weight, first })
    }
  }

  /** Reports sidecars that do not fit the rows, after the last one. */
  finish(): void {
    const { line, rows } = this
    const { groups, weights } = this.sidecars
    if (this.bySize && groups) this.checkSizes(groups.file, groups.sizes)
    if (weights === undefined || weights.values.length === rows) return
    const at = { file: weights.file, line: Math.min(weights.values.length, rows) + 1, column: 1 }
    line.report({ area: 'data', code: 'weights-do-not-match', at, weights: weights.values.length, rows, file: line.file })
  }

  private checkSizes(file: string, sizes: ArrayLike<number>): void {
    const { line, rows } = this
    let total = 0
    let used = 0
    while (used < sizes.length && total < rows) total += sizes[used++]
    // The line where the sums part: of the size that goes beyond the rows, or of the first one that is missing or too many.
    const firstWrong = total > rows ? used : used + 1
    for (let rest = used; rest < sizes.length; rest++) total += sizes[rest]
    if (total === rows) return
    const at = { file, line: firstWrong, column: 1 }
    line.report({ area: 'data', code: 'group-sizes-do-not-add-up', at, total, rows, file: line.file })
  }
}
