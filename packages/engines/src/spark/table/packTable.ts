import { randomUUID } from 'node:crypto'
import { type Problem, RankwrightError } from '@rankwright/core'
import { layoutFor, type ReadListsOptions } from '@rankwright/core/data'
import type { PackedAbout } from '../../packed/packedFormat.ts'
import { version } from '../../version.ts'
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
  await session.configure({ 'spark.sql.chunkBase64String.enabled': 'false' }) // base64 without line breaks
  const rows = newName('rows')
  await session.run(`CREATE TEMPORARY VIEW ${rows} AS ${rowsOf(source)}`)
  const lists = newName('lists')
  const [first, last] = source.order === undefined ? ['list', 'list'] : ['min(struct(place0, place1))', 'max(struct(place0, place1))']
  await session.run(
    `CACHE TABLE ${lists} AS SELECT *, row_number() OVER (ORDER BY first) - 1 AS number, last > lead(first) OVER (ORDER BY first) AS overlaps FROM ` +
      `(SELECT list, count(*) AS rows, ${first} AS first, ${last} AS last, sum(labelled) AS labelled, sum(nonzeros) AS nonzeros, sum(beyond) AS beyond FROM ${rows} GROUP BY list)`,
  )
  try {
    return await packed(session, source, { rows, lists }, reading, options)
  } finally {
    await session.run(`UNCACHE TABLE IF EXISTS ${lists}`)
  }
}

async function packed(
  session: SparkSession,
  source: SparkTable,
  { rows, lists }: { readonly rows: string; readonly lists: string },
  reading: ReadListsOptions,
  options: SparkPartsOptions,
): Promise<SparkParts> {
  const apart = source.order === undefined ? 'true' : 'coalesce(overlaps, false)' // a row of the next list stands before the last of this one
  const counted = await session.rows(
    `SELECT list IS NULL AS without, rows, labelled, nonzeros, beyond, ${apart} AS apart FROM ${lists} ORDER BY number`,
  )
  const listRows = (counted.get('rows') ?? []).map(Number)
  requireCells(source, counted.get('without') ?? [], listRows, (counted.get('labelled') ?? []).map(Number))
  if ((counted.get('beyond') ?? []).some((count) => Number(count) > 0)) throw await tooLarge(session, source)
  const { names, features } = source.columns
  const { sizes, before } = sectionSizes(listRows, features.length)
  const total = listRows.reduce((sum, each) => sum + each, 0)
  const nonZeros = (counted.get('nonzeros') ?? []).reduce<number>((sum, each) => sum + Number(each), 0)
  const about: PackedAbout = {
    width: features.length,
    layout: layoutFor(total, features.length, nonZeros),
    weighted: false,
    ...(!source.numbered && { featureNames: features.map((column) => names[column]) }),
    ...((reading.features !== undefined || reading.ignore !== undefined) && { featuresChosen: true as const }),
  }

  const cuts = newName('cuts')
  await session.view(cuts, [
    { name: 'part', numbers: Int32Array.from(sizes.keys()) },
    { name: 'first', numbers: Int32Array.from(before, (each) => each.lists) },
    { name: 'last', numbers: Int32Array.from(before, (each, part) => each.lists + sizes[part].lists - 1) },
  ])
  const programs = await sentPrograms(session, options)
  const plan = await session.sendFile(wireBytes({ version, about, sizes, before }), 'plan')
  const keeping = await session.sendFile(Buffer.from(randomUUID()), 'keeping')
  const command = workerCommand({ ...programs, question: { file: plan }, keeping, parts: 'kept' }, 'pack')
  const tasks = Math.min(sizes.length, options.tasks ?? (await processors(session)))
  const order = source.order === undefined ? ['label DESC', 'features'] : ['place0', 'place1']
  const numbered = `(SELECT part, number, ${rows}.* FROM ${rows} JOIN ${lists} USING (list) JOIN (SELECT part, explode(sequence(first, last)) AS number FROM ${cuts}) USING (number))`
  const sent = `SELECT part, number, base64(CAST(list AS BINARY)) AS id, label, ${rowBitsSql('features', features.length)} AS features FROM (${dealt(numbered, tasks)} SORT BY part, number, ${order.join(', ')})`
  const table = newName('packed')
  // For executors that lose their files: on disks, since nobody reads it otherwise.
  await session.run(
    `CACHE TABLE ${table} OPTIONS ('storageLevel' 'DISK_ONLY') AS SELECT TRANSFORM(part, number, id, label, features) USING ${sqlText(command)} AS (${partColumns}) FROM (${sent})`,
  )
  const directory = newName('directory')
  await session.run(`CACHE TABLE ${directory} AS SELECT part, pieces, facts, ${fileOfPart} AS file FROM ${table} WHERE piece = 0`)
  const facts = await directoryOf(session, directory, sizes.length)
  return new SparkParts({
    session,
    source: { table },
    directory,
    keeping,
    options,
    about,
    sizes: facts.map(({ lists, rows, crc }) => ({ lists, rows, crc })),
    before,
    ...((counted.get('apart') ?? []).includes(true) && { sorted: true as const }),
    ...(source.columns.item !== undefined && { items: itemsByPlace(rows, order) }),
  })
}

/** As `partFileName` names it. */
const fileOfPart = "concat(part, '-', lpad(lower(hex(CAST(get_json_object(facts, '$.crc') AS BIGINT))), 8, '0'), '.part')"

/** The rows with the columns in use, as floats. Missing values are NaN; labels are doubles. `beyond` is 1 where a number is too large for a float. */
function rowsOf({ relation, columns: { names, list, label, item, features }, order = [] }: SparkTable): string {
  const cells = `array(${features.map((column) => `coalesce(CAST(${quoted(names[column])} AS FLOAT), float('NaN'))`).join(', ')})`
  const finite = `array_remove(array_remove(${cells}, float('Infinity')), float('-Infinity'))`
  const labels = label === undefined ? '0D' : `CAST(${quoted(names[label])} AS DOUBLE)`
  return (
    `SELECT CAST(${quoted(names[list])} AS STRING) AS list, ${labels} AS label, IF(isnan(coalesce(${labels}, double('NaN'))), 0, 1) AS labelled, ` +
    `${cells} AS features, size(array_remove(${cells}, 0F)) AS nonzeros, ${features.length} - size(${finite}) AS beyond` +
    `${item === undefined ? '' : `, CAST(${quoted(names[item])} AS STRING) AS item`}` +
    `${order.map((place, index) => `, ${place} AS place${index}`).join('')} FROM ${relation}`
  )
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

/** The first number that is found to be too large. */
async function tooLarge(
  session: SparkSession,
  { name, relation, columns: { names, list, features } }: SparkTable,
): Promise<RankwrightError> {
  for (const column of features.map((each) => names[each])) {
    const cell = `CAST(${quoted(column)} AS DOUBLE)`
    const where = `abs(CAST(${cell} AS FLOAT)) = float('Infinity')`
    const found = await session.rows(
      `SELECT CAST(${quoted(names[list])} AS STRING) AS list, CAST(${cell} AS STRING) AS cell FROM ${relation} WHERE ${where} LIMIT 1`,
    )
    const cells = found.get('cell') ?? []
    const at = { file: `${name}, list "${found.get('list')?.[0]}"` }
    if (cells.length > 0) return new RankwrightError({ area: 'table', code: 'cell-beyond-float32', at, column, found: String(cells[0]) })
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
