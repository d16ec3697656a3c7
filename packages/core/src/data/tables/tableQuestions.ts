/**
 * What is asked of the rows of a table while encoders are fitted to it. Whoever has the rows answers: here for all of them at once, elsewhere for some whole lists at a
 * time. Answers of parts are put together in their order, and are then the answer of all rows, to the bit.
 */
import { type LabelCounts, labelCounts, mergedLabelCounts } from '../lists/grades.ts'
import { type CellColumn, typedCellAt } from '../lists/tableCells.ts'
import { type ColumnSummary, type ColumnWish, mergedSummaries, summariseColumns } from './columnSummary.ts'
import type { RawTable } from './rawTable.ts'
import { type TargetStatistics, targetStatistics } from './targetStatistics.ts'
import { type ChosenTerms, meetTerms, mergedTermsMet, type TermsMet, timesOf } from './termCounts.ts'

/** The cells of some rows, spread evenly over the table: every so many, from the first on. */
export interface SampleQuestion {
  readonly op: 'sample'
  readonly step: number
}

export interface SummaryQuestion {
  readonly op: 'summary'
  readonly columns: readonly ColumnWish[]
}

/** Asked when the terms that are features of their own are known. */
export interface TermsQuestion {
  readonly op: 'terms'
  readonly columns: readonly { readonly name: string; readonly chosen: readonly ChosenTerms[] }[]
}

/** The labels of all rows take part, in an order of the lists: this cannot be asked of parts. */
export interface TargetQuestion {
  readonly op: 'target'
  readonly columns: readonly { readonly name: string; readonly values: readonly string[] }[]
}

/** The labels, as they stand in the table. */
export interface LabelsQuestion {
  readonly op: 'labels'
}

/** What parts of a table can be asked. */
export type PartQuestion = LabelsQuestion | SampleQuestion | SummaryQuestion | TermsQuestion
export type TableQuestion = PartQuestion | TargetQuestion

/** The answers, in the order of the columns; those to a sample in that of the columns of text. */
export interface TableAnswers {
  readonly labels: LabelCounts
  readonly sample: readonly (readonly (string | number | null)[])[]
  readonly summary: readonly ColumnSummary[]
  readonly terms: readonly (readonly TermsMet[])[]
  /** Training rows have their statistics where the rows are, which may be elsewhere. */
  readonly target: readonly (Pick<TargetStatistics, 'statistics'> & Partial<TargetStatistics>)[]
}

/** The cells that are looked at for something: those of some columns of text, or of every so many rows of the table; all unless told. */
export interface CellsInUse {
  readonly columns?: readonly string[]
  readonly step?: number
}

/** The cells that a question is about. Others may be left out where it is answered. */
export function cellsAsked(question: PartQuestion): CellsInUse {
  switch (question.op) {
    case 'labels':
      return { columns: [] }
    case 'sample':
      return { step: question.step }
    case 'summary':
    case 'terms':
      return { columns: question.columns.map(({ name }) => name) }
  }
}

/** The answer of some whole lists of a table, before which there are so many rows. */
export function partAnswer<Question extends PartQuestion>(
  table: Pick<RawTable, 'raw' | 'lists'>,
  question: Question,
  before: number,
): TableAnswers[Question['op']] {
  const asked: PartQuestion = question
  return answerOfPart(table, asked, before) as TableAnswers[Question['op']]
}

function answerOfPart(
  { raw, lists }: Pick<RawTable, 'raw' | 'lists'>,
  question: PartQuestion,
  before: number,
): TableAnswers[PartQuestion['op']] {
  switch (question.op) {
    case 'labels':
      return labelCounts(lists.labels)
    case 'sample':
      return raw.map((column) => sampledCells(column, question.step, before))
    case 'summary':
      return summariseColumns(raw, lists, question.columns)
    case 'terms': {
      let times: Uint32Array = new Uint32Array(0)
      return question.columns.map(({ name, chosen }) => {
        const column = raw.find((each) => each.name === name)!
        times = timesOf(column, times)
        return chosen.map((each) => meetTerms(column, times, each))
      })
    }
  }
}

/** The answer of all rows, from those of parts in their order. */
export function mergedAnswer<Question extends PartQuestion>(
  question: Question,
  parts: readonly TableAnswers[Question['op']][],
): TableAnswers[Question['op']] {
  const asked: PartQuestion = question
  return mergedAnswers(asked, parts as never) as TableAnswers[Question['op']]
}

function mergedAnswers(question: PartQuestion, parts: never): TableAnswers[PartQuestion['op']] {
  switch (question.op) {
    case 'labels':
      return mergedLabelCounts(parts)
    case 'sample': {
      const samples: readonly TableAnswers['sample'][] = parts
      return samples[0].map((_, column) => samples.flatMap((part) => part[column]))
    }
    case 'summary':
      return mergedSummaries(parts, question.columns)
    case 'terms': {
      const met: readonly TableAnswers['terms'][] = parts
      return question.columns.map(({ chosen }, column) => chosen.map((_, place) => mergedTermsMet(met.map((part) => part[column][place]))))
    }
  }
}

/** The answer of a whole table. */
export function answerHere({ raw, lists }: Pick<RawTable, 'raw' | 'lists'>, question: TableQuestion): TableAnswers[TableQuestion['op']] {
  if (question.op !== 'target') return partAnswer({ raw, lists }, question, 0)
  return question.columns.map(({ name, values }) => targetStatistics(raw.find((column) => column.name === name)!, lists, values))
}

function sampledCells(column: CellColumn, step: number, before: number): readonly (string | number | null)[] {
  const cells: (string | number | null)[] = []
  for (let row = (step - (before % step)) % step; row < column.codes.length; row += step) cells.push(typedCellAt(column, row) ?? null)
  return cells
}
