import { randomUUID } from 'node:crypto'
import { RankwrightError } from '@rankwright/core'
import type { ReadListsOptions } from '@rankwright/core/data'
import { version } from '../../version.ts'
import { reportedProblem } from '../../worker/answerRows.ts'
import { FILE_LISTS, type FileLists, type ListsPlan } from '../../worker/fileLists.ts'
import { PACK_FILES } from '../../worker/packFiles.ts'
import type { ListedFile } from '../../worker/parquetFile.ts'
import { wireBytes, wireValue } from '../../worker/wire.ts'
import type { Rows, SparkSession } from '../connect/sparkSession.ts'
import {
  dealt,
  explained,
  newName,
  partColumns,
  processors,
  type SparkParts,
  type SparkPartsOptions,
  sentPrograms,
  sqlText,
} from '../parts/sparkParts.ts'
import { workerCommand } from '../parts/workerCommand.ts'
import { joinedLists } from './joinedLists.ts'
import { type FlatFiles, packedFromFiles, readingProblem } from './packedFromFiles.ts'
import { sectionSizes } from './sectionSizes.ts'
import type { SparkTable } from './sparkTable.ts'
import { requireCells } from './tableProblems.ts'

/**
 * Packs Parquet files that the executors see themselves: Spark lists them and keeps the parts, and workers read them. The parts are those that `packTable` makes by SQL, in
 * a small part of the time. Undefined where something is not as this way needs it: files elsewhere, encodings that workers do not know, lists whose rows do not stand together.
 */
export async function packParquetFiles(
  session: SparkSession,
  source: SparkTable,
  { columns, files }: FlatFiles,
  reading: ReadListsOptions,
  options: SparkPartsOptions,
): Promise<SparkParts | undefined> {
  if (!files.every(({ path }) => path.startsWith('file:'))) return undefined
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

  const all = `(SELECT explode(sequence(0, ${sizes.length - 1})) AS part, 'facts' AS what)`
  const packed = (command: string, parts: string) => `SELECT TRANSFORM(part, what) USING ${command} AS (${partColumns}) FROM (${parts})`
  try {
    return await packedFromFiles({
      session,
      source,
      reading,
      options,
      plan: { columns, files, starts, sizes, before },
      keeping,
      asked: (plan) => asked(plan, PACK_FILES),
      all: (command) => packed(command, dealt(all, tasks)),
      // On the executors that have to answer for them.
      pieces: (command, directory, parts) =>
        packed(command, `SELECT part, 'pieces' AS what FROM ${directory} WHERE part IN (${parts.join(', ')})`),
    })
  } catch (error) {
    if (readingProblem(error) !== undefined) return undefined // between the two readings: Spark reads them once
    throw explained(error, session)
  }
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
    throw explained(error, session)
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
