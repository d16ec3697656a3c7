import { callback, fields, optionalParts, requireArguments, type Shapes, someOf } from '../../arguments/shapes.ts'
import { type Problem, RankwrightError } from '../../problems/problem.ts'
import { cifarParser } from '../images/cifarParser.ts'
import { type LetorOptions, letorParser } from '../letor/letorParser.ts'
import { chooseFeatures } from '../lists/chooseFeatures.ts'
import { gradedListsTold, requireGrades } from '../lists/grades.ts'
import type { Grades } from '../lists/gradesRule.ts'
import type { SameLists } from '../lists/joinedRows.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { withNamedColumns } from '../lists/sideColumns.ts'
import type { ByteSource, SourceOptions } from '../sources/byteSource.ts'
import { byteSource } from '../sources/sourceShapes.ts'
import { rankOf } from '../tables/rankOf.ts'
import { type RawTableOptions, rawTableShapes } from '../tables/rawTable.ts'
import type { KeptColumn, TableReaderOptions } from '../tables/tableColumns.ts'
import type { TablePlan } from '../tables/tablePlan.ts'
import { labelsFromSample, planFromSample, planOfEncoders } from '../tables/tableSample.ts'
import { parseGroupSizes, parseRowWeights } from '../text/numberLines.ts'
import { type FileFormat, namesOfTables } from './fileFormat.ts'
import { formatOfSource } from './formatOfSource.ts'
import { refuseIdleOptions } from './idleOptions.ts'
import { readListsShapes } from './readListsShapes.ts'
import { isTextTable, type TextTable, tableParsers } from './tableParsers.ts'

export interface ReadListsOptions extends SourceOptions, RawTableOptions {
  /** How the input is written; found from its name, then from its first bytes, when left out. */
  readonly format?: FileFormat
  /** Tables only: the columns that hold the list, the label and the item, by name (or by number from 1 where there is no header). */
  readonly list?: string
  readonly label?: string
  readonly item?: string
  /** The features to use, or those to leave out: columns of a table by name, those of other files by number, as in `['1', '5-20']`. */
  readonly features?: readonly string[]
  readonly ignore?: readonly string[]
  /** Rows of a table that are to be scored need no labels. Where there is no label column, every label is 0. */
  readonly unlabelled?: boolean
  /** Tables of text only: nobody looks at the labels. What is not a label, and the column that `label` names, may be missing: NaN. */
  readonly openLabels?: boolean
  /** Labels of text tables may be written as rankings print places: `=45`, `201-250`. */
  readonly ranks?: boolean
  /** Columns of a table whose cells are told to `onKept` as they are, rows in file order. */
  readonly keep?: readonly string[]
  readonly onKept?: (columns: readonly KeptColumn[]) => void
  /** Turns labels such as counts into grades: `log`, `quantile:5`, `binary:1`, or as a model does it. */
  readonly grades?: string | Grades
  /** `false`: columns of a table that are not plain numbers are left out. Else they are encoded, see `RawTableOptions`. */
  readonly encode?: boolean
  /** What a list that stands in several files means: an error (`refuse`, when left out), one list (`join`), or one in each file (`apart`). */
  readonly sameLists?: SameLists
  /** Called with every row that cannot be read, which is then left out; without it the first one is thrown. */
  readonly onProblem?: (problem: Problem) => void
  /** Called with values that were changed when read: a feature too small for a float32 becomes 0. */
  readonly onNote?: (note: Problem) => void
}

/** What other readers of tables of this package ask besides. */
type InnerOptions = ReadListsOptions & Pick<TableReaderOptions, 'onTable' | 'firstIsList' | 'ofSeveral'>

/** Readers of formats that take more than this package has. */
export interface FormatReaders {
  parquet(source: ByteSource, options: InnerOptions): Promise<RankingLists>
}

/** What readers of whole inputs take. */
export const readingShapes: Shapes = {
  source: byteSource,
  options: fields(optionalParts(readListsShapes), 'an object with options'),
  readers: fields({ parquet: callback }, 'readers of other formats'),
}

/** The same for several inputs, each of which is opened by a function. */
export const filesShapes: Shapes = {
  files: someOf(callback, 'an array of functions that open an input, at least one'),
  options: readingShapes['options'],
  readers: readingShapes['readers'],
}

/** Reads judged lists from a source of any format, and closes it. */
export async function listsFrom(source: ByteSource, options: InnerOptions, readers: FormatReaders): Promise<RankingLists> {
  requireArguments({ source, options, readers }, readingShapes)
  return chosenAndGraded(await allFrom(source, options, readers), options)
}

/** The lists as they are given away, when all rows were read. */
export function chosenAndGraded(read: RankingLists, options: ReadListsOptions): RankingLists {
  const { grades, unlabelled, features, ignore, onNote } = options
  const graded = grades === undefined || unlabelled || read.grades !== undefined ? read : gradedListsTold(read, grades, onNote)
  const lists = withNamedColumns(graded, options)
  return features === undefined && ignore === undefined ? lists : { ...lists, featuresChosen: true }
}

