import { randomUUID } from 'node:crypto'
import { type Problem, RankwrightError } from '@rankwright/core'
import { layoutFor, type ReadListsOptions } from '@rankwright/core/data'
import type { PackedAbout } from '../../packed/packedFormat.ts'
import { version } from '../../version.ts'
import type { PackingPlan } from '../../worker/packRows.ts'
import type { PartFacts } from '../../worker/partFacts.ts'
import { rowBitsSql } from '../../worker/rowBits.ts'
import { wireBytes, wireValue } from '../../worker/wire.ts'
import type { SparkSession } from '../connect/sparkSession.ts'
import { dealt, newName, partColumns, processors, SparkParts, type SparkPartsOptions, sentPrograms, sqlText } from '../parts/sparkParts.ts'
import { workerCommand } from '../parts/workerCommand.ts'
import { itemsByPlace } from './itemsByPlace.ts'
import { quoted } from './quoted.ts'
import { sectionSizes } from './sectionSizes.ts'
import type { SparkTable } from './sparkTable.ts'

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
  const cells = newName('cells')
  await session.run(`CREATE TEMPORARY VIEW ${cells} AS ${cellsOf(source)}`)
  const lists = newName('lists')
  await session.run(
    `CACHE TABLE ${lists} AS SELECT *, row_number() OVER (ORDER BY first) - 1 AS number, last > lead(first) OVER (ORDER BY first) AS overlaps FROM (${listsOf(source, cells)})`,
  )
  try {
    return await packed(session, source, { cells, lists }, reading, options)
  } finally {
    await session.run(`UNCACHE TABLE IF EXISTS ${lists}`)
  }
}

const SETTINGS = {
  // Base64 without line breaks; the second is its name in Spark 3.5.
  'spark.sql.chunkBase64String.enabled': 'false',
  'spark.sql.legacy.chunkBase64String.enabled': 'false',
  // Java compiles no method above 8000 bytes, and Spark makes one of all columns of a row unless told so. Then it cuts them.
  'spark.sql.codegen.hugeMethodLimit': '8000',
  // Spark reads tables of more columns than 100 row by row.
  'spark.sql.codegen.maxFields': '10000',
}

async function packed(
  session: SparkSession,
  source: SparkTable,
  { cells, lists }: { readonly cells: string; readonly lists: string },
  reading: ReadListsOptions,
  options: SparkPartsOptions,
): Promise<SparkParts> {
  const apart = source.order === undefined ? 'true' : 'coalesce(overlaps, false)' // a row of the next list stands before the last of this one
  const counted = await session.rows(`SELECT list IS NULL AS without, rows, labelled, ${apart} AS apart FROM ${lists} ORDER BY number`)
  const listRows = (counted.get('rows') ?? []).map(Number)
  requireCells(source, counted.get('without') ?? [], listRows, (counted.get('labelled') ?? []).map(Number))
  const { names, features } = source.columns
  const width = features.length
  const { sizes, before } = sectionSizes(listRows, width)
  const total = listRows.reduce((sum, each) => sum + each, 0)
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
    const about: PackedAbout = {
      width,
      layout,
      weighted: false,
      ...(!source.numbered && { featureNames: features.map((column) => names[column]) }),
      ...((reading.features !== undefined || reading.ignore !== undefined) && { featuresChosen: true as const }),
    }
    const plan: PackingPlan = { version, about, sizes, before, ordered: source.order !== undefined }
    const question = { file: await session.sendFile(wireBytes(plan), 'plan') }
    const command = workerCommand({ ...programs, question, keeping, parts: 'kept' }, 'pack')
    const table = newName('packed')
    // For executors that lose their files: on disks, since nobody reads it otherwise. Java holds the last hundred batches that it writes, and a batch is up to 4 MB unless it is
    // a row: executors would run out of memory.
    await withSetting(session, 'spark.sql.inMemoryColumnarStorage.batchSize', '1', () =>
      session.run(
        `CACHE TABLE ${table} OPTIONS ('storageLevel' 'DISK_ONLY') AS SELECT TRANSFORM(part, number, id, label, features) USING ${sqlText(command)} AS (${partColumns}) FROM (${sent})`,
      ),
    )
    const directory = newName('directory')
    await session.run(`CACHE TABLE ${directory} AS SELECT part, pieces, facts, ${fileOfPart} AS file FROM ${table} WHERE piece = 0`)
    const facts = await directoryOf(session, directory, sizes.length)
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
    source: { table },
    directory,
    keeping,
    options,
    about: { ...about, ...(source.grades && { grades: source.grades }) },
    sizes: facts.map(({ lists, rows, crc }) => ({ lists, rows, crc })),
    before,
    ...((counted.get('apart') ?? []).includes(true) && { sorted: true as const }),
    ...(source.columns.item !== undefined && { items: itemsByPlace(cells, places) }),
  })
}

/** As `partFileName` names it. */
const fileOfPart = "concat(part, '-', lpad(lower(hex(CAST(get_json_object(facts, '$.crc') AS BIGINT))), 8, '0'), '.part')"

