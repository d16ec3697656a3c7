import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type RankingLists, RankwrightError, selectLists } from '@rankwright/core'
import { type AskedOf, type OperationName, operationOf, type PartOf } from '@rankwright/core/runtime'
import { fileFailure } from '@rankwright/node'
import type { KnownParts } from '../../packed/fileParts.ts'
import { PackedFile } from '../../packed/packedFile.ts'
import { PackedFiles } from '../../packed/packedFiles.ts'
import type { Before } from '../../packed/packedFormat.ts'
import { packLists } from '../../packed/packLists.ts'
import { inColumns } from '../../parts/inColumns.ts'
import type { AboutLists, ChosenColumns, PackedParts, PartSize } from '../../parts/packedParts.ts'
import { type AnswerRow, answeredParts, answerFields, isNotHere, withoutAnswer } from '../../worker/answerRows.ts'
import { CONTROL_A } from '../../worker/fields.ts'
import { PartReader } from '../../worker/partReader.ts'
import { questionBytes } from '../../worker/question.ts'
import { workerFile } from '../../worker/workerFile.ts'
import { NAMES_BEGIN, type QueryOptions, type Rows, type SparkSession } from '../connect/sparkSession.ts'
import { cachedOnDisk } from './cachedOnDisk.ts'
import { taskKeys } from './taskKeys.ts'
import { fitsInline, forgettingCommand, NO_NODE, NO_WORKER, workerCommand } from './workerCommand.ts'

export interface SparkPartsOptions {
  /** Tasks of a job: as many as Spark has processors unless given. */
  readonly tasks?: number
  /** The file of the worker to send: that of this package unless given. */
  readonly worker?: string
}

/** The fields of `partLines`, as columns of the packed table. */
export const partColumns = 'part INT, piece INT, pieces INT, facts STRING, bytes STRING'
const NAMES = 'part, piece, pieces, facts, bytes'
const ANSWER = 'part INT, kind STRING, lists INT, rows INT, crc BIGINT, version STRING, payload STRING'
/** A part that lies in a file, as a line for workers. */
const IN_FILE = 'part, 0, 0, facts, file'
/** Lists of up to so many bytes are held in this process where they were chosen from others. */
const MOST_BYTES_HERE = 1 << 28
/** Pieces of a part, of 128 kB each, that are fetched in one query. */
const PIECES_AT_ONCE = 64
/** How often parts that are not there are brought there for one question. */
const MOST_TRIES = 3
/** After which a server that does not answer is left to clear up by itself. */
const CLOSE_MILLISECONDS = 30_000

let tables = 0
let sendings = 0

/** Where the bytes of parts are beside the disks of executors. */
type PartSource =
  /** Every executor has them all as files of the session, and fetches them again from Spark's driver where it is new. They are here, too. */
  | { readonly file: PackedFile; readonly names: string[] }
  /** Pieces of parts by a query: from a cached table of them, or packed anew. */
  | { readonly pieces: (parts: readonly number[]) => string; readonly table?: string }

/** Packed lists on the disks of executors: every part is in one task, and workers of ours answer for it where it is. */
export class SparkParts implements PackedParts {
  readonly about: AboutLists
  readonly sizes: readonly PartSize[]
  readonly sorted?: true
  readonly #before: readonly Before[]
  readonly #session: SparkSession
  readonly #options: SparkPartsOptions
  readonly #source: PartSource
  /** A query of the items by list and place, where they have names. */
  readonly items?: string
  /** A cached table with a row for each part, on the executor that answers for it. */
  #directory: string
  /** What was packed anew from this. */
  readonly #others: PackedParts[] = []
  /** Few lists of these, held here. */
  readonly #files = new PackedFiles()
  /** It is about the lists alone, and asked again and again. */
  #summary: Promise<readonly PartOf<'summary'>[]> | undefined
  /** The file of this session alone beside which workers keep what helps with the next question. */
  #keeping: Promise<string> | undefined
  /** Whether they have left something. */
  #leaves = false
  #closed: Promise<void> | undefined

  /** Sends the sections of a packed file, as files of the session: they lie on the disks of Spark's driver and of each executor. The file is needed to the end. */
  static async send(
    session: SparkSession,
    path: string,
    options: SparkPartsOptions = {},
    { sorted, items, ...known }: KnownParts & { readonly items?: string | undefined } = {},
  ): Promise<SparkParts> {
    const file = new PackedFile(path)
    try {
      const { sections, ...about } = file.directory
      const names: string[] = []
      for (const part of sections.keys()) names.push(await session.sendFile(file.sectionBytes(part), 'part'))
      const directory = await directoryOf(session, file, names, options)
      const { weighted: _, ...columns } = about
      return new SparkParts({
        session,
        source: { file, names },
        directory,
        options,
        about: { ...columns, ...known },
        sizes: sections.map(({ lists, rows, crc }) => ({ lists, rows, crc })),
        before: file.before,
        sorted,
        items,
      })
    } catch (error) {
      file.close()
      throw error
    }
  }

