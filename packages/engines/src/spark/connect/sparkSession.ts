/**
 * A session on a Spark Connect server. Numbers of fields are those of spark/connect/base.proto. Everything that a session has made on the
 * server, such as cached tables and artifacts, ends with it.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { RankwrightError } from '@rankwright/core'
import { endingCommand } from '../parts/workerCommand.ts'
import { arrowColumns, type Cell } from './arrowRows.ts'
import { arrowTable, type SentColumn } from './arrowTable.ts'
import { CANCELLED, DEADLINE_EXCEEDED, GrpcChannel, GrpcError, PERMISSION_DENIED, UNAUTHENTICATED, UNAVAILABLE } from './grpcChannel.ts'
import { guardSession } from './guardSession.ts'
import { type Field, type Message, message } from './protobuf.ts'
import { type SparkAddress, sparkAddress } from './sparkAddress.ts'

export interface SparkSessionOptions {
  /** Milliseconds for which a lost connection is tried again. */
  readonly patience?: number
  /** Milliseconds without a byte after which a connection counts as lost. */
  readonly silence?: number
  /** Milliseconds within which a server says something once it is connected to. */
  readonly connecting?: number
  /** Certificates (PEM) of authorities to trust instead of those that Node trusts. */
  readonly authorities?: string
  /** Whether another process clears up on the server should this one end before the session is closed. */
  readonly guarded?: boolean
  /** Called while a query runs that has no listener of its own. */
  readonly onProgress?: (tasks: TaskProgress) => void
}

/** How far a query is: tasks that are done, of those known so far. */
export interface TaskProgress {
  readonly done: number
  readonly total: number
}

export interface QueryOptions {
  /** Values for `:name` in the query. */
  readonly values?: Readonly<Record<string, string | Uint8Array | number>>
  readonly onProgress?: (tasks: TaskProgress) => void
  /** Cancels the query on the server. */
  readonly signal?: AbortSignal
}

/** Rows of a result, column by column. */
export type Rows = ReadonlyMap<string, readonly Cell[]>

const PATIENCE = 120_000
const CLIENT = 'rankwright'
/** Of views that are made for packed lists. */
export const NAMES_BEGIN = 'rankwright_'
const CHUNK_BYTES = 32 * 1024
/** A task takes some hundredths of a second. */
const ENDING_TASKS = 64
const ENDING_MILLISECONDS = 20_000

export class SparkSession {
  readonly address: string
  /** A `node` of this machine that executors are to have. */
  readonly node: string | undefined
  readonly #channel: GrpcChannel
  readonly #userId: string
  readonly #patience: number
  readonly #sessionId: string
  readonly #onProgress: SparkSessionOptions['onProgress']
  readonly #artifacts = new Map<string, Promise<void>>()
  /** A file that ends workers which Spark has left behind; its name tells the session. */
  readonly ended: string
  /** Whether something was given up that workers may still be at. */
  #gaveUp = false
  /** What the server calls the session; it changes if the server has forgotten it. */
  #serverSide: string | undefined
  #unguard: () => void = () => {}

  /** Fails at once if no server answers. */
  static async open(url: string, options: SparkSessionOptions = {}): Promise<SparkSession> {
    const address = sparkAddress(url)
    const session = new SparkSession(address, options)
    try {
      await session.#unary('AnalyzePlan', session.#request([3, CLIENT], [10, message()]))
      if (options.guarded) session.#unguard = guardSession({ url, sessionId: session.#sessionId })
    } catch (error) {
      session.#channel.close()
      if (error instanceof GrpcError && isLost(error))
        throw new RankwrightError({ area: 'cluster', code: 'cannot-connect', address: address.shown, reason: error.message })
      throw await session.#problem(error)
    }
    return session
  }

  /** Ends a session whose process has ended: what it does is cancelled, and what it holds is dropped. */
  static async clear(url: string, sessionId: string): Promise<void> {
    const session = new SparkSession(sparkAddress(url), { patience: 0 }, sessionId)
    try {
      await session.#unary('Interrupt', session.#request([3, CLIENT], [4, 1]))
      session.#gaveUp = true
      const views = await session.rows(`SHOW VIEWS LIKE '${NAMES_BEGIN}*'`)
      for (const view of views.get('viewName') ?? []) await session.run(`DROP VIEW IF EXISTS ${view}`).catch(() => {}) // its cache goes with it
    } catch {
      // The server is gone, or has forgotten the session.
    } finally {
      await session.close()
    }
  }

