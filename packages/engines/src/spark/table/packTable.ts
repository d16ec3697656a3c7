import { readFileSync } from 'node:fs'
import { type Problem, RankwrightError } from '@rankwright/core'
import { layoutFor, type ReadListsOptions } from '@rankwright/core/data'
import type { PackedAbout } from '../../packed/packedFormat.ts'
import { version } from '../../version.ts'
import type { PartFacts } from '../../worker/partFacts.ts'
import { wireBytes, wireValue } from '../../worker/wire.ts'
import { workerFile } from '../../worker/workerFile.ts'
import type { SparkSession } from '../connect/sparkSession.ts'
import { newName, partColumns, processors, SparkParts, type SparkPartsOptions, sqlText } from '../parts/sparkParts.ts'
import { taskKeys } from '../parts/taskKeys.ts'
import { workerCommand } from '../parts/workerCommand.ts'
import { sectionSizes } from './sectionSizes.ts'
import { quoted, type SparkSource, sparkSource } from './sparkSource.ts'

/**
 * Packs the lists of a table on the cluster: no row comes here. Lists are in the order of their first row, and rows in theirs, where Spark knows it; else lists
 * are in the order of their ids, and the rows of a list in that of their cells, so that the same rows always make the same parts.
 */
export async function packTable(
  session: SparkSession,
  name: string,
  reading: ReadListsOptions,
  options: SparkPartsOptions = {},
): Promise<SparkParts> {
  await session.configure({ 'spark.sql.chunkBase64String.enabled': 'false' }) // base64 without line breaks
  const source = await sparkSource(session, name, reading)
  const rows = newName('rows')
  await session.run(`CREATE TEMPORARY VIEW ${rows} AS ${rowsOf(source)}`)
  const lists = newName('lists')
  const first = source.order === undefined ? 'list' : 'min(struct(place0, place1))'
  await session.run(
    `CACHE TABLE ${lists} AS SELECT *, row_number() OVER (ORDER BY first) - 1 AS number FROM ` +
      `(SELECT list, count(*) AS rows, ${first} AS first, sum(labelled) AS labelled, sum(nonzeros) AS nonzeros FROM ${rows} GROUP BY list)`,
  )
  try {
    return await packed(session, source, { rows, lists }, reading, options)
  } finally {
    await session.run(`UNCACHE TABLE IF EXISTS ${lists}`)
  }
}

async function packed(
  session: SparkSession,
  source: SparkSource,
  { rows, lists }: { readonly rows: string; readonly lists: string },
  reading: ReadListsOptions,
  options: SparkPartsOptions,
): Promise<SparkParts> {
  const counted = await session.rows(`SELECT list IS NULL AS without, rows, labelled, nonzeros FROM ${lists} ORDER BY number`)
  const listRows = (counted.get('rows') ?? []).map(Number)
  requireCells(source, counted.get('without') ?? [], listRows, (counted.get('labelled') ?? []).map(Number))
  const { names, features } = source.columns
  const { sizes, before } = sectionSizes(listRows, features.length)
  const total = listRows.reduce((sum, each) => sum + each, 0)
  const nonZeros = (counted.get('nonzeros') ?? []).reduce<number>((sum, each) => sum + Number(each), 0)
  const about: PackedAbout = {
    width: features.length,
    layout: layoutFor(total, features.length, nonZeros),
    weighted: false,
    featureNames: features.map((column) => names[column]),
    ...((reading.features !== undefined || reading.ignore !== undefined) && { featuresChosen: true as const }),
  }

  const cuts = newName('cuts')
  await session.view(cuts, [
    { name: 'part', numbers: Int32Array.from(sizes.keys()) },
    { name: 'first', numbers: Int32Array.from(before, (each) => each.lists) },
    { name: 'last', numbers: Int32Array.from(before, (each, part) => each.lists + sizes[part].lists - 1) },
  ])
  const program = await session.sendFile(readFileSync(options.worker ?? workerFile()), 'mjs')
  const plan = await session.sendFile(wireBytes({ version, about, sizes, before }), 'plan')
  const command = workerCommand({ program, question: { file: plan } }, 'pack')
  const tasks = Math.min(sizes.length, options.tasks ?? (await processors(session)))
  const order = source.order === undefined ? ['label DESC', 'features'] : ['place0', 'place1']
  const dealt =
    `SELECT /*+ REPARTITION(${tasks}, task) */ * FROM (SELECT part, number, ${rows}.*, element_at(array(${taskKeys(tasks).join(', ')}), part % ${tasks} + 1) AS task ` +
    `FROM ${rows} JOIN ${lists} USING (list) JOIN (SELECT part, explode(sequence(first, last)) AS number FROM ${cuts}) USING (number))`
  const sent = `SELECT part, number, base64(CAST(list AS BINARY)) AS id, label, array_join(CAST(features AS ARRAY<STRING>), ',') AS features FROM (${dealt} SORT BY part, number, ${order.join(', ')})`
  const table = newName('packed')
  await session.run(
    `CACHE TABLE ${table} AS SELECT TRANSFORM(part, number, id, label, features) USING ${sqlText(command)} AS (${partColumns}) FROM (${sent})`,
  )
  const facts = await directoryOf(session, table, sizes.length)
  return new SparkParts({
    session,
    table,
    options,
    about,
    sizes: facts.map(({ lists, rows, crc }) => ({ lists, rows, crc })),
    before,
    sorted: true,
  })
}

/** The rows with the columns in use. Missing values are NaN; labels are doubles, as features are unless all are floats. */
function rowsOf({ relation, columns: { names, list, label, features }, order = [] }: SparkSource): string {
  const double = (column: number) => `CAST(${quoted(names[column])} AS DOUBLE)`
  const cells = features.map((column) => `coalesce(${double(column)}, double('NaN'))`)
  const nonZeros = features.map((column) => `IF(${double(column)} = 0, 0, 1)`)
  const labels = label === undefined ? '0D' : double(label)
  return (
    `SELECT CAST(${quoted(names[list])} AS STRING) AS list, ${labels} AS label, IF(isnan(coalesce(${labels}, double('NaN'))), 0, 1) AS labelled, ` +
    `array(${cells.join(', ')}) AS features, ${nonZeros.join(' + ')} AS nonzeros${order.map((place, index) => `, ${place} AS place${index}`).join('')} FROM ${relation}`
  )
}

function requireCells(
  { name, columns: { names, list, label } }: SparkSource,
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

/** What was packed: every part once, or the problem of a worker. */
async function directoryOf(session: SparkSession, table: string, parts: number): Promise<PartFacts[]> {
  const rows = await session.rows(`SELECT part, pieces, facts FROM ${table} WHERE piece = 0`)
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
