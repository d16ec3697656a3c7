import { randomUUID } from 'node:crypto'
import { type Problem, RankwrightError } from '@rankwright/core'
import { chosenFeatures, type Grades, gradesOfCounts, numberedFeature, numberText, type ReadListsOptions } from '@rankwright/core/data'
import { LETOR_ROWS } from '../../worker/letorRows.ts'
import { wireValue } from '../../worker/wire.ts'
import type { SparkSession } from '../connect/sparkSession.ts'
import { explained, newName, sentPrograms, sqlText } from '../parts/sparkParts.ts'
import { workerCommand } from '../parts/workerCommand.ts'
import { fileOrder } from './fileOrder.ts'
import { quoted } from './quoted.ts'
import type { SparkTable } from './sparkTable.ts'

/** Columns of one table; text with more features is packed on one machine. */
const MOST_FEATURES = 2000
const [FILE, PLACE] = fileOrder.columns
/** Blank lines, and comments alone. */
const NO_ROW = '^[ \\\\t]*(#.*)?$'

/** Whether a name, which may be a pattern, is that of LETOR text. */
export function isLetor(name: string, format: ReadListsOptions['format']): boolean {
  return (
    format === 'letor' || (format === undefined && !name.includes('`') && /\.(?:txt|dat|letor|svm|svmlight|libsvm)(?:\.gz)?$/i.test(name))
  )
}

/** LETOR text that Spark sees, parsed by workers: the rows of several files in the order of their paths. */
export async function letorSource(session: SparkSession, name: string, reading: ReadListsOptions): Promise<SparkTable> {
  refuseReading(reading)
  await session.configure({ 'spark.sql.chunkBase64String.enabled': 'false' }) // base64 without line breaks
  const lines = newName('lines')
  await session.readView(lines, { format: 'text', settings: {}, path: name }, ['value', ...fileOrder.expressions])
  const programs = await sentPrograms(session, {})
  const keeping = await session.sendFile(Buffer.from(randomUUID()), 'keeping')
  const transformed = (width: number | undefined, columns: string) => {
    const command = workerCommand({ ...programs, keeping, parts: 'kept', width }, LETOR_ROWS)
    const text = 'base64(CAST(value AS BINARY)) AS text'
    return `SELECT TRANSFORM(${FILE}, ${PLACE}, text) USING ${sqlText(command)} AS (${columns}) FROM (SELECT ${FILE}, ${PLACE}, ${text} FROM ${lines})`
  }
  try {
    const { width, rows: total } = await countedRows(
      session,
      name,
      lines,
      transformed(undefined, 'features INT, rows BIGINT, file STRING, place STRING, problem STRING'),
    )
    const parsed = newName('letor')
    const cells = ['list', 'item'].map((cell) => `CAST(unbase64(${cell}) AS STRING) AS ${cell}`)
    const rows = transformed(width, 'file STRING, place STRING, list STRING, item STRING, label DOUBLE, cells STRING')
    await session.run(
      `CACHE TABLE ${parsed} OPTIONS ('storageLevel' 'DISK_ONLY') AS ` +
        `SELECT file AS ${FILE}, CAST(place AS DECIMAL(38, 0)) AS ${PLACE}, ${cells.join(', ')}, label, split(cells, ',') AS cells FROM (${rows})`,
    )
    await requireRows(session, name, `SELECT count(*) AS rows FROM ${lines} WHERE NOT value RLIKE '${NO_ROW}'`, total)
    await requireRows(session, name, `SELECT count(*) AS rows FROM ${parsed}`, total)
    if ((reading.sameLists ?? 'refuse') === 'refuse') await requireOneFile(session, parsed)
    const graded = await gradedRows(session, parsed, reading)
    return {
      ...(await sourceOf(session, name, graded.relation, featuresOf(name, width, reading))),
      ...(graded.grades && { grades: graded.grades }),
    }
  } catch (error) {
    throw explained(error, session)
  }
}

function refuseReading({ encoders, sameLists }: ReadListsOptions): void {
  if (encoders !== undefined)
    throw cannot('the model has encoders, and LETOR text has no columns for them', 'Give a table with the columns of the model.')
  if (sameLists === 'apart') throw cannot('a list is one list, in however many files it stands', 'Give the lists other ids.')
}

/** How many features and rows there are; the first line that cannot be read is told. */
async function countedRows(
  session: SparkSession,
  name: string,
  lines: string,
  query: string,
): Promise<{ readonly width: number; readonly rows: number }> {
  const found = await session.rows(query)
  const numbers = (column: string) => (found.get(column) ?? []).map(Number)
  const texts = (column: string) => (found.get(column) ?? []).map(String)
  const [files, places, problems] = ['file', 'place', 'problem'].map(texts)
  const broken = files
    .map((file, task) => ({ file, place: BigInt(places[task] || '0'), problem: problems[task] }))
    .filter(({ problem }) => problem !== '')
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.place < b.place ? -1 : 1))
  if (broken.length > 0) throw await lineProblem(session, lines, broken[0])
  const rows = numbers('rows').reduce((sum, own) => sum + own, 0)
  if (rows === 0) throw new RankwrightError({ area: 'data', code: 'no-rows', at: { file: name, line: 1, column: 1 } })
  const width = Math.max(...numbers('features'))
  if (width > MOST_FEATURES)
    throw cannot(`LETOR text has up to ${MOST_FEATURES} features, and this has ${width}`, 'Pack it on one machine, with the engine local.')
  return { width, rows }
}