  private constructor(
    address: SparkAddress,
    { patience = PATIENCE, onProgress, ...connection }: SparkSessionOptions,
    sessionId: string = randomUUID(),
  ) {
    this.address = address.shown
    this.node = address.node
    this.#sessionId = sessionId
    this.ended = `rankwright-${createHash('sha256').update(sessionId).digest('hex').slice(0, 32)}.ended`
    this.#userId = address.userId
    this.#patience = patience
    this.#onProgress = onProgress
    this.#channel = new GrpcChannel(address, connection)
  }

  /** The version of Spark on the server. */
  async version(): Promise<string> {
    const answer = await this.#patiently('AnalyzePlan', this.#request([3, CLIENT], [10, message()], [17, this.#serverSide]))
    return answer.message(8).text(1)
  }

  /** The addresses of the files that a query reads, also those of tables and behind views, where Spark knows them. */
  async inputFiles(query: string): Promise<readonly string[]> {
    const plan = message([1, message([10, message([1, query])])])
    const answer = await this.#patiently('AnalyzePlan', this.#request([3, CLIENT], [9, message([1, plan])], [17, this.#serverSide]))
    return answer.message(7).texts(1)
  }

  /** Sets options of the session. */
  async configure(settings: Readonly<Record<string, string>>): Promise<void> {
    const pairs = Object.entries(settings).map(([key, value]): Field => [1, message([1, key], [2, value])])
    await this.#patiently('Config', this.#request([3, message([1, message(...pairs)])], [4, CLIENT], [8, this.#serverSide]))
  }

  /** The rows of a query. */
  async rows(query: string, options: QueryOptions = {}): Promise<Rows> {
    const columns = new Map<string, Cell[]>()
    for await (const batch of this.batches(query, options)) {
      for (const [name, cells] of batch) {
        const known = columns.get(name)
        if (known === undefined) columns.set(name, [...cells])
        else for (const cell of cells) known.push(cell)
      }
    }
    return columns
  }

  /** The rows of a query, some at a time. */
  async *batches(query: string, options: QueryOptions = {}): AsyncGenerator<Rows> {
    const relation = message([10, message([1, query], ...namedValues(options.values))])
    for await (const response of this.#execute(message([1, relation]), options)) {
      if (!response.has(2)) continue
      const columns = arrowColumns(response.message(2).bytes(2))
      yield new Map(columns.map(({ name, cells }) => [name, cells]))
    }
  }

