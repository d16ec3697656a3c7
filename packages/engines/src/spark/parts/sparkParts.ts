import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type RankingLists, RankwrightError, selectLists } from '@rankwright/core'
import { type AskedOf, type OperationName, operationOf, type PartOf } from '@rankwright/core/runtime'
import type { KnownParts } from '../../packed/fileParts.ts'
import { PackedFile } from '../../packed/packedFile.ts'
import { PackedFiles } from '../../packed/packedFiles.ts'
import type { Before } from '../../packed/packedFormat.ts'
import { packLists } from '../../packed/packLists.ts'
import { inColumns } from '../../parts/inColumns.ts'
import type { AboutLists, ChosenColumns, PackedParts, PartSize } from '../../parts/packedParts.ts'
import { type AnswerRow, answeredParts, answerFields } from '../../worker/answerRows.ts'
import { CONTROL_A } from '../../worker/fields.ts'
import { packedPartLines } from '../../worker/packedPartLines.ts'
import { PartReader } from '../../worker/partReader.ts'
import { questionBytes } from '../../worker/question.ts'
import { workerFile } from '../../worker/workerFile.ts'
import type { QueryOptions, Rows, SparkSession } from '../connect/sparkSession.ts'
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
/** Characters that are sent to Spark in one message: far below the 128 MB that it takes. */
const MESSAGE_CHARACTERS = 1 << 24
/** Lists of up to so many bytes are held in this process where they were chosen from others. */
const MOST_BYTES_HERE = 1 << 28
/** Pieces of a part, of 1 MB each, that are fetched in one query. */
const PIECES_AT_ONCE = 8
/** After which a server that does not answer is left to clear up by itself. */
const CLOSE_MILLISECONDS = 30_000

let tables = 0

/** Packed lists in a cached table of a session: every part is in one task, and workers of ours answer for it where it is. */
export class SparkParts implements PackedParts {
  readonly about: AboutLists
  readonly sizes: readonly PartSize[]
  readonly sorted?: true
  readonly #before: readonly Before[]
  readonly #session: SparkSession
  readonly #options: SparkPartsOptions
  readonly #table: string
  /** What was packed anew from this. */
  readonly #others: PackedParts[] = []
  /** Few lists of these, held here. */
  readonly #files = new PackedFiles()
  /** It is about the lists alone, and asked again and again. */
  #summary: Promise<readonly PartOf<'summary'>[]> | undefined
  /** The file beside which workers keep what helps with the next question, once they do. */
  #keeping: Promise<string> | undefined
  #closed: Promise<void> | undefined

  /** Sends the sections of a packed file. They stay in the memory of Spark's driver, too: what is lost with an executor is sent again from there. */
  static async send(
    session: SparkSession,
    path: string,
    options: SparkPartsOptions = {},
    { sorted, ...known }: KnownParts = {},
  ): Promise<SparkParts> {
    const file = new PackedFile(path)
    try {
      const views: string[] = []
      for (const rows of rowsOfFile(path)) {
        const view = newName('sent')
        await session.view(view, rows)
        views.push(view)
      }
      const { sections, weighted: _, ...columns } = file.directory
      const about = { ...columns, ...known }
      const table = await cached(session, views.map((view) => `SELECT ${NAMES} FROM ${view}`).join(' UNION ALL '), sections.length, options)
      return new SparkParts({
        session,
        table,
        options,
        about,
        sizes: sections.map(({ lists, rows, crc }) => ({ lists, rows, crc })),
        before: file.before,
        sorted,
      })
    } finally {
      file.close()
    }
  }

  constructor(made: {
    readonly session: SparkSession
    readonly table: string
    readonly options: SparkPartsOptions
    readonly about: AboutLists
    readonly sizes: readonly PartSize[]
    readonly before: readonly Before[]
    readonly sorted?: true | undefined
  }) {
    this.about = made.about
    this.sizes = made.sizes
    if (made.sorted) this.sorted = true
    this.#before = made.before
    this.#session = made.session
    this.#options = made.options
    this.#table = made.table
  }

