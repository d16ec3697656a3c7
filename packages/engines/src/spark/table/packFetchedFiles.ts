import { randomUUID } from 'node:crypto'
import { explain, RankwrightError } from '@rankwright/core'
import type { ReadListsOptions } from '@rankwright/core/data'
import { BYTES_OF_FILE, PACK_SENT_FILES, PIECE_BYTES } from '../../worker/packSentFiles.ts'
import { wireBytes } from '../../worker/wire.ts'
import type { SparkSession } from '../connect/sparkSession.ts'
import {
  explained,
  newName,
  partColumns,
  processors,
  type SparkParts,
  type SparkPartsOptions,
  sentPrograms,
  sqlText,
} from '../parts/sparkParts.ts'
import { taskKeys } from '../parts/taskKeys.ts'
import { workerCommand } from '../parts/workerCommand.ts'
import { type FlatFiles, packedFromFiles, readingProblem } from './packedFromFiles.ts'
import { quoted } from './quoted.ts'
import type { sectionSizes } from './sectionSizes.ts'
import type { SparkTable } from './sparkTable.ts'

/** What is known of the rows: a view of their cells, and their parts. */
interface CountedRows extends ReturnType<typeof sectionSizes> {
  readonly cells: string
}

/**
 * Packs Parquet files that Spark alone sees, such as those of an object store: Spark reads them as bytes and pipes them to workers, which read the columns. The rows of a list stand
 * together. Undefined where a file is too large for the memory of executors, or where workers cannot read it; the reason is told.
 */
export async function packFetchedFiles(
  session: SparkSession,
  source: SparkTable,
  { columns, files }: FlatFiles,
  { cells, sizes, before }: CountedRows,
  reading: ReadListsOptions,
  options: SparkPartsOptions,
): Promise<SparkParts | undefined> {
  const left = (reason: string) => {
    reading.onNote?.({ area: 'engine', code: 'files-left-to-sql', files: source.name, reason })
    return undefined
  }
  const most = await mostBytes(session)
  const large = files.find(({ size }) => size > most)
  if (large !== undefined)
    return left(`${large.path} has ${inMegabytes(large.size)}, and an executor has memory for files of ${inMegabytes(most)}`)
  const starts = await startsOf(session, cells, files)
  if (starts[files.length] !== sizes.reduce((sum, { rows }) => sum + rows, 0)) return undefined // it is changing, and Spark reads it once
  const programs = await sentPrograms(session, options)
  const keeping = await session.sendFile(Buffer.from(randomUUID()), 'keeping')
  const tasks = Math.min(sizes.length, options.tasks ?? (await processors(session)))
  const view = newName('files')
  await session.view(view, [
    { name: 'file', numbers: Int32Array.from(files.keys()) },
    { name: 'path', texts: files.map(({ path }) => path) },
    { name: 'size', texts: files.map(({ size }) => String(size)) },
    { name: 'modified', texts: files.map(({ modified }) => String(modified)) },
  ])

  /** Some parts with the bytes of their files, each in the task that has it when all are packed. */
  const sent = (parts: readonly number[], what: 'facts' | 'pieces') => {
    const runs = runsOf(parts, tasks, sizes.length)
    const ranges = runs.map(({ task, first, last }) => {
      const [from, to] = [before[first].rows, before[last].rows + sizes[last].rows]
      const own = files.flatMap((_, file) => (starts[file] < to && starts[file + 1] > from ? [file] : []))
      return { task, first, last, firstFile: own[0], lastFile: own[own.length - 1] }
    })
    const rows = ranges.map(({ task, first, last, firstFile, lastFile }) => `(${task}, ${first}, ${last}, ${firstFile}, ${lastFile})`)
    const given = `(VALUES ${rows.join(', ')} AS (task, first, last, first_file, last_file))`
    const asked = `SELECT task, explode(sequence(first, last)) AS part, '${what}' AS what, 0 AS piece, CAST('' AS BINARY) AS bytes FROM ${given}`
    const wanted = `SELECT task, file, path, size, modified FROM (SELECT task, explode(sequence(first_file, last_file)) AS file FROM ${given}) JOIN ${view} USING (file)`
    const only = parts.length === sizes.length ? '' : ` WHERE _metadata.file_path IN (${pathsIn(ranges).map(sqlText).join(', ')})`
    const listed = `SELECT content, length, _metadata.file_path AS path, CAST(_metadata.file_size AS STRING) AS size, CAST(unix_millis(_metadata.file_modification_time) AS STRING) AS modified FROM binaryFile.${quoted(source.files!)}${only}`
    // One piece of a file at a time is copied.
    const cut = `SELECT /*+ BROADCAST(wanted) */ task, file, content, explode(sequence(0, CAST((length - 1) DIV ${PIECE_BYTES} AS INT))) AS piece FROM (${listed}) JOIN (${wanted}) AS wanted USING (path, size, modified)`
    const bytes = `SELECT task, ${BYTES_OF_FILE} AS part, CAST(file AS STRING) AS what, piece, substring(content, piece * ${PIECE_BYTES} + 1, ${PIECE_BYTES}) AS bytes FROM (${cut})`
    const keyed = `SELECT *, element_at(array(${taskKeys(tasks).join(', ')}), task + 1) AS key FROM (${asked} UNION ALL ${bytes})`
    return `SELECT part, what, piece, base64(bytes) AS bytes FROM (SELECT /*+ REPARTITION(${tasks}, key) */ * FROM (${keyed}))`
  }
  const pathsIn = (ranges: readonly { readonly firstFile: number; readonly lastFile: number }[]) => [
    ...new Set(ranges.flatMap(({ firstFile, lastFile }) => files.slice(firstFile, lastFile + 1).map(({ path }) => path))),
  ]
  const packed = (command: string, rows: string) =>
    `SELECT TRANSFORM(part, what, piece, bytes) USING ${command} AS (${partColumns}) FROM (${rows})`
  try {
    return await packedFromFiles({
      session,
      source,
      reading,
      options,
      plan: { columns, files, starts, sizes, before },
      keeping,
      asked: async (plan) => {
        const question = { file: await session.sendFile(wireBytes(plan), 'plan') }
        return sqlText(workerCommand({ ...programs, question, keeping, parts: 'kept' }, PACK_SENT_FILES))
      },
      all: (command) => packed(command, sent(Array.from(sizes.keys()), 'facts')),
      pieces: (command, _, parts) => packed(command, sent(parts, 'pieces')),
    })
  } catch (error) {
    const problem = readingProblem(error)
    if (problem !== undefined) return left(`a worker could not read them (${explain(problem)})`)
    if (hasLostExecutors(error)) return left('executors were lost while they read them, maybe for lack of memory')
    throw explained(error, session)
  }
}