  /** Runs a statement that gives no rows. */
  async run(statement: string, options: QueryOptions = {}): Promise<void> {
    const command = message([5, message([1, statement], ...namedValues(options.values))])
    for await (const _ of this.#execute(message([2, command]), options));
  }

  /** Makes a view of files that Spark sees, with expressions of its SQL for columns, which may ask where a row comes from. */
  async readView(
    name: string,
    { format, settings, path }: { readonly format: string; readonly settings: Readonly<Record<string, string>>; readonly path: string },
    expressions: readonly string[],
  ): Promise<void> {
    const options = Object.entries(settings).map(([key, value]): Field => [3, message([1, key], [2, value])])
    const read = message([2, message([2, message([1, format], ...options, [4, path])])])
    const columns = expressions.map((expression): Field => [3, message([4, message([1, expression])])])
    const project = message([3, message([1, read], ...columns)])
    const command = message([3, message([1, project], [2, name], [4, true])])
    for await (const _ of this.#execute(message([2, command]), {}));
  }

  /** Makes rows of ours a view of the session. They stay in the memory of the server. */
  async view(name: string, columns: readonly SentColumn[]): Promise<void> {
    const rows = message([11, message([1, arrowTable(columns)])])
    const command = message([3, message([1, rows], [2, name], [4, true])])
    for await (const _ of this.#execute(message([2, command]), {}));
  }

  /**
   * Sends a file to all executors, once; its name there, which tells its content: `rankwright-HASH.mjs`. A server does not let a file be replaced.
   */
  async sendFile(content: Uint8Array, extension: string): Promise<string> {
    const name = `rankwright-${createHash('sha256').update(content).digest('hex').slice(0, 32)}.${extension}`
    const sending = this.#artifacts.get(name) ?? this.#send(`files/${name}`, content)
    this.#artifacts.set(name, sending)
    try {
      await sending
    } catch (error) {
      this.#artifacts.delete(name)
      throw error
    }
    return name
  }

  /** Ends the session; what it still does on the server is cancelled. A server that is gone is fine. */
  async close(): Promise<void> {
    try {
      // 1: everything of this session. Releasing is not known to Spark before 4, and fails on one without its machine learning.
      await this.#unary('Interrupt', this.#request([3, CLIENT], [4, 1]))
      if (this.#gaveUp) await this.#endWorkers()
      await this.#unary('ReleaseSession', this.#request([3, CLIENT]))
    } catch {
      // The server ends sessions that are not used for an hour by itself.
    } finally {
      this.#channel.close()
      this.#unguard()
    }
  }

  /**
   * Spark closes the input of a worker whose task it gives up, and takes nothing that it says: one that has much to say would wait for ever. So it is told by a file,
   * from more tasks than there are processors, to reach all executors.
   */
  async #endWorkers(): Promise<void> {
    const script = `'${endingCommand(this.ended).replace(/'/g, "\\'")}'`
    const query = `SELECT TRANSFORM(id) USING ${script} AS (nothing STRING) FROM range(0, ${ENDING_TASKS}, 1, ${ENDING_TASKS})`
    await this.rows(query, { signal: AbortSignal.timeout(ENDING_MILLISECONDS) }).catch(() => {}) // they end with their executors
  }

  async #send(name: string, content: Uint8Array): Promise<void> {
    const chunks: Uint8Array[] = []
    for (let at = 0; at === 0 || at < content.length; at += CHUNK_BYTES) {
      const data = content.subarray(at, at + CHUNK_BYTES)
      chunks.push(message([1, data], [2, crc32(data)]))
    }
    // One chunk is a batch of its own; Spark refuses it as the beginning of several.
    const first: Field =
      chunks.length === 1
        ? [3, message([1, message([1, name], [2, chunks[0]])])]
        : [4, message([1, name], [2, content.length], [3, chunks.length], [4, chunks[0]])]
    const rest = chunks.slice(1).map((chunk) => this.#request([6, CLIENT], [5, chunk]))
    const answer = await this.#patiently('AddArtifacts', this.#request([6, CLIENT], first), ...rest)
    if (answer.messages(1).some((summary) => summary.number(2) === 0))
      throw new RankwrightError({ area: 'cluster', code: 'server-refused', address: this.address, reason: `${name} arrived damaged` })
  }

  /** Runs a plan to its end, whatever happens to the connection meanwhile. */
  async *#execute(plan: Uint8Array, { signal, onProgress = this.#onProgress }: QueryOptions): AsyncGenerator<Message> {
    const operation = randomUUID()
    const reattachable = message([1, message([1, true])])
    const begin = () =>
      this.#channel.answers('ExecutePlan', this.#request([3, plan], [4, CLIENT], [5, reattachable], [6, operation], [8, this.#serverSide]))
    const cancel = () => void this.#quietly('Interrupt', [4, 3], [6, operation])
    signal?.throwIfAborted()
    signal?.addEventListener('abort', cancel)
    const attempts = new Attempts(this.#patience)
    let last: string | undefined
    let isComplete = false
    let responses = begin()
    try {
      while (!isComplete) {
        try {
          for await (const response of responses) {
            this.#note(response.text(15))
            attempts.worked()
            last = response.text(13)
            isComplete ||= response.has(14)
            if (response.has(18)) onProgress?.(tasksIn(response.message(18)))
            yield response
          }
          if (isComplete) break
        } catch (error) {
          signal?.throwIfAborted()
          if (!(error instanceof GrpcError)) throw error
          // The server never got the plan.
          if (last === undefined && error.message.includes('OPERATION_NOT_FOUND')) {
            await attempts.next(error)
            responses = begin()
            continue
          }
          if (!isLost(error)) throw error
          await attempts.next(error)
        }
        responses = this.#channel.answers('ReattachExecute', this.#request([3, operation], [4, CLIENT], [5, last], [6, this.#serverSide]))
      }
    } catch (error) {
      throw await this.#problem(error)
    } finally {
      signal?.removeEventListener('abort', cancel)
      if (!isComplete) this.#gaveUp = true
      if (!isComplete) await this.#quietly('Interrupt', [4, 3], [6, operation])
      await this.#quietly('ReleaseExecute', [3, operation], [4, CLIENT], [5, message()])
    }
  }

  /** What every request begins with. */
  #request(...fields: readonly Field[]): Uint8Array {
    return message([1, this.#sessionId], [2, message([1, this.#userId])], ...fields)
  }

  async #unary(method: string, ...requests: readonly Uint8Array[]): Promise<Message> {
    const answer = await this.#channel.answer(method, ...requests)
    if (method === 'AnalyzePlan') this.#note(answer.text(15))
    return answer
  }

  async #patiently(method: string, ...requests: readonly Uint8Array[]): Promise<Message> {
    const attempts = new Attempts(this.#patience)
    for (;;) {
      try {
        return await this.#unary(method, ...requests)
      } catch (error) {
        if (!(error instanceof GrpcError) || !isLost(error)) throw await this.#problem(error)
        try {
          await attempts.next(error)
        } catch (lost) {
          throw await this.#problem(lost)
        }
      }
    }
  }

  /** For what is polite: it may fail. */
  async #quietly(method: string, ...fields: readonly Field[]): Promise<void> {
    await this.#unary(method, this.#request(...fields)).catch(() => {})
  }

  #note(serverSide: string): void {
    if (serverSide !== '') this.#serverSide = serverSide
  }

  async #problem(error: unknown): Promise<unknown> {
    if (!(error instanceof GrpcError)) return error
    const { address } = this
    const reason = inOneLine(await this.#fullReason(error))
    if (isLost(error)) return new RankwrightError({ area: 'cluster', code: 'connection-lost', address, reason })
    if (error.status === UNAUTHENTICATED || error.status === PERMISSION_DENIED)
      return new RankwrightError({ area: 'cluster', code: 'not-allowed', address, reason })
    if (/INVALID_HANDLE\.SESSION/.test(reason)) return new RankwrightError({ area: 'cluster', code: 'session-lost', address })
    if (reason.includes('No space left on device')) return new RankwrightError({ area: 'cluster', code: 'disk-full', address })
    return new RankwrightError({ area: 'cluster', code: 'server-refused', address, reason })
  }

  /** What the server says at length, where it does; what comes with the status is cut. */
  async #fullReason({ message: short, errorId }: GrpcError): Promise<string> {
    if (errorId === undefined) return short
    try {
      const details = await this.#unary('FetchErrorDetails', this.#request([3, errorId], [4, CLIENT], [5, this.#serverSide]))
      return details.messages(2)[details.number(1)]?.text(2) || short
    } catch {
      return short
    }
  }
}