  async run<Name extends OperationName>(name: Name, asked: AskedOf<Name>, columns?: ChosenColumns): Promise<readonly PartOf<Name>[]> {
    if (name !== 'summary') return await this.#job(name, asked, columns)
    this.#summary ??= this.#job('summary', {})
    return structuredClone(await this.#summary) as readonly PartOf<Name>[]
  }

  async #job<Name extends OperationName>(name: Name, asked: AskedOf<Name>, columns?: ChosenColumns): Promise<readonly PartOf<Name>[]> {
    const session = this.#session
    const program = await session.sendFile(readFileSync(this.#options.worker ?? workerFile()), 'mjs')
    const bytes = questionBytes(name, asked, columns)
    const question = fitsInline(bytes)
      ? { inline: Buffer.from(bytes).toString('base64') }
      : { file: await session.sendFile(bytes, 'question') }
    const keeping = operationOf(name).keeps && (await this.#keepingFile())
    const command = workerCommand({ program, question, keeping }, name)
    const query = `SELECT TRANSFORM(${NAMES}) USING ${sqlText(command)} AS (${ANSWER}) FROM ${this.#table}`
    let rows: Rows
    try {
      rows = await session.rows(query)
    } catch (error) {
      throw explained(error)
    }
    return answeredParts(name, answerRows(rows), this.sizes)
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
    if (!few) rmSync(path)
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
    await this.#session.run(`UNCACHE TABLE IF EXISTS ${this.#table}`, soon).catch(() => {}) // it ends with the session
  }

  /** A last job, where the parts are. What it does not reach Spark removes with the folder of the session, 30 minutes after its last task there. */
  async #forget(soon: QueryOptions): Promise<void> {
    const keeping = await this.#keeping?.catch(() => undefined)
    if (keeping === undefined) return
    const command = sqlText(forgettingCommand(keeping))
    const query = `SELECT TRANSFORM(part) USING ${command} AS (nothing STRING) FROM ${this.#table} WHERE piece = 0`
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
      const lists = inColumns(await this.#part(part), columns)
      yield own === undefined ? lists : selectLists(lists, own)
    }
  }

  /** Some pieces at a time: a result of a whole part would be large for an executor. */
  async #part(part: number): Promise<RankingLists> {
    const reader = new PartReader()
    for (let first = 0; ; first += PIECES_AT_ONCE) {
      const some = `part = ${part} AND piece >= ${first} AND piece < ${first + PIECES_AT_ONCE}`
      const rows = await this.#session.rows(`SELECT ${NAMES} FROM ${this.#table} WHERE ${some} ORDER BY piece`)
      const cells = NAMES.split(', ').map((name) => rows.get(name) ?? [])
      for (let row = 0; row < cells[0].length; row++) {
        const read = reader.add(Buffer.from(cells.map((column) => column[row]).join(CONTROL_A)))
        if (read !== undefined) return read.lists
      }
      if (cells[0].length < PIECES_AT_ONCE)
        throw new RankwrightError({ area: 'engine', code: 'parts-missing', missing: [part], total: this.sizes.length })
    }
  }
}

/** Some lines of a packed file at a time, as columns. */
function* rowsOfFile(path: string): Generator<Parameters<SparkSession['view']>[1]> {
  let lines: string[][] = []
  let characters = 0
  const taken = () => {
    const numbers = (field: number) => Int32Array.from(lines, (line) => Number(line[field]))
    const texts = (field: number) => lines.map((line) => line[field])
    const columns = [
      { name: 'part', numbers: numbers(0) },
      { name: 'piece', numbers: numbers(1) },
      { name: 'pieces', numbers: numbers(2) },
      { name: 'facts', texts: texts(3) },
      { name: 'bytes', texts: texts(4) },
    ]
    lines = []
    characters = 0
    return columns
  }
  for (const line of packedPartLines(path, CONTROL_A)) {
    lines.push(line.split(CONTROL_A))
    characters += line.length
    if (characters >= MESSAGE_CHARACTERS) yield taken()
  }
  if (lines.length > 0) yield taken()
}

/** Caches the rows of a query with the columns of packed parts, every part in one task; the name of the table. */
async function cached(session: SparkSession, query: string, parts: number, { tasks }: SparkPartsOptions): Promise<string> {
  const table = newName('packed')
  const count = Math.min(parts, tasks ?? (await processors(session)))
  const keys = `array(${taskKeys(count).join(', ')})`
  const dealt = `SELECT /*+ REPARTITION(${count}, task) */ * FROM (SELECT ${NAMES}, element_at(${keys}, part % ${count} + 1) AS task FROM (${query}))`
  await session.run(`CACHE TABLE ${table} AS SELECT ${NAMES} FROM (${dealt}) SORT BY part, piece`)
  return table
}

/** How many tasks Spark runs at a time, which it says by how it cuts a range. */
export async function processors(session: SparkSession): Promise<number> {
  const rows = await session.rows('SELECT max(p) + 1 AS tasks FROM (SELECT spark_partition_id() AS p FROM range(100000))')
  return Number(rows.get('tasks')?.[0] ?? 1)
}

export function newName(what: string): string {
  return `rankwright_${what}_${++tables}`
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

/** A failure of the worker is told as what it is. */
function explained(error: unknown): unknown {
  if (!(error instanceof RankwrightError)) return error
  const [problem] = error.problems
  if (problem.area !== 'cluster' || problem.code !== 'server-refused') return error
  const { address, reason } = problem
  if (reason.includes(NO_NODE)) return new RankwrightError({ area: 'cluster', code: 'no-node', address })
  if (reason.includes(NO_WORKER)) return new RankwrightError({ area: 'cluster', code: 'no-worker', address })
  if (/Subprocess exited|Broken pipe|Stream closed/.test(reason))
    return new RankwrightError({ area: 'cluster', code: 'worker-ended', address, reason })
  return error
}
