import { randomUUID } from 'node:crypto'
import { layoutFor, type ReadListsOptions, withNamedColumns } from '@rankwright/core/data'
import type { PackedAbout } from '../../packed/packedFormat.ts'
import { version } from '../../version.ts'
import type { PackingPlan } from '../../worker/packRows.ts'
import type { PartFacts } from '../../worker/partFacts.ts'
import { rowBitsSql } from '../../worker/rowBits.ts'
import { wireBytes } from '../../worker/wire.ts'
import type { SparkSession } from '../connect/sparkSession.ts'
import { cachedOnDisk, withSetting } from '../parts/cachedOnDisk.ts'
import { dealt, newName, partColumns, processors, SparkParts, type SparkPartsOptions, sentPrograms, sqlText } from '../parts/sparkParts.ts'
import { workerCommand } from '../parts/workerCommand.ts'
import { itemsByPlace } from './itemsByPlace.ts'
import { packedAbout } from './packedAbout.ts'
import { packedDirectory, packedFacts } from './packedDirectory.ts'
import { type FlatFiles, flatFiles } from './packedFromFiles.ts'
import { packFetchedFiles } from './packFetchedFiles.ts'
import { packParquetFiles } from './packParquetFiles.ts'
import { sectionSizes } from './sectionSizes.ts'
import type { SparkTable } from './sparkTable.ts'
import { cellsOf } from './tableCells.ts'
import { requireCells, tooLarge } from './tableProblems.ts'

/**
 * Packs the lists of a table on the cluster: no row comes here. Lists are in the order of their first row, and rows in theirs, where Spark knows it; else lists
 * are in the order of their ids, and the rows of a list in that of their cells, so that the same rows always make the same parts.
 */
export async function packTable(
  session: SparkSession,
  source: SparkTable,
  reading: ReadListsOptions,
  options: SparkPartsOptions = {},
): Promise<SparkParts> {
  await session.configure(SETTINGS)
  const files = await flatFiles(session, source)
  const fromFiles = files && (await packParquetFiles(session, source, files, reading, options))
  if (fromFiles !== undefined) return fromFiles
  const cells = newName('cells')
  await session.run(`CREATE TEMPORARY VIEW ${cells} AS ${cellsOf(source)}`)
  const lists = newName('lists')
  await session.run(
    `CACHE TABLE ${lists} AS SELECT *, row_number() OVER (ORDER BY first) - 1 AS number, last > lead(first) OVER (ORDER BY first) AS overlaps FROM (${listsOf(source, cells)})`,
  )
  try {
    return await packed(session, source, { cells, lists, files }, reading, options)
  } finally {
    await session.run(`UNCACHE TABLE IF EXISTS ${lists}`)
  }
}

export const SETTINGS = {
  // Base64 without line breaks; the second is its name in Spark 3.5.
  'spark.sql.chunkBase64String.enabled': 'false',
  'spark.sql.legacy.chunkBase64String.enabled': 'false',
  // Texts of times are the same on every cluster.
  'spark.sql.session.timeZone': 'UTC',
  // Java compiles no method above 8000 bytes, and Spark makes one of all columns of a row unless told so. Then it cuts them.
  'spark.sql.codegen.hugeMethodLimit': '8000',
  // Spark reads tables of more columns than 100 row by row.
  'spark.sql.codegen.maxFields': '10000',
}