  constructor(made: {
    readonly session: SparkSession
    readonly source: PartSource
    readonly directory: string
    readonly keeping?: string
    readonly options: SparkPartsOptions
    readonly about: AboutLists
    readonly sizes: readonly PartSize[]
    readonly before: readonly Before[]
    readonly sorted?: true | undefined
    readonly items?: string | undefined
  }) {
    this.about = made.about
    this.sizes = made.sizes
    if (made.sorted) this.sorted = true
    if (made.items !== undefined) this.items = made.items
    this.#before = made.before
    this.#session = made.session
    this.#options = made.options
    this.#source = made.source
    this.#directory = made.directory
    if (made.keeping !== undefined) this.#keeping = Promise.resolve(made.keeping)
    this.#leaves = 'pieces' in made.source
  }

  async run<Name extends OperationName>(name: Name, asked: AskedOf<Name>, columns?: ChosenColumns): Promise<readonly PartOf<Name>[]> {
    if (name !== 'summary') return await this.#job(name, asked, columns)
    this.#summary ??= this.#job('summary', {})
    return structuredClone(await this.#summary) as readonly PartOf<Name>[]
  }

  async #job<Name extends OperationName>(name: Name, asked: AskedOf<Name>, columns?: ChosenColumns): Promise<readonly PartOf<Name>[]> {
    const found = await this.#asked(await this.#command(name, asked, columns), (query) => this.#answers(query))
    return this.#explained(() => answeredParts(name, found, this.sizes))
  }

