import { randomUUID } from 'node:crypto'
import { type RankingLists, RankwrightError } from '@rankwright/core'
import {
  type Asking,
  encodedPart,
  layoutFor,
  mergedAnswer,
  mergedUnread,
  type PartEncoding,
  type PartQuestion,
  partedFitting,
  partedGrades,
  partReading,
  type ReadListsOptions,
  stepOfIds,
  type TableAnswers,
  type TableEncoders,
  type TableQuestion,
  type TargetQuestion,
  tablePart,
  tellUnread,
  withNamedColumns,
} from '@rankwright/core/data'
import { StoppedError } from '@rankwright/core/runtime'
import { aboutOf } from '../../packed/listPacker.ts'
import type { PackedAbout } from '../../packed/packedFormat.ts'
import { version } from '../../version.ts'
import { reportedProblem } from '../../worker/answerRows.ts'
import { ENCODE_ROWS, type EncodingPlan } from '../../worker/encodeRows.ts'
import type { PartFacts } from '../../worker/partFacts.ts'
import { rowBitsSql } from '../../worker/rowBits.ts'
import { TABLE_ANSWERS, type TableQuestionPlan } from '../../worker/tableAnswers.ts'
import { TARGET_ROWS, TARGET_STATISTICS, type TargetPlan } from '../../worker/targetRows.ts'
import { wireBytes, wireValue } from '../../worker/wire.ts'
import type { SparkSession } from '../connect/sparkSession.ts'
import { cachedOnDisk, withSetting } from '../parts/cachedOnDisk.ts'
import {
  dealtInRuns,
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
import { packedDirectory, packedFacts } from './packedDirectory.ts'
import { floatsOf, listsOf, SETTINGS } from './packTable.ts'
import { quoted } from './quoted.ts'
import { sectionSizes } from './sectionSizes.ts'
import type { SparkTable } from './sparkTable.ts'
import { textOf } from './tableCells.ts'
import { requireCells, tooLarge } from './tableProblems.ts'

/**
 * Packs the lists of a table with columns that are not plain numbers, on the cluster: no row comes here. Workers answer what encoders have to know of the rows, encoders
 * are fitted here, and workers make features with them. Lists and rows are in the order of `packTable`, but that rows in no order come by their texts, too.
 */
export async function encodeTable(
  session: SparkSession,
  source: SparkTable,
  reading: ReadListsOptions,
  options: SparkPartsOptions = {},
): Promise<SparkParts> {
  const table = new TableOnSpark(session, source, reading, options)
  try {
    return await table.packed()
  } catch (error) {
    throw explained(error, session)
  } finally {
    await table.close()
  }
}

/** Of `tableRows.ts`. */
const FIELDS = 'part, number, id, label, texts, features'

/** Whole lists by their parts. */
type Cut = ReturnType<typeof sectionSizes>

/** Rows in the order of parts, lists and rows, as workers take them. */
interface CutRows extends Cut {
  /** A table, or a query in brackets. */
  readonly relation: string
  readonly tasks: number
}

/** Target statistics that training rows have: a table of them, and the columns in the order of its numbers. */
interface Trained {
  readonly table: string
  readonly columns: readonly string[]
}

class TableOnSpark {
  readonly #session: SparkSession
  readonly #source: SparkTable
  readonly #reading: ReadListsOptions
  readonly #options: SparkPartsOptions
  readonly #columns: number
  /** Tables that are of no more use when all is packed. */
  readonly #cached: string[] = []
  #trained: Trained | undefined
  /** The rows that questions are answered for. */
  #rows: CutRows | undefined

  constructor(session: SparkSession, source: SparkTable, reading: ReadListsOptions, options: SparkPartsOptions) {
    this.#session = session
    this.#source = source
    this.#reading = reading
    this.#options = options
    this.#columns = source.columns.raw?.length ?? 0
  }

  async close(): Promise<void> {
    for (const table of this.#cached.splice(0)) await this.#session.run(`UNCACHE TABLE IF EXISTS ${table}`).catch(() => {}) // it ends with the session
  }

  async packed(): Promise<SparkParts> {
    const session = this.#session
    const source = this.#source
    await session.configure(SETTINGS)
    const cells = newName('cells')
    await session.run(`CREATE TEMPORARY VIEW ${cells} AS ${cellsOf(source)}`)
    const lists = await this.#cache(
      'lists',
      `SELECT *, row_number() OVER (ORDER BY first) - 1 AS number, last > lead(first) OVER (ORDER BY first) AS overlaps FROM (${listsOf(source, cells)})`,
    )
    const apart = source.order === undefined ? 'true' : 'coalesce(overlaps, false)' // a row of the next list stands before the last of this one
    const counted = await session.rows(`SELECT list IS NULL AS without, rows, labelled, ${apart} AS apart FROM ${lists} ORDER BY number`)
    const listRows = (counted.get('rows') ?? []).map(Number)
    const total = listRows.reduce((sum, each) => sum + each, 0)
    if (total === 0) throw new RankwrightError({ area: 'table', code: 'table-without-rows', at: { file: source.name } })
    requireCells(source, counted.get('without') ?? [], listRows, (counted.get('labelled') ?? []).map(Number))

    const view = await this.#rowsView(cells)
    const part = partReading(source.name, source.columns, this.#reading)
    const cut = sectionSizes(listRows, 0)
    const ask = async (question: TableQuestion, grades: PartEncoding['grades']) => {
      this.#rows ??= await this.#cutRows(view, lists, cut, true)
      return question.op === 'target'
        ? await this.#targets(this.#rows, question, grades, listRows.length)
        : await this.#answer(this.#rows, question)
    }
    const grades = await answered(partedGrades(this.#reading), (question) => ask(question, undefined))
    const ids = await this.#sampledIds(lists, listRows.length)
    const fitting = partedFitting(part, this.#reading, { rows: total, lists: listRows.length, ids })
    const encoders = await answered(fitting, (question) => ask(question, grades))
    const encoding: PartEncoding = { ...(encoders && { encoders }), ...(grades && { grades }) }

    const made = encodedPart(part, tablePart(part, noLists(source, this.#reading), Array(this.#columns).fill([]), 0), encoding).lists
    const own = sectionSizes(listRows, made.width)
    const isCutAlike = own.before.length === cut.before.length && own.before.every(({ lists }, place) => lists === cut.before[place].lists)
    const rows = this.#rows !== undefined && isCutAlike ? this.#rows : await this.#cutRows(view, lists, own, this.#trained !== undefined)
    const packed = await this.#pack(rows, encoding, aboutOf({ ...made, features: noFeatures }), total)
    tellUnread(mergedUnread(packed.facts.map(({ unread = [] }) => unread)), this.#source.name, this.#reading)
    const order = orderOf(source)
    return new SparkParts({
      session,
      source: { table: packed.table, pieces: (parts) => `SELECT * FROM ${packed.table} WHERE part IN (${parts.join(', ')})` },
      directory: packed.directory,
      keeping: packed.keeping,
      options: this.#options,
      about: withNamedColumns(
        {
          ...packed.about,
          ...(made.encoders && { encoders: made.encoders }),
          ...(made.grades && { grades: made.grades }),
          ...(made.sideColumns && { sideColumns: made.sideColumns }),
        },
        this.#reading,
      ),
      sizes: packed.facts.map(({ lists, rows, crc }) => ({ lists, rows, crc })),
      before: rows.before,
      ...((counted.get('apart') ?? []).includes(true) && { sorted: true as const }),
      ...(source.columns.item !== undefined && { items: itemsByPlace(cells, order) }),
    })
  }

  async #cache(what: string, query: string, onDisks?: true): Promise<string> {
    const table = newName(what)
    this.#cached.push(table)
    await this.#session.run(`CACHE TABLE ${table} ${onDisks ? "OPTIONS ('storageLevel' 'DISK_ONLY') " : ''}AS ${query}`)
    return table
  }

  /** Every so many ids of lists. */
  async #sampledIds(lists: string, count: number): Promise<string[]> {
    const found = await this.#session.rows(`SELECT list FROM ${lists} WHERE number % ${stepOfIds(count)} = 0 ORDER BY number`)
    return (found.get('list') ?? []).map(String)
  }

  /** A view of the rows with the plain columns in one field. It keeps the settings that it was made with. */
  async #rowsView(cells: string): Promise<string> {
    const { columns, order } = this.#source
    const view = newName('rows')
    const width = columns.features.length
    const bits = width === 0 ? "''" : rowBitsSql(floatsOf(width))
    const texts = Array.from({ length: this.#columns }, (_, place) => `text${place}`)
    const keys =
      order === undefined ? orderOf(this.#source).map((key, place) => `${key.replace(/ DESC$/, '')} AS key${place}`) : ['place0', 'place1']
    const made = `CREATE TEMPORARY VIEW ${view} AS SELECT list, label, ${[...keys, ...texts].join(', ')}, ${bits} AS bits FROM ${cells}`
    await withSetting(this.#session, 'spark.sql.ansi.enabled', 'false', () => this.#session.run(made))
    return view
  }

  /** The rows with their parts: cached where they are read more than once. */
  async #cutRows(view: string, lists: string, { sizes, before }: Cut, cached: boolean): Promise<CutRows> {
    const session = this.#session
    const cuts = newName('cuts')
    await session.view(cuts, [
      { name: 'part', numbers: Int32Array.from(sizes.keys()) },
      { name: 'first', numbers: Int32Array.from(before, (each) => each.lists) },
      { name: 'last', numbers: Int32Array.from(before, (each, part) => each.lists + sizes[part].lists - 1) },
    ])
    const tasks = Math.min(sizes.length, this.#options.tasks ?? (await processors(session)))
    const placed = `(SELECT part, number, list FROM ${lists} JOIN (SELECT part, explode(sequence(first, last)) AS number FROM ${cuts}) USING (number))`
    const numbered = `(SELECT part, number, ${view}.* FROM ${view} JOIN ${placed} USING (list))`
    const keys =
      this.#source.order === undefined
        ? orderOf(this.#source).map((key, place) => `key${place}${/ DESC$/.exec(key)?.[0] ?? ''}`)
        : ['place0', 'place1']
    const texts = Array.from({ length: this.#columns }, (_, place) => `coalesce(text${place}, '')`)
    const fields = [
      'part',
      'CAST(number AS INT) AS number',
      'base64(CAST(list AS BINARY)) AS id',
      'label',
      `${this.#columns === 0 ? "'[]'" : `to_json(array(${texts.join(', ')}))`} AS texts`,
      'base64(CAST(bits AS BINARY)) AS features',
    ]
    const sorted = `SELECT ${fields.join(', ')}, monotonically_increasing_id() AS place FROM (${dealtInRuns(numbered, tasks, sizes.length)} SORT BY number, ${keys.join(', ')})`
    return { sizes, before, tasks, relation: cached ? await this.#cache('raw', sorted, true) : `(${sorted})` }
  }

  async #command(operation: string, plan: object | undefined, keeping?: string): Promise<string> {
    const session = this.#session
    const programs = await sentPrograms(session, this.#options)
    const question = plan && { file: await session.sendFile(wireBytes(plan), 'plan') }
    const kept = keeping ?? (await session.sendFile(Buffer.from(randomUUID()), 'keeping'))
    return sqlText(workerCommand({ ...programs, ...(question && { question }), keeping: kept, parts: 'kept' }, operation))
  }

  /** What all rows answer: the answers of tasks, put together in the order of their parts. */
  async #answer(rows: CutRows, question: PartQuestion): Promise<TableAnswers[PartQuestion['op']]> {
    if (this.#reading.stop?.stopped) throw new StoppedError()
    const { sizes, before, relation } = rows
    const plan: TableQuestionPlan = { version, reading: this.#part(), sizes, before, question }
    const command = await this.#command(TABLE_ANSWERS, plan)
    const found = await this.#session.rows(
      `SELECT TRANSFORM(${FIELDS}) USING ${command} AS (first INT, parts INT, rows BIGINT, kind STRING, answer STRING) FROM ${relation}`,
    )
    const [firsts, parts, counts] = ['first', 'parts', 'rows'].map((name) => (found.get(name) ?? []).map(Number))
    const payloads = (found.get('answer') ?? []).map(String)
    const problem = (found.get('kind') ?? []).indexOf('problem')
    if (problem >= 0) throw reportedProblem(payloads[problem])
    const values = payloads.map((payload) => wireValue(Buffer.from(payload, 'base64'), 'The answer of a worker'))
    const order = Array.from(firsts.keys()).sort((a, b) => firsts[a] - firsts[b])
    let next = 0
    for (const task of order) {
      if (firsts[task] < next) throw new RankwrightError({ area: 'engine', code: 'part-answered-twice', part: firsts[task] })
      if (firsts[task] > next) break
      next += parts[task]
    }
    const missing = Array.from(sizes.keys()).slice(next)
    if (missing.length > 0) throw new RankwrightError({ area: 'engine', code: 'parts-missing', missing, total: sizes.length })
    const expected = sizes.reduce((sum, { rows }) => sum + rows, 0)
    if (counts.reduce((sum, own) => sum + own, 0) !== expected) throw changed(this.#source.name)
    return mergedAnswer(question, order.map((task) => values[task]) as never)
  }

  #part() {
    return partReading(this.#source.name, this.#source.columns, this.#reading)
  }

  /** Brings the rows of each category together. What training rows get stays there. */
  async #targets(
    rows: CutRows,
    { columns }: TargetQuestion,
    grades: PartEncoding['grades'],
    lists: number,
  ): Promise<TableAnswers['target']> {
    const { sizes, before, relation } = rows
    const plan: TargetPlan = { version, reading: this.#part(), sizes, before, columns, lists, ...(grades && { grades }) }
    const command = await this.#command(TARGET_ROWS, plan)
    const given = `SELECT TRANSFORM(${FIELDS}) USING ${command} AS (column INT, category INT, rank INT, row BIGINT, part INT, better STRING) FROM ${relation}`
    const tasks = this.#options.tasks ?? (await processors(this.#session)) // each starts a worker
    const together = `SELECT /*+ REPARTITION(${tasks}, column, category) */ * FROM (${given}) SORT BY column, category, rank, row`
    const adding = await this.#command(TARGET_STATISTICS, undefined)
    const table = await this.#cache(
      'trained',
      `SELECT TRANSFORM(column, category, rank, row, part, better) USING ${adding} AS (column INT, category INT, row BIGINT, part INT, statistic STRING) FROM (${together})`,
      true,
    )
    this.#trained = { table, columns: columns.map(({ name }) => name) }
    const total = sizes.reduce((sum, size) => sum + size.rows, 0)
    const counted = Number((await this.#session.rows(`SELECT count(*) AS rows FROM ${table} WHERE row >= 0`)).get('rows')?.[0])
    if (counted !== total * columns.length) throw changed(this.#source.name)
    const found = await this.#session.rows(`SELECT column, category, statistic FROM ${table} WHERE row < 0`)
    const [places, categories, values] = ['column', 'category', 'statistic'].map((name) => (found.get(name) ?? []).map(Number))
    const statistics = columns.map(({ values: own }) => new Float64Array(own.length + 1))
    for (const [line, place] of places.entries()) statistics[place][categories[line]] = values[line]
    return statistics.map((own) => ({ statistics: own }))
  }

  async #pack(
    rows: CutRows,
    encoding: PartEncoding,
    made: PackedAbout,
    total: number,
  ): Promise<{ about: PackedAbout; facts: PartFacts[]; table: string; directory: string; keeping: string }> {
    const session = this.#session
    const { sizes, before } = rows
    const places = this.#trained?.columns.map((name) => encoding.encoders!.columns.findIndex(({ column }) => column === name))
    const relation = this.#trained === undefined ? rows.relation : this.#withTrained(rows, this.#trained.table, places!)
    const keeping = await session.sendFile(Buffer.from(randomUUID()), 'keeping')
    const attempt = async (layout: PackedAbout['layout']) => {
      const about = { ...made, layout }
      const plan: EncodingPlan = { version, reading: this.#part(), sizes, before, encoding, about, ...(places && { trained: places }) }
      const command = await this.#command(ENCODE_ROWS, plan, keeping)
      const table = newName('packed')
      const query = `SELECT TRANSFORM(${FIELDS}) USING ${command} AS (${partColumns}) FROM ${relation}`
      await cachedOnDisk(session, table, query) // for executors that lose their files
      const directory = await packedDirectory(session, `SELECT * FROM ${table}`)
      const facts = await packedFacts(session, directory, sizes.length)
      if (facts.some((each) => each.cells!.infinite > 0)) throw await tooLarge(session, this.#source)
      return { about, facts, table, directory, keeping }
    }
    const packed = await attempt(likelyLayout(encoding.encoders, total, made.width))
    const nonZeros = packed.facts.reduce((sum, each) => sum + each.cells!.nonZeros, 0)
    const better = layoutFor(total, made.width, nonZeros)
    if (better === packed.about.layout) return packed
    for (const name of [packed.directory, packed.table]) await session.run(`UNCACHE TABLE IF EXISTS ${name}`)
    return await attempt(better)
  }

  /** The rows, and before those of each part what they get in training. */
  #withTrained({ relation, tasks, sizes }: CutRows, table: string, places: readonly number[]): string {
    const encoders = `array(${places.join(', ')})`
    const trained = `SELECT part, -1 AS number, CAST(element_at(${encoders}, column + 1) AS STRING) AS id, CAST(row AS DOUBLE) AS label, '' AS texts, statistic AS features, row AS place FROM ${table} WHERE row >= 0`
    const all = `(SELECT ${FIELDS}, place FROM ${relation} UNION ALL ${trained})`
    return `(${dealtInRuns(all, tasks, sizes.length)} SORT BY part, number, place)`
  }
}

/** Asks until all is known. */
async function answered<Result>(
  asking: Asking<Result>,
  answer: (question: TableQuestion) => Promise<TableAnswers[TableQuestion['op']]>,
): Promise<Result> {
  let step = asking.next()
  while (step.done !== true) step = asking.next(await answer(step.value))
  return step.value
}

/** The rows with the columns in use; plain ones as they are. */
function cellsOf(table: SparkTable): string {
  const {
    relation,
    columns: { names, list, label, item, features, raw = [] },
    order = [],
  } = table
  const columns = [
    `${textOf(table, list)} AS list`,
    `${label === undefined ? '0D' : `CAST(${quoted(names[label])} AS DOUBLE)`} AS label`,
    ...(item === undefined ? [] : [`${textOf(table, item)} AS item`]),
    ...order.map((place, index) => `${place} AS place${index}`),
    ...features.map((column, place) => `${quoted(names[column])} AS cell${place}`),
    ...raw.map((column, place) => `${textOf(table, column)} AS text${place}`),
  ]
  return `SELECT ${columns.join(', ')} FROM ${relation}`
}

/** What orders the rows of a list: their places, or else all their cells. */
function orderOf({ typed, columns: { features, raw = [] }, order }: SparkTable): readonly string[] {
  if (order !== undefined) return ['place0', 'place1']
  const numbers = features.map((column, place) => {
    const type = typed[column].type === 'float' ? 'FLOAT' : 'DOUBLE'
    return `coalesce(CAST(cell${place} AS ${type}), ${type}('NaN'))`
  })
  return ['label DESC', ...numbers, ...raw.map((_, place) => `text${place}`)]
}

const noFeatures = { kind: 'dense', values: new Float32Array() } as const

/** Tells what the features of a table become without its rows. */
function noLists({ columns: { names, features } }: SparkTable, reading: ReadListsOptions): RankingLists {
  return {
    width: features.length,
    offsets: Uint32Array.of(0),
    labels: new Float64Array(),
    features: noFeatures,
    listIds: [],
    featureNames: features.map((column) => names[column]),
    ...((reading.features !== undefined || reading.ignore !== undefined) && { featuresChosen: true as const }),
  }
}

/** Values other than 0 that a cell of text has, about. */
const VALUES_OF_TEXT = 8

/** The layout that the features will probably have; only packing counts them. */
function likelyLayout(encoders: TableEncoders | undefined, rows: number, width: number): PackedAbout['layout'] {
  if (encoders === undefined) return 'dense'
  const values = encoders.columns.map((encoder) => {
    switch (encoder.kind) {
      case 'text':
        return VALUES_OF_TEXT
      case 'vector':
        return encoder.length
      case 'source':
        return 0
      default:
        return 1
    }
  })
  const perRow = values.reduce((sum, own) => sum + own, 4 * encoders.matches.length)
  return layoutFor(rows, width, Math.min(rows * width, rows * perRow))
}

function changed(name: string): RankwrightError {
  return new RankwrightError({
    area: 'engine',
    code: 'engine-cannot',
    engine: 'spark',
    what: `${name} was changed while it was read, or a worker was stopped`,
    instead: 'Run the command again.',
  })
}