async function packed(
  session: SparkSession,
  source: SparkTable,
  { cells, lists, files }: { readonly cells: string; readonly lists: string; readonly files: FlatFiles | undefined },
  reading: ReadListsOptions,
  options: SparkPartsOptions,
): Promise<SparkParts> {
  const apart = source.order === undefined ? 'true' : 'coalesce(overlaps, false)' // a row of the next list stands before the last of this one
  const counted = await session.rows(`SELECT list IS NULL AS without, rows, labelled, ${apart} AS apart FROM ${lists} ORDER BY number`)
  const listRows = (counted.get('rows') ?? []).map(Number)
  requireCells(source, counted.get('without') ?? [], listRows, (counted.get('labelled') ?? []).map(Number))
  const width = source.columns.features.length
  const { sizes, before } = sectionSizes(listRows, width)
  const total = listRows.reduce((sum, each) => sum + each, 0)
  const areApart = (counted.get('apart') ?? []).includes(true)
  const fetched = files && !areApart && (await packFetchedFiles(session, source, files, { cells, sizes, before }, reading, options))
  if (fetched) return fetched
  const rows = await bitsView(session, source, cells)
  const cuts = newName('cuts')
  await session.view(cuts, [
    { name: 'part', numbers: Int32Array.from(sizes.keys()) },
    { name: 'first', numbers: Int32Array.from(before, (each) => each.lists) },
    { name: 'last', numbers: Int32Array.from(before, (each, part) => each.lists + sizes[part].lists - 1) },
  ])
  const programs = await sentPrograms(session, options)
  const keeping = await session.sendFile(Buffer.from(randomUUID()), 'keeping')
  const tasks = Math.min(sizes.length, options.tasks ?? (await processors(session)))
  const order = source.order === undefined ? ['number'] : ['number', 'place0', 'place1']
  const placed = `(SELECT part, number, list FROM ${lists} JOIN (SELECT part, explode(sequence(first, last)) AS number FROM ${cuts}) USING (number))`
  const numbered = `(SELECT part, number, ${rows}.* FROM ${rows} JOIN ${placed} USING (list))`
  const sent = `SELECT part, number, base64(CAST(list AS BINARY)) AS id, label, base64(bits) AS features FROM (${dealt(numbered, tasks)} SORT BY ${order.join(', ')})`

  const pack = async (
    layout: PackedAbout['layout'],
  ): Promise<{ about: PackedAbout; facts: PartFacts[]; table: string; directory: string }> => {
    const about = packedAbout(source, reading, layout)
    const plan: PackingPlan = { version, about, sizes, before, ordered: source.order !== undefined }
    const question = { file: await session.sendFile(wireBytes(plan), 'plan') }
    const command = workerCommand({ ...programs, question, keeping, parts: 'kept' }, 'pack')
    const table = newName('packed')
    const query = `SELECT TRANSFORM(part, number, id, label, features) USING ${sqlText(command)} AS (${partColumns}) FROM (${sent})`
    await cachedOnDisk(session, table, query) // for executors that lose their files
    const directory = await packedDirectory(session, `SELECT * FROM ${table}`)
    const facts = await packedFacts(session, directory, sizes.length)
    if (facts.some((each) => each.cells!.infinite > 0)) throw await tooLarge(session, source)
    const nonZeros = facts.reduce((sum, each) => sum + each.cells!.nonZeros, 0)
    const better = layoutFor(total, width, nonZeros)
    if (better === layout) return { about, facts, table, directory }
    // Few tables of columns have many zeros, and only packing counts them.
    for (const name of [directory, table]) await session.run(`UNCACHE TABLE IF EXISTS ${name}`)
    return await pack(better)
  }
  const { about, facts, table, directory } = await pack('dense')
  const places = source.order === undefined ? ['label DESC', `array(${floatsOf(width).join(', ')})`] : ['place0', 'place1']
  return new SparkParts({
    session,
    source: { table, pieces: (parts) => `SELECT * FROM ${table} WHERE part IN (${parts.join(', ')})` },
    directory,
    keeping,
    options,
    about: withNamedColumns({ ...about, ...(source.grades && { grades: source.grades }) }, reading),
    sizes: facts.map(({ lists, rows, crc }) => ({ lists, rows, crc })),
    before,
    ...(areApart && { sorted: true as const }),
    ...(source.columns.item !== undefined && { items: itemsByPlace(cells, places) }),
  })
}

/** A row for each list: how many rows it has, how many of them have a label, and where the first and the last of them are. */
export function listsOf({ order }: SparkTable, cells: string): string {
  const counts = "count(*) AS rows, sum(IF(isnan(coalesce(label, double('NaN'))), 0, 1)) AS labelled"
  if (order === undefined) return `SELECT list, ${counts}, list AS first, list AS last FROM ${cells} GROUP BY list`
  // By files first: Spark sorts all rows to find the least of something that is no number.
  const inFiles = `SELECT list, place0, ${counts}, min(place1) AS low, max(place1) AS high FROM ${cells} GROUP BY list, place0`
  return `SELECT list, sum(rows) AS rows, sum(labelled) AS labelled, min(struct(place0, low AS place1)) AS first, max(struct(place0, high AS place1)) AS last FROM (${inFiles}) GROUP BY list`
}

/**
 * A view of the rows with all features in one field. The view keeps the settings that it was made with, and what it reads keeps those of
 * the session.
 */
async function bitsView(session: SparkSession, { columns: { features }, order = [] }: SparkTable, cells: string): Promise<string> {
  const view = newName('rows')
  const columns = ['list', 'label', ...order.map((_, index) => `place${index}`), `${rowBitsSql(floatsOf(features.length))} AS bits`]
  const made = `CREATE TEMPORARY VIEW ${view} AS SELECT ${columns.join(', ')} FROM ${cells}`
  await withSetting(session, 'spark.sql.ansi.enabled', 'false', () => session.run(made))
  return view
}

/** The features of a row as floats. Missing values are NaN. */
export function floatsOf(width: number): string[] {
  return Array.from({ length: width }, (_, place) => `coalesce(CAST(cell${place} AS FLOAT), float('NaN'))`)
}