  /**
   * Answers that stay on the cluster, in tables with the columns `part` and `payload`, checked as those that come here. Whoever asks uncaches them.
   */
  async answersThere<Name extends OperationName>(name: Name, asked: AskedOf<Name>): Promise<readonly string[]> {
    const tables: string[] = []
    try {
      const found = await this.#asked(await this.#command(name, asked), async (query) => {
        const table = newName('answers')
        tables.push(table)
        await this.#explained(() => this.#session.run(`CACHE TABLE ${table} OPTIONS ('storageLevel' 'DISK_ONLY') AS ${query}`))
        const fields = answerFields.map((field) => (field === 'payload' ? "IF(kind = 'answer', '', payload) AS payload" : field))
        return (await this.#answers(`SELECT ${fields.join(', ')} FROM ${table}`)).map(withoutAnswer)
      })
      await this.#explained(() => answeredParts(name, found, this.sizes))
      return tables
    } catch (error) {
      for (const table of tables) await this.#session.run(`UNCACHE TABLE IF EXISTS ${table}`).catch(() => {}) // it ends with the session
      throw error
    }
  }

  /** A command of Spark's SQL that asks parts, as a text. */
  async #command<Name extends OperationName>(name: Name, asked: AskedOf<Name>, columns?: ChosenColumns): Promise<string> {
    const session = this.#session
    const bytes = questionBytes(name, asked, columns)
    const question = fitsInline(bytes)
      ? { inline: Buffer.from(bytes).toString('base64') }
      : { file: await session.sendFile(bytes, 'question') }
    const keeping = await this.#keepingFile()
    this.#leaves ||= operationOf(name).keeps === true
    const sent = await sentPrograms(session, this.#options)
    return sqlText(workerCommand({ ...sent, question, keeping, parts: 'pieces' in this.#source ? 'kept' : 'sent' }, name))
  }

  /** What all parts answer to a command. Parts that are not where they should be are brought there, and asked again. */
  async #asked(command: string, ask: (query: string) => Promise<AnswerRow[]>): Promise<AnswerRow[]> {
    const found = await ask(`SELECT TRANSFORM(${IN_FILE}) USING ${command} AS (${ANSWER}) FROM ${this.#directory}`)
    const here = found.filter((row) => !isNotHere(row))
    let missing = found.filter(isNotHere).map(({ part }) => part)
    for (let tries = 0; missing.length > 0; tries++) {
      if (tries === MOST_TRIES)
        throw new RankwrightError({ area: 'cluster', code: 'parts-removed', address: this.#session.address, parts: missing })
      const rest = await ask(await this.#again(missing, command))
      here.push(...rest.filter((row) => !isNotHere(row)))
      missing = rest.filter(isNotHere).map(({ part }) => part)
    }
    return here
  }

  /** A query for parts that an executor has lost, or whose work another one does. */
  async #again(missing: readonly number[], command: string): Promise<string> {
    // They go through a pipe, and stay.
    if ('pieces' in this.#source) return `SELECT TRANSFORM(${NAMES}) USING ${command} AS (${ANSWER}) FROM (${this.#source.pieces(missing)})`
    const { file, names } = this.#source
    // A file of the session cannot be replaced: the same bytes go by another name.
    for (const part of missing) names[part] = await this.#session.sendFile(file.sectionBytes(part), `part${++sendings}`)
    const before = this.#directory
    this.#directory = await directoryOf(this.#session, file, names, this.#options)
    await this.#session.run(`UNCACHE TABLE IF EXISTS ${before}`)
    return `SELECT TRANSFORM(${IN_FILE}) USING ${command} AS (${ANSWER}) FROM (SELECT * FROM ${this.#directory} WHERE part IN (${missing.join(', ')}))`
  }

  #answers(query: string): Promise<AnswerRow[]> {
    return this.#explained(async () => answerRows(await this.#session.rows(query)))
  }

  async #explained<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw explained(error, this.#session)
    }
  }

  #keepingFile(): Promise<string> {
    this.#keeping ??= this.#session.sendFile(Buffer.from(randomUUID()), 'keeping')
    return this.#keeping
  }

  /** Few lists are held here: each question is answered at once, where a job on the cluster takes a while whatever its size. */
  async repack(chosen: Uint32Array | undefined, columns?: ChosenColumns): Promise<PackedParts> {
    const { folder } = this.#files
    const path = join(await folder.path(), `${folder.next()}.packed`)
    await packLists(this.chunks(chosen, columns), path)
    const few = statSync(path).size <= MOST_BYTES_HERE
    const packed = few ? this.#files.parts(path) : await SparkParts.send(this.#session, path, this.#options)
    this.#others.push(packed)
    return packed
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    for (const other of this.#others.splice(0)) await other.close()
    await this.#files.close()
    const soon = { signal: AbortSignal.timeout(CLOSE_MILLISECONDS) }
    await this.#forget(soon)
    const tables = [this.#directory, ...('pieces' in this.#source && this.#source.table !== undefined ? [this.#source.table] : [])]
    for (const table of tables) await this.#session.run(`UNCACHE TABLE IF EXISTS ${table}`, soon).catch(() => {}) // it ends with the session
    if ('file' in this.#source) this.#source.file.close()
  }

  /** A last job, where the parts are. What it does not reach Spark removes with the folder of the session, 30 minutes after its last task there. */
  async #forget(soon: QueryOptions): Promise<void> {
    const keeping = await this.#keeping?.catch(() => undefined)
    if (keeping === undefined || !this.#leaves) return
    const command = sqlText(forgettingCommand(keeping))
    const query = `SELECT TRANSFORM(part) USING ${command} AS (nothing STRING) FROM ${this.#directory}`
    await this.#session.rows(query, soon).catch(() => {})
  }

  /** The chosen lists, part by part; all unless some are given. */
  async *chunks(chosen?: Uint32Array, columns?: ChosenColumns): AsyncGenerator<RankingLists> {
    const wanted = new Map(
      this.sizes.flatMap(({ lists }, part) => {
        const first = this.#before[part].lists
        const own = chosen?.filter((list) => list >= first && list < first + lists).map((list) => list - first)
        return own?.length === 0 ? [] : [[part, own] as const]
      }),
    )
    for (const [part, own] of wanted) {
      const source = this.#source
      const lists = inColumns('file' in source ? source.file.section(part) : await this.#fetched(source, part), columns)
      yield own === undefined ? lists : selectLists(lists, own)
    }
  }

  /** A part is packed once, and its pieces lie in a table until they are here. */
  async #fetched({ table, pieces }: Extract<PartSource, { readonly pieces: unknown }>, part: number): Promise<RankingLists> {
    if (table !== undefined) return await this.#part(table, part)
    const own = newName('pieces')
    try {
      await this.#explained(() => cachedOnDisk(this.#session, own, pieces([part])))
      return await this.#part(own, part)
    } finally {
      await this.#session.run(`UNCACHE TABLE IF EXISTS ${own}`)
    }
  }

  /** Some pieces at a time: a result of a whole part would be large for an executor. */
  async #part(table: string, part: number): Promise<RankingLists> {
    const reader = new PartReader()
    for (let first = 0; ; first += PIECES_AT_ONCE) {
      const some = `part = ${part} AND piece >= ${first} AND piece < ${first + PIECES_AT_ONCE}`
      const rows = await this.#session.rows(`SELECT ${NAMES} FROM ${table} WHERE ${some} ORDER BY piece`)
      const cells = NAMES.split(', ').map((name) => rows.get(name) ?? [])
      for (let row = 0; row < cells[0].length; row++) {
        const read = reader.add(Buffer.from(cells.map((column) => column[row]).join(CONTROL_A)))
        if (read !== undefined) return read.lists()
      }
      if (cells[0].length < PIECES_AT_ONCE)
        throw new RankwrightError({ area: 'engine', code: 'parts-missing', missing: [part], total: this.sizes.length })
    }
  }
}

/** A cached table that says in which files of the session the parts of a packed file are. */
async function directoryOf(session: SparkSession, file: PackedFile, names: readonly string[], options: SparkPartsOptions): Promise<string> {
  const { sections, ...about } = file.directory
  const facts = sections.map(({ at: _, bytes: __, ...counts }, part) => ({ ...about, ...counts, before: file.before[part] }))
  const view = newName('sent')
  await session.view(view, [
    { name: 'part', numbers: Int32Array.from(sections.keys()) },
    { name: 'facts', texts: facts.map((each) => JSON.stringify(each)) },
    { name: 'file', texts: names },
  ])
  const directory = newName('directory')
  const tasks = Math.min(sections.length, options.tasks ?? (await processors(session)))
  await session.run(`CACHE TABLE ${directory} AS SELECT part, facts, file FROM (${dealt(view, tasks)}) SORT BY part`)
  return directory
}

/** The rows of a relation in so many tasks, every part in one. */
export function dealt(relation: string, tasks: number): string {
  const keys = `array(${taskKeys(tasks).join(', ')})`
  return `SELECT /*+ REPARTITION(${tasks}, task) */ * FROM (SELECT *, element_at(${keys}, part % ${tasks} + 1) AS task FROM ${relation})`
}

/** The rows of a relation in so many tasks, each with parts that follow each other. */
export function dealtInRuns(relation: string, tasks: number, parts: number): string {
  const keys = `array(${taskKeys(tasks).join(', ')})`
  const task = `element_at(${keys}, CAST(part * ${tasks} DIV ${parts} AS INT) + 1)`
  return `SELECT /*+ REPARTITION(${tasks}, task) */ * FROM (SELECT *, ${task} AS task FROM ${relation})`
}

/** The worker, and `node` where it is asked for, as files of the session. */
export async function sentPrograms(
  session: SparkSession,
  { worker }: SparkPartsOptions,
): Promise<{ readonly program: string; readonly ended: string; readonly node?: string }> {
  const program = await session.sendFile(readFileSync(worker ?? workerFile()), 'mjs')
  return {
    program,
    ended: session.ended,
    ...(session.node !== undefined && { node: await session.sendFile(fileOf(session.node), 'node') }),
  }
}

function fileOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw fileFailure('cannot-read', path, error)
  }
}

