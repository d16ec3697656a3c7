import { randomUUID } from 'node:crypto'
import { RankwrightError } from '@rankwright/core'
import { layoutFor, type ReadListsOptions, withNamedColumns } from '@rankwright/core/data'
import { type FlatColumn, flatTypes } from '@rankwright/parquet'
import type { PackedAbout } from '../../packed/packedFormat.ts'
import { version } from '../../version.ts'
import { reportedProblem } from '../../worker/answerRows.ts'
import { FILE_LISTS, type FileLists, type ListsPlan } from '../../worker/fileLists.ts'
import { type FilesPlan, PACK_FILES } from '../../worker/packFiles.ts'
import type { ListedFile, UsedColumns } from '../../worker/parquetFile.ts'
import { wireBytes, wireValue } from '../../worker/wire.ts'
import type { Rows, SparkSession } from '../connect/sparkSession.ts'
import {
  dealt,
  explained,
  newName,
  partColumns,
  processors,
  SparkParts,
  type SparkPartsOptions,
  sentPrograms,
  sqlText,
} from '../parts/sparkParts.ts'
import { workerCommand } from '../parts/workerCommand.ts'
import { itemsByPlace } from './itemsByPlace.ts'
import { joinedLists } from './joinedLists.ts'
import { packedAbout } from './packedAbout.ts'
import { packedDirectory, packedFacts } from './packedDirectory.ts'
import { quoted } from './quoted.ts'
import { sectionSizes } from './sectionSizes.ts'
import type { SparkTable } from './sparkTable.ts'
import { cellsOf } from './tableCells.ts'
import { requireCells, tooLarge } from './tableProblems.ts'

/**
 * Packs Parquet files that the executors see themselves: Spark lists them and keeps the parts, and workers read them. The parts are those that `packTable` makes by SQL, in
 * a small part of the time. Undefined where something is not as this way needs it: files elsewhere or in folders by the values of a column, columns of rare types, lists
 * whose rows do not stand together.
 */
