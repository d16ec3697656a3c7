import { count, fields, optional, requireArguments } from '../arguments/shapes.ts'
import type { DescribedColumn } from '../data/encoders/describedColumn.ts'
import { type Inspection, inspection } from '../data/features/inspection.ts'
import type { DataGuard } from '../data/guards/dataGuards.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import type { Problem } from '../problems/problem.ts'
import { mostProblems } from '../problems/problemLog.ts'
import type { HeldInspection } from '../work/inspectHeld.ts'
import { type EngineReport, engineShape } from './engineReport.ts'
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
  /** What packed the lists, where they were not read into memory. */
  readonly engine?: EngineReport
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

const faultsShape = fields({
  problems: problemsShape,
  problemCount: count(),
  notes: problemsShape,
  columns: optional(columnsShape),
  guards: optional(guardsShape),
})

export function dataReport(lists: RankingLists, faults: ReadingFaults): DataReport {
  requireArguments({ lists, faults }, { lists: requireLists, faults: faultsShape })
  return withFaults(inspection(lists), faults)
}

/** Of lists that an engine has packed, from what `inspectHeld` found. */
export function heldDataReport(found: HeldInspection, faults: Omit<ReadingFaults, 'guards'>, engine: EngineReport): DataReport {
  requireArguments(
    { found, faults, engine },
    { found: fields({ guards: guardsShape }, 'what inspectHeld gives'), faults: faultsShape, engine: engineShape },
  )
  return { ...withFaults(found.inspection, { ...faults, guards: found.guards }), engine }
}

function withFaults(found: Inspection, { problems, problemCount, notes, columns, guards }: ReadingFaults): DataReport {
  return {
    ...found,
    ...(columns && { columns }),
    ...(guards && { guards }),
    notes: notes.slice(0, mostProblems).map(problemReport),
    problemCount,
    problems: problems.map(problemReport),
  }
}