/** Throws unless there are as many rows as workers have counted: one that is stopped may have said nothing. */
async function requireRows(session: SparkSession, name: string, query: string, counted: number): Promise<void> {
  const rows = Number((await session.rows(query)).get('rows')?.[0])
  if (rows !== counted)
    throw cannot(
      `workers have read ${counted} rows of ${name}, and there are ${rows}: it was changed, or a worker was stopped`,
      'Run the command again.',
    )
}

/** The problem of a line with its number, which is counted now. */
async function lineProblem(
  session: SparkSession,
  lines: string,
  { file, place, problem }: { readonly file: string; readonly place: bigint; readonly problem: string },
): Promise<RankwrightError> {
  const counted = await session.rows(`SELECT count(*) AS line FROM ${lines} WHERE ${FILE} = ${sqlText(file)} AND ${PLACE} <= ${place}`)
  const [first] = wireValue(Buffer.from(problem, 'base64'), 'The answer of a worker') as Problem[]
  const at = { ...('at' in first && typeof first.at === 'object' ? first.at : {}), file, line: Number(counted.get('line')?.[0]) }
  return new RankwrightError({ ...first, at } as Problem)
}

/** Throws for a list that stands in two files. */
async function requireOneFile(session: SparkSession, parsed: string): Promise<void> {
  const found = await session.rows(
    `SELECT list, min(${FILE}) AS first, max(${FILE}) AS last FROM ${parsed} GROUP BY list HAVING min(${FILE}) <> max(${FILE}) ORDER BY list LIMIT 1`,
  )
  const [list, first, last] = ['list', 'first', 'last'].map((column) => found.get(column)?.[0])
  if (list === undefined) return
  throw new RankwrightError({
    area: 'data',
    code: 'list-in-two-files',
    at: { file: String(last) },
    list: String(list),
    first: { file: String(first) },
  })
}

/** Rows whose labels are grades. Each different label comes here once, and goes back with its grade: so it has the bits of one that is made here. */
async function gradedRows(
  session: SparkSession,
  parsed: string,
  { grades: how, unlabelled }: ReadListsOptions,
): Promise<{ readonly relation: string; readonly grades?: Grades }> {
  if (how === undefined || unlabelled) return { relation: parsed }
  const counted = await session.rows(`SELECT label, count(*) AS rows FROM ${parsed} GROUP BY label ORDER BY label`)
  const [labels, counts] = ['label', 'rows'].map((column) => Float64Array.from(counted.get(column) ?? [], Number))
  const { grades, labels: graded } = gradesOfCounts(how, labels, counts)
  const [pairs, relation] = [newName('grades'), newName('graded')]
  await session.view(pairs, [
    { name: 'label', texts: Array.from(labels, numberText) },
    { name: 'grade', texts: Array.from(graded, numberText) },
  ])
  const columns = [...fileOrder.columns, 'list', 'item', 'cells'].map((column) => `r.${column}`).join(', ')
  await session.run(
    `CREATE TEMPORARY VIEW ${relation} AS SELECT ${columns}, CAST(g.grade AS DOUBLE) AS label FROM ${parsed} r LEFT JOIN ${pairs} g ON r.label = CAST(g.label AS DOUBLE)`,
  )
  return { relation, grades }
}

/** The features in use: the name of each, as it goes into a model if it was chosen, and its number. */
interface LetorFeatures {
  readonly names: readonly string[]
  readonly numbers: Uint32Array
  readonly width: number
  readonly chosen: boolean
}

function featuresOf(name: string, width: number, { features, ignore }: ReadListsOptions): LetorFeatures {
  const chosen = features !== undefined || ignore !== undefined
  const numbers = chosenFeatures(width, { ...(features && { features }), ...(ignore && { ignore }) }, name)
  return { names: Array.from(numbers, chosen ? numberedFeature : String), numbers, width, chosen }
}

async function sourceOf(session: SparkSession, name: string, parsed: string, used: LetorFeatures): Promise<SparkTable> {
  const { names: features, numbers, width, chosen } = used
  const cells = features.map(
    (feature, place) => `${numbers[place] > width ? '0F' : `CAST(cells[${numbers[place] - 1}] AS FLOAT)`} AS ${quoted(feature)}`,
  )
  const relation = newName('rows')
  const items = Number((await session.rows(`SELECT count_if(item = '') AS unnamed FROM ${parsed}`)).get('unnamed')?.[0]) === 0
  await session.run(
    `CREATE TEMPORARY VIEW ${relation} AS SELECT list AS qid, label, item AS doc, ${cells.join(', ')}, ${fileOrder.columns.join(', ')} FROM ${parsed}`,
  )
  const typed = [
    { name: 'qid', type: 'string' },
    { name: 'label', type: 'double' },
    { name: 'doc', type: 'string' },
    ...features.map((feature) => ({ name: feature, type: 'float' })),
  ]
  const columns = {
    names: typed.map((column) => column.name),
    list: 0,
    label: 1,
    item: items ? 2 : undefined,
    key: undefined,
    orderBy: undefined,
    features: features.map((_, feature) => feature + 3),
  }
  return { name, relation, typed, columns, order: fileOrder.columns, plain: true, ...(!chosen && { numbered: true }) }
}

function cannot(what: string, instead: string): RankwrightError {
  return new RankwrightError({ area: 'engine', code: 'engine-cannot', engine: 'spark', what, instead })
}
