import { count, fields, optional, requireArguments } from '../arguments/shapes.ts'
import type { DescribedColumn } from '../data/encoders/describedColumn.ts'
import type { DataGuard } from '../data/guards/dataGuards.ts'
import { type Inspection, inspection } from '../data/lists/inspection.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import type { Problem } from '../problems/problem.ts'
import { mostProblems } from '../problems/problemLog.ts'
import { type ProblemReport, problemReport } from './problemReport.ts'
import { columnsShape, guardsShape, problemsShape } from './reportShapes.ts'

/** What `inspect` found in a data file. */
export interface DataReport extends Inspection {
  /** What was read, but not as it stands in the file. */
  readonly notes: readonly ProblemReport[]
  /** Of a table: its columns, what each is used as, and why. */
  readonly columns?: readonly DescribedColumn[]
  /** What is often wrong with such data, each with what to do. */
  readonly guards?: readonly DataGuard[]
  /** How many rows could not be read; they are not counted above. */
  readonly problemCount: number
  /** The first of these problems. */
  readonly problems: readonly ProblemReport[]
}

/** What was met while the lists were read. */
export interface ReadingFaults {
  readonly problems: readonly Problem[]
  readonly problemCount: number
  readonly notes: readonly Problem[]
  /** What a table told of its columns. */
  readonly columns?: readonly DescribedColumn[]
  /** What `dataGuards` found. */
  readonly guards?: readonly DataGuard[]
}

export function dataReport(lists: RankingLists, faults: ReadingFaults): DataReport {
  requireArguments(
    { lists, faults },
    {
      lists: requireLists,
      faults: fields({
        problems: problemsShape,
        problemCount: count(),
        notes: problemsShape,
        columns: optional(columnsShape),
        guards: optional(guardsShape),
      }),
    },
  )
  const { problems, problemCount, notes, columns, guards } = faults
  return {
    ...inspection(lists),
    ...(columns && { columns }),
    ...(guards && { guards }),
    notes: notes.slice(0, mostProblems).map(problemReport),
    problemCount,
    problems: problems.map(problemReport),
  }
}
