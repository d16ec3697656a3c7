import { type CentredSpace, featureRows } from '../passes/rankRls/featureRows.ts'
import type { HeldOutFold } from '../passes/rankRls/heldOutFolds.ts'
import { primalHeldOut, type SolvedEquations } from '../passes/rankRls/primalHeldOut.ts'
import { type Operation, sectionRanges } from './operation.ts'
import { rowsOfParts } from './rowsOfParts.ts'

export interface HeldOutAsked {
  readonly space: CentredSpace
  readonly section: number
  readonly solved: SolvedEquations
  readonly lambdas: readonly number[]
  /** Each within a list, in ascending order; rows by their numbers among all rows. */
  readonly folds: readonly HeldOutFold[]
}

/** For each penalty the scores of all rows by fits without their fold. Rows of no fold keep their label. Parts are those of whole sections. */
export const heldOutRows: Operation<HeldOutAsked, readonly Float64Array[], readonly Float64Array[]> = {
  *parts(here, { space, section, solved, lambdas, folds }) {
    const { lists, before, runtime } = here
    const { labels, offsets } = lists
    const mark = runtime.compute.mark()
    try {
      const rows = featureRows(space, lists, before.lists, runtime)
      const scores = lambdas.map(() => labels.slice())
      const parts: Float64Array[][] = []
      for (const [from, to] of sectionRanges(here, section)) {
        const own = folds
          .filter((fold) => fold.rows[0] >= before.rows + offsets[from] && fold.rows[0] < before.rows + offsets[to])
          .map((fold) => ({ ...fold, rows: fold.rows.map((row) => row - before.rows) }))
        yield* primalHeldOut(rows, solved, lambdas, own, scores)
        parts.push(scores.map((each) => each.slice(offsets[from], offsets[to])))
      }
      return parts
    } finally {
      runtime.compute.release(mark)
    }
  },
  combine: rowsOfParts,
}
