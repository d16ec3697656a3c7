import { explain, finishLater, type Problem, RankwrightError } from '@rankwright/core'
import { type DescribedColumn, dataGuards, type Inspection, listCount, type SchemaOptions, schemaText } from '@rankwright/core/data'
import type { OptionsOf, OptionTable, Resolved } from '@rankwright/core/options'
import { shownText } from '@rankwright/core/problems'
import { type DataReport, dataReport, heldDataReport } from '@rankwright/core/reports'
import { inspectHeld } from '@rankwright/core/runtime'
import { readListsWithProblems } from '@rankwright/node'
import { columnTable, isWorthTelling } from '../columnTable.ts'
import { type Answer, command, type Surroundings } from '../command.ts'
import { filesText, rawDataOptions, readingOptions, ToldColumns, tellGuards, tellNotes, trainingTable } from '../data.ts'
import { engineOption, engineText, withEngine } from '../engines.ts'
import { addReport, fileTitle, reportOption } from '../reporting.ts'
import { counted, grouped, readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

const inspectOptions = {
  ...rawDataOptions,
  ...engineOption,
  schema: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'none is written',
    doc: 'Where the schema of a table goes: what each column is for, to be changed and given to train.',
  },
  ...reportOption,
} as const satisfies OptionTable

export const inspect = command({
  summary: 'Describe data files: counts, labels, feature ranges, problems.',
  inputs: { data: { doc: 'LETOR, CSV, TSV, JSONL or Parquet files, folders of them, or patterns; - for standard input.', some: true } },
  options: inspectOptions,
  example:
    "rankwright inspect train.txt\nrankwright inspect 'Fold1/S*.txt'\nrankwright inspect products.csv --schema schema.json\nrankwright inspect train.txt --report train.html",
  reads: ['data'],
  data: { data: 'any' },
  writes: { schema: 'schema', report: 'report' },
  async run({ data, options, given: { schema: out, report: page, ...given } }, around): Promise<Answer<DataReport>> {
    if (options.engine !== undefined) return inspectOnEngine(options.engine, data, options, { schema: out, report: page, ...given }, around)
    const notes: Problem[] = []
    const onNote = (note: Problem) => notes.push(note)
    const told = new ToldColumns()
    const table = { ...(await trainingTable(given)), onColumns: told.onColumns }
    const reading = { ...readingOptions(data, options, around), ...table, onNote }
    const first = await readListsWithProblems(data, reading)
    // What the other columns are for helps to find the labels.
    const lacksLabels = !data.includes('-') && first.problems.some(isWithoutLabels)
    const { lists } = lacksLabels ? await readListsWithProblems(data, { ...reading, unlabelled: true }) : first
    const { problems, problemCount } = first
    const unreadable = problems.find(({ area, code }) => code === 'cannot-read' || area === 'option')
    if (unreadable !== undefined) throw new RankwrightError(unreadable)
    if (problemCount > 0) tellProblems(problems, problemCount, around)
    tellNotes(notes, around)
    const { columns } = told
    const guards = lacksLabels ? [] : dataGuards(lists, told.label)
    tellGuards(guards, around)
    const report = dataReport(lists, { problems, problemCount, notes, guards, ...(columns && { columns }) })
    if (out !== undefined && columns === undefined && problemCount > 0)
      throw new UsageError('No schema was written, because the columns could not be told: see what is said above.')
    await writeSchema(out, columns, given, around)
    const { offsets } = lists
    const sizes = Float64Array.from({ length: listCount(lists) }, (_, list) => offsets[list + 1] - offsets[list])
    await addReport(page, () => ({ kind: 'data', name: fileTitle(...data), report, sizes }), around)
    return {
      document: report,
      text: (style) => reportText(filesText(data), report, style),
      exitCode: problems.length > 0 ? 1 : 0,
    }
  },
})