/** The rows with the columns in use, as they are; labels are doubles. */
function cellsOf({ relation, columns: { names, list, label, item, features }, order = [] }: SparkTable): string {
  const labels = label === undefined ? '0D' : `CAST(${quoted(names[label])} AS DOUBLE)`
  const places = order.map((place, index) => `${place} AS place${index}`)
  const items = item === undefined ? [] : [`CAST(${quoted(names[item])} AS STRING) AS item`]
  const cells = features.map((column, place) => `${quoted(names[column])} AS cell${place}`)
  const columns = [`CAST(${quoted(names[list])} AS STRING) AS list`, `${labels} AS label`, ...items, ...places, ...cells]
  return `SELECT ${columns.join(', ')} FROM ${relation}`
}

/** A row for each list: how many rows it has, how many of them have a label, and where the first and the last of them are. */
function listsOf({ order }: SparkTable, cells: string): string {
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
function floatsOf(width: number): string[] {
  return Array.from({ length: width }, (_, place) => `coalesce(CAST(cell${place} AS FLOAT), float('NaN'))`)
}

/** Does something under a setting of the session, which is then as it was. */
async function withSetting(session: SparkSession, name: string, value: string, work: () => Promise<void>): Promise<void> {
  const before = String((await session.rows(`SET ${name}`)).get('value')?.[0])
  await session.configure({ [name]: value })
  try {
    await work()
  } finally {
    await session.configure({ [name]: before })
  }
}

function requireCells(
  { name, columns: { names, list, label } }: SparkTable,
  without: readonly unknown[],
  rows: readonly number[],
  labelled: readonly number[],
): void {
  const at = { file: name }
  if (rows.length === 0) throw new RankwrightError({ area: 'data', code: 'rows-do-not-fit', reason: `${name} has no rows` })
  if (without.includes(true)) throw new RankwrightError({ area: 'table', code: 'cell-without-id', at, column: names[list], role: 'list' })
  if (labelled.some((count, place) => count !== rows[place]))
    throw new RankwrightError({ area: 'table', code: 'cell-not-a-label', at, column: names[label ?? 0], found: '' })
}

/** A number that is too large, of the first column that has one. */
async function tooLarge(
  session: SparkSession,
  { name, relation, columns: { names, list, features } }: SparkTable,
): Promise<RankwrightError> {
  const cells = features.map((column) => `CAST(${quoted(names[column])} AS DOUBLE)`)
  // The number of the first column in which a row has one, counted from 1; null where it has none.
  const columns = cells.map((cell, place) => `IF(abs(CAST(${cell} AS FLOAT)) = float('Infinity'), ${place + 1}, NULL)`)
  const found = await session.rows(
    `SELECT rankwright_list, rankwright_column, elt(rankwright_column, ${cells.map((cell) => `CAST(${cell} AS STRING)`).join(', ')}) AS cell ` +
      `FROM (SELECT *, CAST(${quoted(names[list])} AS STRING) AS rankwright_list, coalesce(${columns.join(', ')}) AS rankwright_column FROM ${relation}) ` +
      'WHERE rankwright_column IS NOT NULL ORDER BY rankwright_column LIMIT 1',
  )
  const [id, place, cell] = ['rankwright_list', 'rankwright_column', 'cell'].map((field) => found.get(field)?.[0])
  if (place !== undefined) {
    const column = names[features[Number(place) - 1]]
    return new RankwrightError({
      area: 'table',
      code: 'cell-beyond-float32',
      at: { file: `${name}, list "${id}"` },
      column,
      found: String(cell),
    })
  }
  return new RankwrightError({
    area: 'engine',
    code: 'engine-cannot',
    engine: 'spark',
    what: `${name} was changed while it was read`,
    instead: 'Run the command again.',
  })
}

/** What was packed: every part once, or the problem of a worker. */
async function directoryOf(session: SparkSession, directory: string, parts: number): Promise<PartFacts[]> {
  const rows = await session.rows(`SELECT part, pieces, facts FROM ${directory}`)
  const [numbers, pieces, texts] = [rows.get('part') ?? [], rows.get('pieces') ?? [], (rows.get('facts') ?? []).map(String)]
  const facts: PartFacts[] = []
  for (const [place, part] of numbers.entries()) {
    if (pieces[place] === 0) {
      const problems = wireValue(Buffer.from(texts[place], 'base64'), 'The answer of a worker')
      throw new RankwrightError(...(problems as [Problem, ...Problem[]]))
    }
    if (facts[Number(part)] !== undefined) throw new RankwrightError({ area: 'engine', code: 'part-answered-twice', part: Number(part) })
    facts[Number(part)] = JSON.parse(texts[place])
  }
  const missing = Array.from({ length: parts }, (_, part) => part).filter((part) => facts[part] === undefined)
  if (missing.length > 0) throw new RankwrightError({ area: 'engine', code: 'parts-missing', missing, total: parts })
  return facts
}