export async function packParquetFiles(
  session: SparkSession,
  source: SparkTable,
  reading: ReadListsOptions,
  options: SparkPartsOptions,
): Promise<SparkParts | undefined> {
  const columns = usedColumns(source)
  if (source.files === undefined || columns === undefined || /^(?!file:)[a-z][\w+.-]*:/i.test(source.files)) return undefined
  const files = await filesIn(session, source.files)
  if (files.length === 0 || !files.every(({ path }) => isPlain(path))) return undefined
  const programs = await sentPrograms(session, options)
  const keeping = await session.sendFile(Buffer.from(randomUUID()), 'keeping')
  const most = options.tasks ?? (await processors(session))
  const asked = async (plan: unknown, operation: string) => {
    const question = { file: await session.sendFile(wireBytes(plan), 'plan') }
    return sqlText(workerCommand({ ...programs, question, keeping, parts: 'kept' }, operation))
  }

  const command = await asked({ version, columns } satisfies ListsPlan, FILE_LISTS)
  const found = await listsOf(session, files, command, Math.min(files.length, most))
  if (found === undefined) return undefined
  const count = (key: 'rows' | 'withoutId' | 'withoutLabel') => found.reduce((sum, lists) => sum + lists[key], 0)
  const total = count('rows')
  requireCells(source, [count('withoutId') > 0], total === 0 ? [] : [total], [total - count('withoutLabel')])
  const listRows = joinedLists(found)
  if (listRows === undefined) return undefined
  const width = columns.features.length
  const { sizes, before } = sectionSizes(listRows, width)
  const starts = new Float64Array(files.length + 1)
  for (const [file, { rows }] of found.entries()) starts[file + 1] = starts[file] + rows
  const tasks = Math.min(sizes.length, most)

  const pack = async (layout: PackedAbout['layout']): Promise<SparkParts> => {
    const about = packedAbout(source, reading, layout)
    const command = await asked({ version, about, sizes, before, columns, files, starts } satisfies FilesPlan, PACK_FILES)
    const packed = (parts: string) => `SELECT TRANSFORM(part, what) USING ${command} AS (${partColumns}) FROM (${parts})`
    const all = `(SELECT explode(sequence(0, ${sizes.length - 1})) AS part, 'facts' AS what)`
    const directory = await packedDirectory(session, packed(dealt(all, tasks)))
    const facts = await packedFacts(session, directory, sizes.length)
    if (facts.some((each) => each.cells!.infinite > 0)) throw await tooLarge(session, source)
    const better = layoutFor(
      total,
      width,
      facts.reduce((sum, each) => sum + each.cells!.nonZeros, 0),
    )
    if (better !== layout) {
      await session.run(`UNCACHE TABLE IF EXISTS ${directory}`)
      return await pack(better)
    }
    return new SparkParts({
      session,
      // On the executors that have to answer for them.
      source: { pieces: (parts) => packed(`SELECT part, 'pieces' AS what FROM ${directory} WHERE part IN (${parts.join(', ')})`) },
      directory,
      keeping,
      options,
      about: withNamedColumns(about, reading),
      sizes: facts.map(({ lists, rows, crc }) => ({ lists, rows, crc })),
      before,
      ...(source.columns.item !== undefined && { items: await itemsOf(session, source) }),
    })
  }
  try {
    return await pack('dense')
  } catch (error) {
    if (wasChanged(error)) return undefined // between the two readings: Spark reads them once
    throw explained(error)
  }
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

/** Whether executors may see a file, and no folder above it says what is in a column. Fields of lines stand between control characters. */
function isPlain(path: string): boolean {
  return path.startsWith('file:') && !/[=\p{Cc}]/u.test(path)
}

/** What workers find in the files; undefined where one is to be read by Spark. */
async function listsOf(
  session: SparkSession,
  files: readonly ListedFile[],
  command: string,
  tasks: number,
): Promise<FileLists[] | undefined> {
  const view = newName('files')
  await session.view(view, [
    { name: 'part', numbers: Int32Array.from(files.keys()) },
    { name: 'path', texts: files.map(({ path }) => path) },
    { name: 'size', texts: files.map(({ size }) => String(size)) },
    { name: 'modified', texts: files.map(({ modified }) => String(modified)) },
  ])
  const sent = dealt(view, tasks)
  const query = `SELECT TRANSFORM(part, path, size, modified) USING ${command} AS (file INT, kind STRING, payload STRING) FROM (${sent})`
  let rows: Rows
  try {
    rows = await session.rows(query)
  } catch (error) {
    throw explained(error)
  }
  const [numbers, kinds, payloads] = ['file', 'kind', 'payload'].map((name) => rows.get(name) ?? [])
  if (kinds.includes('problem')) throw reportedProblem(String(payloads[kinds.indexOf('problem')]))
  if (kinds.includes('other')) return undefined
  const found: FileLists[] = []
  for (const [place, file] of numbers.entries()) {
    if (found[Number(file)] !== undefined) throw new RankwrightError({ area: 'engine', code: 'part-answered-twice', part: Number(file) })
    found[Number(file)] = wireValue(Buffer.from(String(payloads[place]), 'base64'), 'The answer of a worker') as FileLists
  }
  const missing = Array.from(files.keys()).filter((file) => found[file] === undefined)
  if (missing.length > 0) throw new RankwrightError({ area: 'engine', code: 'parts-missing', missing, total: files.length })
  return found
}

async function itemsOf(session: SparkSession, source: SparkTable): Promise<string> {
  const cells = newName('cells')
  await session.run(`CREATE TEMPORARY VIEW ${cells} AS ${cellsOf({ ...source, columns: { ...source.columns, features: [] } })}`)
  return itemsByPlace(cells, ['place0', 'place1'])
}

function wasChanged(error: unknown): boolean {
  if (!(error instanceof RankwrightError)) return false
  const [problem] = error.problems
  return problem.area === 'engine' && (problem.code === 'part-has-other-values' || problem.code === 'part-changed')
}