/** The rows stay where they are; counts and sums come here. */
function inspectOnEngine(
  name: string,
  data: readonly string[],
  options: Resolved<typeof inspectOptions>,
  { schema: out, report: page, ...given }: OptionsOf<typeof inspectOptions>,
  outer: Surroundings,
): Promise<Answer<DataReport>> {
  return withEngine(name, undefined, outer, async (engine, around) => {
    const told = new ToldColumns()
    const table = { ...(await trainingTable(given)), onColumns: told.onColumns }
    const { parts, lists, notes } = await engine.pack(data, options, table)
    around.progress({ stage: 'counting', done: 0 })
    const found = await finishLater(inspectHeld(lists, told.label))
    tellGuards(found.guards, around)
    const { columns } = told
    const faults = { problems: [], problemCount: 0, notes, ...(columns && { columns }) }
    const report = heldDataReport(found, faults, engine.report(parts))
    await writeSchema(out, columns, given, around)
    await addReport(page, () => ({ kind: 'data', name: fileTitle(...data), report }), around)
    return { document: report, text: (style) => `${reportText(filesText(data), report, style)}\n${engineText(engine.report(parts))}\n` }
  })
}

async function writeSchema(
  out: string | undefined,
  columns: readonly DescribedColumn[] | undefined,
  given: SchemaOptions,
  around: Surroundings,
): Promise<void> {
  if (out === undefined) return
  if (columns === undefined) throw new UsageError('--schema is for tables: CSV, TSV, JSON lines or Parquet.')
  await around.outputs.write(out, [schemaText(columns, given)])
}

/** No column is known to hold the labels. */
function isWithoutLabels(problem: Problem): boolean {
  return problem.code === 'role-without-column' && problem.role === 'label'
}

/** As many features as fit on a screen; `--json` has them all. */
const mostFeatures = 40

/** The message on stderr: all that was kept for people, one for the cells of a column and for the same message, and the first one where a program reads the document. */
function tellProblems(problems: readonly Problem[], problemCount: number, around: Surroundings): void {
  const kinds = new Map<string, Problem[]>()
  for (const problem of problems) {
    const kind = 'column' in problem ? `${problem.code} ${problem.column}` : withoutPlace(problem)
    kinds.set(kind, [...(kinds.get(kind) ?? []), problem])
  }
  const printed = [...kinds.values()].slice(0, around.json ? 1 : kinds.size)
  for (const [problem, ...alike] of printed) {
    around.note(explain(problem))
    const where = 'column' in problem ? ` in column ${shownText(String(problem.column))}` : ''
    if (alike.length > 0) around.note(`and ${counted(alike.length, 'more problem')} like it${where}${firstLines(alike)}`)
  }
  const told = printed.reduce((count, alike) => count + alike.length, 0)
  if (problemCount > told) around.note(`and ${counted(problemCount - told, 'more problem')}`)
}

/** What is said of a problem wherever it is. */
function withoutPlace(problem: Problem): string {
  const at = 'at' in problem ? problem.at : undefined
  return explain(problem).replace(`:${at?.line}:${at?.column}: `, ': ')
}

/** Where to look for the next few. */
function firstLines(problems: readonly Problem[]): string {
  const lines = problems.flatMap((problem) => ('at' in problem && problem.at?.line !== undefined ? [problem.at.line] : []))
  if (lines.length === 0) return ''
  return `, on ${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, 3).join(', ')}${lines.length > 3 ? ' …' : ''}`
}