/** Parts that follow each other and are of one task; the tasks of all parts are runs. */
function runsOf(parts: readonly number[], tasks: number, total: number): { task: number; first: number; last: number }[] {
  const runs: { task: number; first: number; last: number }[] = []
  for (const part of parts.toSorted((a, b) => a - b)) {
    const task = Math.floor((part * tasks) / total)
    const run = runs.at(-1)
    if (run?.task === task && run.last === part - 1) run.last = part
    else runs.push({ task, first: part, last: part })
  }
  return runs
}

/** How many rows are before those of each file, and at last all rows. */
async function startsOf(session: SparkSession, cells: string, files: FlatFiles['files']): Promise<Float64Array> {
  const found = await session.rows(`SELECT place0 AS path, count(*) AS rows FROM ${cells} GROUP BY place0`)
  const paths = found.get('path') ?? []
  const rows = new Map((found.get('rows') ?? []).map((count, place) => [String(paths[place]), Number(count)]))
  const starts = new Float64Array(files.length + 1)
  for (const [file, { path }] of files.entries()) starts[file + 1] = starts[file] + (rows.get(path) ?? 0)
  return starts
}

/** Java holds a file as a whole, and that often. */
const COPIES = 6
/** What an array of Java holds, about. */
const MOST_OF_JAVA = 2 ** 31 - 2 ** 16

/** The largest file that an executor reads in each of its tasks. */
async function mostBytes(session: SparkSession): Promise<number> {
  const setting = async (name: string, otherwise: string) => {
    const found = String((await session.rows(`SET ${name}`)).get('value')?.[0])
    return /^\d/.test(found) ? found : otherwise
  }
  const memory = bytesOf(await setting('spark.executor.memory', '1g'))
  const cores = Number(await setting('spark.executor.cores', '1'))
  return Math.min(MOST_OF_JAVA, memory / cores / COPIES)
}

/** A size as Spark writes it: `1g`, `1500m`; mebibytes without a unit. */
function bytesOf(text: string): number {
  const [, digits, unit] = /^(\d+)([bkmgtp]?)/i.exec(text) ?? []
  return Number(digits) * 1024 ** 'bkmgtp'.indexOf((unit || 'm').toLowerCase())
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MB`
}

function hasLostExecutors(error: unknown): boolean {
  return error instanceof RankwrightError && /OutOfMemoryError|ExecutorLostFailure|maxLength/.test(error.message)
}