/** Tries again after longer and longer waits, until nothing has worked for a while. */
class Attempts {
  readonly #patience: number
  #wait = 50
  #since = Date.now()

  constructor(patience: number) {
    this.#patience = patience
  }

  worked(): void {
    this.#wait = 50
    this.#since = Date.now()
  }

  async next(error: GrpcError): Promise<void> {
    if (Date.now() - this.#since + this.#wait > this.#patience) throw error
    await after(this.#wait)
    this.#wait = Math.min(2 * this.#wait, 15_000)
  }
}

/** Without the plan of the query, which Spark adds to what is wrong with it. */
function inOneLine(reason: string): string {
  return reason
    .replace(/; line \d+ pos \d+;?\n[\s\S]*/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function isLost({ status }: GrpcError): boolean {
  return status === UNAVAILABLE || status === DEADLINE_EXCEEDED || status === CANCELLED
}

/** Literals: binary 2, integer 6, string 13. */
function namedValues(values: QueryOptions['values'] = {}): Field[] {
  return Object.entries(values).map(([name, value]) => {
    const literal = message([typeof value === 'string' ? 13 : typeof value === 'number' ? 6 : 2, value])
    return [2, message([1, name], [2, literal])]
  })
}

function tasksIn(progress: Message): TaskProgress {
  const stages = progress.messages(1)
  return {
    done: stages.reduce((sum, stage) => sum + stage.number(3), 0),
    total: stages.reduce((sum, stage) => sum + stage.number(2), 0),
  }
}