async function allFrom(source: ByteSource, options: InnerOptions, readers: FormatReaders): Promise<RankingLists> {
  try {
    requireGrades(options.grades)
    const format = await formatOfSource(source, options.format)
    refuseIdleFor(format, source.name, options)
    if (isTextTable(format)) return await tableFrom(source, format, await planOf(source, format, options), options)
    switch (format) {
      case 'parquet':
        return await readers.parquet(source, options)
      case 'letor':
      case 'cifar': {
        const parser =
          format === 'cifar' ? cifarParser(source.name, source.size) : letorParser(source.name, await letorOptionsOf(source, options))
        const { features, ignore } = options
        await feed(source, parser)
        return chooseFeatures(parser.finish(), { features, ignore }, source.name)
      }
    }
  } finally {
    await source.close()
  }
}

/** So often a table is read again, at most. */
const mostReadings = 20

/**
 * A column may look like numbers in its first rows and be text further down. Inputs that can be read again are then read with that column as text;
 * if most of it are numbers after all, the cell that is none is an error, as in a small table.
 */
async function tableFrom(source: ByteSource, format: TextTable, plan: TablePlan, options: InnerOptions): Promise<RankingLists> {
  const doubted = new Map<string, RankwrightError>()
  for (;;) {
    const notes: Problem[] = []
    const columns = { ...columnsOf(options), ...(options.onNote && { onNote: (note: Problem) => void notes.push(note) }) }
    const own = doubted.size === 0 ? plan : { ...plan, raw: new Set([...plan.raw, ...doubted.keys()]), doubted }
    const parser = tableParsers[format](source.name, { ...columns, plan: own, size: source.size })
    try {
      await feed(doubted.size === 0 ? source : { bytes: source.again! }, parser)
      const lists = parser.finish()
      for (const note of notes) options.onNote?.(note)
      return lists
    } catch (error) {
      const column = oddColumn(error)
      const again = source.again !== undefined && plan.ofPart === true && doubted.size < mostReadings
      if (column === undefined || !again || doubted.has(column)) throw error
      doubted.set(column, error as RankwrightError)
    }
  }
}

/** The column of numbers with a cell that is none. */
function oddColumn(error: unknown): string | undefined {
  const problem = error instanceof RankwrightError ? error.problems[0] : undefined
  return problem?.area === 'table' && problem.code === 'cell-not-a-number' ? problem.column : undefined
}

/** Throws for options that mean nothing for a format. */
export function refuseIdleFor(format: FileFormat, name: string, options: ReadListsOptions): void {
  if (format === 'parquet' || format === 'cifar') refuseIdleOptions(options, ['encoding'], `text, and ${name} is ${format}`)
  if (format === 'letor' || format === 'cifar')
    refuseIdleOptions(options, ['list', 'label', 'item', 'keep'], `tables (${namesOfTables.join(', ')}), and ${name} is ${format}`)
}

export function columnsOf(options: InnerOptions): TableReaderOptions {
  const { list, label, item, features, ignore, unlabelled, openLabels, ranks, grades, keep, onKept, onProblem, onNote } = options
  const { firstIsList, onTable, ofSeveral } = options
  const roles = { list, label, item, features, ignore, firstIsList, unlabelled, ...(ofSeveral && { ofSeveral }) }
  const columns = { ...roles, grades, keep, onKept, onProblem, onNote, onTable, ...rawOptionsOf(options) }
  if (openLabels) return { ...columns, openLabels, labelOf: () => Number.NaN }
  return ranks ? { ...columns, labelOf: rankOf } : columns
}

/** Which columns are read as text: those of the encoders, else those that look so in the first rows. */
export async function planOf(source: ByteSource, format: TextTable, options: ReadListsOptions): Promise<TablePlan> {
  const head = await source.head(() => false)
  if (options.encoders !== undefined) {
    const labels = labelsFromSample(head, head.length === source.size, format, options)
    return { ...planOfEncoders(options.encoders, options), labels }
  }
  const plan = planFromSample(head, head.length === source.size, format, options)
  return options.encode === false ? { ...plan, skipsRaw: true, ofPart: undefined } : plan
}

/** What concerns columns that are not plain numbers. */
function rawOptionsOf(options: RawTableOptions): RawTableOptions {
  const given = Object.keys(rawTableShapes).filter((name) => options[name as keyof RawTableOptions] !== undefined)
  return Object.fromEntries(given.map((name) => [name, options[name as keyof RawTableOptions]]))
}

/** Heeds LightGBM's files beside `F` or `F.gz`: `F.query` and `F.weight`. */
export async function letorOptionsOf(source: ByteSource, { onProblem, onNote }: ReadListsOptions): Promise<LetorOptions> {
  const groups = await source.beside?.('query')
  const weights = await source.beside?.('weight')
  let sizes: Float64Array | undefined
  return {
    ...(source.size !== undefined && { size: source.size }),
    ...(onProblem && { onProblem }),
    ...(onNote && { onNote }),
    // Looked at when a row names no list, and not before: other files may have such a name.
    ...(groups && {
      groups: {
        file: groups.name,
        get sizes() {
          return (sizes ??= parseGroupSizes(groups.name, groups.bytes))
        },
      },
    }),
    ...(weights && { weights: { file: weights.name, values: parseRowWeights(weights.name, weights.bytes) } }),
  }
}

/** Gives all bytes of a source to a parser. */
export async function feed(source: Pick<ByteSource, 'bytes'>, parser: { push(chunk: Uint8Array): void }): Promise<void> {
  for await (const chunk of source.bytes()) parser.push(chunk)
}