/** How many tasks Spark runs at a time, which it says by how it cuts a range. */
export async function processors(session: SparkSession): Promise<number> {
  const rows = await session.rows('SELECT max(p) + 1 AS tasks FROM (SELECT spark_partition_id() AS p FROM range(100000))')
  return Number(rows.get('tasks')?.[0] ?? 1)
}

export function newName(what: string): string {
  return `${NAMES_BEGIN}${what}_${++tables}`
}

/** A text of SQL, in which Spark must not look for variables. */
export function sqlText(text: string): string {
  return `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`
}

function answerRows(rows: Rows): AnswerRow[] {
  const cells = answerFields.map((field) => rows.get(field) ?? [])
  return Array.from({ length: cells[0].length }, (_, row) => {
    const [part, kind, lists, count, crc, version, payload] = cells.map((column) => column[row])
    if ([part, kind, lists, count, crc, version, payload].includes(null))
      throw new RankwrightError({ area: 'engine', code: 'message-broken', what: 'The answer of a worker', reason: 'a field is missing' })
    return {
      part: Number(part),
      kind: String(kind),
      lists: Number(lists),
      rows: Number(count),
      crc: Number(crc),
      version: String(version),
      payload: String(payload),
    }
  })
}

/** A failure of the worker is told as what it is, with the `node` that was sent along to run it. */
export function explained(error: unknown, { node }: Pick<SparkSession, 'node'>): unknown {
  if (!(error instanceof RankwrightError)) return error
  const [problem] = error.problems
  const sent = node !== undefined && { node }
  if (problem.area === 'engine' && problem.code === 'parts-missing') return new RankwrightError({ ...problem, ...sent })
  if (problem.area !== 'cluster' || problem.code !== 'server-refused') return error
  const { address, reason } = problem
  if (reason.includes(NO_NODE)) return new RankwrightError({ area: 'cluster', code: 'no-node', address })
  if (reason.includes(NO_WORKER)) return new RankwrightError({ area: 'cluster', code: 'no-worker', address })
  if (/Subprocess exited|Broken pipe|Stream closed/.test(reason))
    return new RankwrightError({ area: 'cluster', code: 'worker-ended', address, reason, ...sent })
  return error
}
