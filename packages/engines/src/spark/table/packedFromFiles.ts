/** Parts that workers pack from Parquet files: Spark keeps where they are. */
import { type Problem, RankwrightError } from '@rankwright/core'
import { layoutFor, type ReadListsOptions, withNamedColumns } from '@rankwright/core/data'
import { type FlatColumn, flatTypes } from '@rankwright/parquet'
import type { PackedAbout } from '../../packed/packedFormat.ts'
import { version } from '../../version.ts'
import type { FilesPlan } from '../../worker/filesPacker.ts'
import type { ListedFile, UsedColumns } from '../../worker/parquetFile.ts'
import type { Rows, SparkSession } from '../connect/sparkSession.ts'
import { newName, SparkParts, type SparkPartsOptions } from '../parts/sparkParts.ts'
import { itemsByPlace } from './itemsByPlace.ts'
import { packedAbout } from './packedAbout.ts'
import { packedDirectory, packedFacts } from './packedDirectory.ts'
import { quoted } from './quoted.ts'
import type { SparkTable } from './sparkTable.ts'
import { cellsOf } from './tableCells.ts'
import { tooLarge } from './tableProblems.ts'

/** What is to be packed, and by which queries. */
export interface FilesOnSpark {
  readonly session: SparkSession
  readonly source: SparkTable
  readonly reading: ReadListsOptions
  readonly options: SparkPartsOptions
  readonly plan: Omit<FilesPlan, 'version' | 'about'>
  readonly keeping: string
  /** A command that packs by a plan, as a text of SQL. */
  readonly asked: (plan: FilesPlan) => Promise<string>
  /** Queries with the columns of `partColumns`: the facts of all parts, and the pieces of some. */
  readonly all: (command: string) => string
  readonly pieces: (command: string, directory: string, parts: readonly number[]) => string
}

/** Packs again where the rows have more zeros than was thought. */
export async function packedFromFiles(made: FilesOnSpark, layout: PackedAbout['layout'] = 'dense'): Promise<SparkParts> {
  const { session, source, reading, options, plan, keeping } = made
  const about = packedAbout(source, reading, layout)
  const command = await made.asked({ version, about, ...plan })
  const directory = await packedDirectory(session, made.all(command))
  const facts = await packedFacts(session, directory, plan.sizes.length)
  if (facts.some((each) => each.cells!.infinite > 0)) throw await tooLarge(session, source)
  const better = layoutFor(
    facts.reduce((sum, { rows }) => sum + rows, 0),
    plan.columns.features.length,
    facts.reduce((sum, each) => sum + each.cells!.nonZeros, 0),
  )
  if (better !== layout) {
    await session.run(`UNCACHE TABLE IF EXISTS ${directory}`)
    return await packedFromFiles(made, better)
  }
  return new SparkParts({
    session,
    source: { pieces: (parts) => made.pieces(command, directory, parts) },
    directory,
    keeping,
    options,
    about: withNamedColumns(about, reading),
    sizes: facts.map(({ lists, rows, crc }) => ({ lists, rows, crc })),
    before: plan.before,
    ...(source.columns.item !== undefined && { items: await itemsOf(session, source) }),
  })
}

/** Parquet files that workers may be able to read, in the order of their rows, and what is read of them. */
export interface FlatFiles {
  readonly columns: UsedColumns
  readonly files: readonly ListedFile[]
}

/** Undefined where Spark alone reads them: it tells no files, they are in folders by the values of a column, or a column is of a rare type. */
export async function flatFiles(session: SparkSession, source: SparkTable): Promise<FlatFiles | undefined> {
  const columns = usedColumns(source)
  if (source.files === undefined || columns === undefined) return undefined
  const files = await filesIn(session, source.files)
  return files.length > 0 && files.every(({ path }) => isPlain(path)) ? { columns, files } : undefined
}

/** The columns in use by their types; undefined where one is of a type that workers do not read. */
function usedColumns({ typed, columns: { list, label, features } }: SparkTable): UsedColumns | undefined {
  const flat = (column: number) => typed[column] as FlatColumn
  const isFlat = (column: number, ...types: readonly string[]) => types.includes(typed[column].type)
  const numbers = flatTypes.filter((type) => type !== 'string')
  if (!isFlat(list, 'string', 'tinyint', 'smallint', 'int', 'bigint')) return undefined
  if (!features.every((column) => isFlat(column, ...numbers)) || (label !== undefined && !isFlat(label, ...numbers))) return undefined
  return { list: flat(list), features: features.map(flat), ...(label !== undefined && { label: flat(label) }) }
}

/** All files at a path, in the order of their rows; none where Spark does not tell. */
async function filesIn(session: SparkSession, path: string): Promise<ListedFile[]> {
  const about = ['file_path AS path', 'file_size AS size', 'file_modification_time AS modified'].map((each) => `_metadata.${each}`)
  const query = `SELECT path, size, unix_millis(modified) AS modified FROM (SELECT ${about.join(', ')} FROM binaryFile.${quoted(path)})`
  const listed = await session.rows(query).catch((): Rows => new Map())
  const [paths, sizes, times] = ['path', 'size', 'modified'].map((name) => listed.get(name) ?? [])
  const files = paths.map((path, file) => ({ path: String(path), size: Number(sizes[file]), modified: Number(times[file]) }))
  return files.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path))) // as Spark sorts texts
}

/** No folder above a file says what is in a column. Fields of lines stand between control characters. */
function isPlain(path: string): boolean {
  return !/[=\p{Cc}]/u.test(path)
}

async function itemsOf(session: SparkSession, source: SparkTable): Promise<string> {
  const cells = newName('cells')
  await session.run(`CREATE TEMPORARY VIEW ${cells} AS ${cellsOf({ ...source, columns: { ...source.columns, features: [] } })}`)
  return itemsByPlace(cells, ['place0', 'place1'])
}

/** What a worker says of a file that it cannot read, or that has changed since it was listed. */
export function readingProblem(error: unknown): Problem | undefined {
  const [problem] = error instanceof RankwrightError ? error.problems : []
  const isOne = problem?.area === 'engine' && (problem.code === 'part-has-other-values' || problem.code === 'part-changed')
  return isOne ? problem : undefined
}
