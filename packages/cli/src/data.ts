import { basename } from 'node:path'
import { explain, type Problem, type RankingLists } from '@rankwright/core'
import { type DataGuard, type DescribedColumn, sameListsChoices, textEncodings, withGivenRoles } from '@rankwright/core/data'
import { columnOptions, type OptionsOf, type OptionTable, type Resolved, tableOptions } from '@rankwright/core/options'
import { shownText } from '@rankwright/core/problems'
import { fileFormats, type OutputContent, type ReadListsOptions, readLists, readSchema } from '@rankwright/node'
import type { Surroundings } from './command.ts'

/** How to read a data file; the same for every command that reads one. */
export const dataOptions = {
  format: { kind: 'choice', of: fileFormats, leftOut: 'found from the name and content', doc: 'Format of the data.' },
  list: {
    kind: 'text',
    placeholder: 'COLUMN',
    leftOut: 'the one called qid, query, list or group',
    doc: 'Column that names the list of a row.',
  },
  label: { kind: 'text', placeholder: 'COLUMN', leftOut: 'the one called label, relevance or grade', doc: 'Column that holds the label.' },
  item: { kind: 'text', placeholder: 'COLUMN', leftOut: 'the one called doc, item or id, if any', doc: 'Column that names the item.' },
  ...columnOptions,
  sameLists: {
    kind: 'choice',
    of: sameListsChoices,
    default: 'refuse',
    doc: 'What a list id means that stands in several of the files: an error, one list of all its rows, or a list in each file.',
  },
  limit: {
    kind: 'number',
    above: 0,
    leftOut: '256 (16 for Parquet), or 200 times the size of the file if that is more',
    doc: 'How many megabytes compressed data (gzip, Parquet) may unpack to.',
  },
  encoding: {
    kind: 'choice',
    of: textEncodings,
    placeholder: 'NAME',
    leftOut: 'UTF-8, or UTF-16 with a byte order mark',
    doc: 'How characters of text are written: windows-1252, latin1, utf-16le, shift_jis, gb18030 and others, which docs/tables.md lists.',
  },
} as const satisfies OptionTable

export type DataOptions = Resolved<typeof dataOptions>

/** How to read the columns of tables, for commands that learn from them. */
export const rawDataOptions = {
  ...dataOptions,
  ...tableOptions,
  grades: {
    kind: 'text',
    placeholder: 'HOW',
    leftOut: 'labels are grades',
    doc: 'Turn labels such as clicks into grades: log, quantile:5 (into five), or binary:1 (1 from a label of 1 on). The model records it.',
  },
  schema: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'the roles of columns are guessed',
    doc: 'Schema that rankwright inspect --schema wrote: what each column is for.',
  },
} as const satisfies OptionTable

/** Reads a data file, or several as if they were one, and reports progress and notes. */
export async function readData(
  paths: string | readonly string[],
  options: DataOptions,
  around: Surroundings,
  reading: ReadListsOptions = {},
): Promise<RankingLists> {
  const notes: Problem[] = []
  const lists = await readLists(paths, { ...readingOptions(paths, options, around), ...reading, onNote: (note) => notes.push(note) })
  tellNotes(notes, around)
  return lists
}

/** What a file of lists holds that keeps the names of columns: a file with them may be replaced. */
export function listsContent({ list, label, item }: Pick<OptionsOf<typeof dataOptions>, 'list' | 'label' | 'item'>): OutputContent {
  return { lists: { ...(list !== undefined && { list }), ...(label !== undefined && { label }), ...(item !== undefined && { item }) } }
}

/** What was given of the options for tables, with what a schema says of those that were not. */
export async function givenTableOptions(given: OptionsOf<typeof rawDataOptions>): Promise<ReadListsOptions> {
  const names = ['list', 'label', 'item', 'ignore', 'grades', ...Object.keys(tableOptions)] as (keyof typeof given)[]
  const own: ReadListsOptions = Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]))
  if (given.schema === undefined) return own
  return { ...own, ...withGivenRoles(await readSchema(given.schema), own) }
}

/** How a table of lists to train on is read. */
export async function trainingTable(given: OptionsOf<typeof rawDataOptions>): Promise<ReadListsOptions> {
  return { ...(await givenTableOptions(given)), ignoreEmpty: true }
}

/** Says what is often wrong with such data. */
export function tellGuards(guards: readonly DataGuard[], around: Surroundings): void {
  for (const { text } of guards) around.note(`note: ${text}`)
}

/** Columns that are not plain numbers, and what they are taken for. */
export function tellColumns(columns: readonly DescribedColumn[], around: Surroundings): void {
  for (const { name, role, reason } of columns) {
    const plain = ['list', 'label'].includes(role) || (role === 'number' && reason === 'numbers')
    if (!plain && reason !== 'given') around.note(`note: column ${shownText(name)}: ${role}, ${reason}`)
  }
}

/** The columns that a reading tells of. */
export class ToldColumns {
  columns: readonly DescribedColumn[] | undefined
  /** The name of the column of labels, where the data is a table. */
  get label(): string | undefined {
    return this.columns?.find(({ role }) => role === 'label')?.name
  }
  readonly onColumns = (columns: readonly DescribedColumn[]): void => {
    this.columns = columns
  }
}

export function readingOptions(
  paths: string | readonly string[],
  options: Omit<DataOptions, 'sameLists'> & Partial<DataOptions>,
  around: Surroundings,
): ReadListsOptions {
  const { format, list, label, item, features, ignore, sameLists, limit, encoding } = options
  const stage = `reading ${filesText(paths, (path) => (path === '-' ? 'standard input' : basename(path)))}`
  const given = Object.fromEntries(
    Object.entries({ format, list, label, item, features, ignore, sameLists, limit, encoding }).filter(([, value]) => value !== undefined),
  )
  return { ...given, onProgress: (done, total) => around.progress({ stage, done, ...(total !== undefined && { total }) }) }
}

/** The files in a few words. */
export function filesText(paths: string | readonly string[], shown: (path: string) => string = (path) => path): string {
  const all = [paths].flat()
  return all.length < 4 ? all.map(shown).join(', ') : `${shown(all[0])} and ${all.length - 1} more files`
}

const mostNotes = 3

export function tellNotes(notes: readonly Problem[], around: Surroundings): void {
  for (const note of notes.slice(0, mostNotes)) around.note(`note: ${explain(note)}`)
  if (notes.length > mostNotes) around.note(`note: and ${notes.length - mostNotes} more like these.`)
}

/** Files of LETOR hold numbers: says which columns go into them as the features that were made of them. */
export function tellEncoded({ encoders, cells }: RankingLists, around: Surroundings): void {
  if (cells !== undefined) return
  const names = encoders?.columns.filter(({ kind }) => kind !== 'number').map(({ column }) => shownText(column)) ?? []
  if (names.length > 0)
    around.note(
      `note: ${names.join(', ')}: written as the numbers that were made of them from all lists of the file, not as they stand there`,
    )
}