function reportText(data: string, found: DataReport, style: Style): string {
  const { bold, bad, caution } = style
  const { least, median, greatest } = found.listSizes
  const sections = [
    `${bold(data)}: ${counted(found.lists, 'list')}, ${counted(found.rows, 'row')}, ${counted(found.features, 'feature')}${found.layout === 'sparse' ? ' (sparse)' : ''}`,
  ]
  if (found.rows > 0) {
    const sizes =
      least === greatest ? `each list has ${counted(least, 'row')}` : `lists have ${least} to ${greatest} rows, median ${median}`
    const lacksLabels = found.problems.some(isWithoutLabels)
    const flat =
      lacksLabels || found.listsWithOneLabel === 0 ? '' : `; in ${counted(found.listsWithOneLabel, 'list')} all rows have the same label`
    if (found.columns !== undefined && isWorthTelling(found.columns)) sections.push(columnTable(found.columns))
    sections.push(`${sizes}${flat}`, ...(lacksLabels ? [] : [labelTable(found, style)]), featureTable(found, style))
  }
  if (found.missing > 0) sections.push(`${counted(found.missing, 'value')} missing`)
  const buckets = emptyBuckets(found)
  const constant = found.constantFeatures.filter((name) => !buckets.has(name))
  if (constant.length > 0 && found.rows > 0) {
    const names = constant.slice(0, 12).map(shownText).join(', ')
    sections.push(caution(`${counted(constant.length, 'constant feature')}: ${names}${constant.length > 12 ? ', …' : ''}`))
  }
  if (found.problemCount > 0) sections.push(bad(`${counted(found.problemCount, 'problem')}${withoutThem(found)}`))
  return `${sections.join('\n\n')}\n`
}

/** Where the names of the columns are the only problem, rows are counted, or none could be. */
function withoutThem({ problems, rows }: DataReport): string {
  if (problems.every(isWithoutLabels)) return ''
  return rows === 0 ? '; no row could be read' : '; the rows concerned are not counted above'
}

function labelTable({ labels, rows }: Inspection, { dim }: Style): string {
  const most = Math.max(...Object.values(labels))
  const bars = Object.entries(labels)
    .sort(([a], [b]) => Number.parseFloat(a) - Number.parseFloat(b))
    .map(([label, count]) => [
      label,
      grouped(count),
      `${((100 * count) / rows).toFixed(1)} %`,
      dim('█'.repeat(Math.ceil((20 * count) / most))),
    ])
  return textTable(['label', 'rows', 'share', ''], ['right', 'right', 'right', 'left'], bars)
}

/**
 * Features of columns by hash that no text of the data fell on, with their columns. There are as many features as were asked for, whatever the column
 * holds, so this says nothing about the data.
 */
function emptyBuckets({ columns = [], featureRanges }: DataReport): ReadonlyMap<string, string> {
  const hashed = new Set(columns.filter(({ role }) => role === 'category' || role === 'text').map(({ name }) => name))
  return new Map(
    featureRanges.flatMap(({ feature, least, greatest }) => {
      const [, column] = /^(.*?)(?::(?:trigrams )?)?#\d+$/s.exec(feature) ?? []
      return column !== undefined && hashed.has(column) && least === 0 && greatest === 0 ? [[feature, column]] : []
    }),
  )
}

function featureTable(found: DataReport, { dim }: Style): string {
  const buckets = emptyBuckets(found)
  const featureRanges = found.featureRanges.filter(({ feature }) => !buckets.has(feature))
  const value = (number: number | null) => (number === null ? 'n/a' : readable(number))
  const rows = featureRanges
    .slice(0, mostFeatures)
    .map(({ feature, least, greatest, mean, missing }) => [
      feature,
      value(least),
      value(greatest),
      value(mean),
      missing === 0 ? '' : grouped(missing),
    ])
  const table = textTable(['feature', 'least', 'greatest', 'mean', 'missing'], ['left', 'right', 'right', 'right', 'right'], rows)
  const left = featureRanges.length - rows.length
  const columns = [...new Set(buckets.values())]
  const unused = columns.map((column) => {
    const count = [...buckets.values()].filter((each) => each === column).length
    return `${shownText(column)}: ${counted(count, 'more feature')} by hash, 0 in all rows`
  })
  const lines = [...unused, ...(left > 0 ? [`and ${grouped(left)} more; --json lists them all`] : [])]
  return [table, ...lines.map((line) => `  ${dim(line)}`)].join('\n')
}
