/** Calls of Spark Connect over HTTP/2, as gRPC does them: messages with a length before each, and a status at the end. */
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants, type IncomingHttpHeaders } from 'node:http2'
import { Message } from './protobuf.ts'
import type { SparkAddress } from './sparkAddress.ts'

/** The status codes of gRPC that something is done about. */
export const CANCELLED = 1
export const DEADLINE_EXCEEDED = 4
export const PERMISSION_DENIED = 7
const UNIMPLEMENTED = 12
export const UNAVAILABLE = 14
export const UNAUTHENTICATED = 16

/** A call that ended with another status than OK. */
export class GrpcError extends Error {
  readonly status: number
  /** What the server calls the reason, by which more can be asked about it. */
  readonly errorId: string | undefined

  constructor(status: number, reason: string, errorId?: string) {
    super(reason)
    this.name = 'GrpcError'
    this.status = status
    this.errorId = errorId
  }
}

export interface GrpcChannelOptions {
  /** Milliseconds without a byte after which a call counts as lost. */
  readonly silence?: number
  /** Milliseconds within which a server says something. */
  readonly connecting?: number
  /** Certificates (PEM) of authorities to trust. */
  readonly authorities?: string
}

const SERVICE = '/spark.connect.SparkConnectService/'
/** Spark says every two seconds how far it is; before version 4 it is silent until there is a result. */
const SILENCE = 300_000
/** A server of gRPC says how it works as soon as it is connected to, however busy it is. */
const CONNECTING = 15_000
/** Results come as fast as the connection allows, also from far away. */
const WINDOW_BYTES = 1 << 24

export class GrpcChannel {
  readonly #address: SparkAddress
  readonly #silence: number
  readonly #connecting: number
  readonly #authorities: string | undefined
  #session: ClientHttp2Session | undefined
  #calls = 0

  constructor(address: SparkAddress, { silence = SILENCE, connecting = CONNECTING, authorities }: GrpcChannelOptions = {}) {
    this.#authorities = authorities
    this.#address = address
    this.#silence = silence
    this.#connecting = connecting
  }

  /** The only answer to some requests. */
  async answer(method: string, ...requests: readonly Uint8Array[]): Promise<Message> {
    let answer: Message | undefined
    for await (const message of this.answers(method, ...requests)) answer = message
    if (answer === undefined) throw new GrpcError(UNAVAILABLE, 'the server ended a call without an answer')
    return answer
  }

  /** The answers to some requests, as they come. A call that is no longer listened to is cancelled. */
  async *answers(method: string, ...requests: readonly Uint8Array[]): AsyncGenerator<Message> {
    const session = this.#connected()
    if (this.#calls++ === 0) session.ref() // the process lives until the answer is there
    try {
      yield* this.#call(session, method, requests)
    } finally {
      if (--this.#calls === 0) this.#session?.unref()
    }
  }

  close(): void {
    this.#session?.destroy()
    this.#session = undefined
  }

  async *#call(session: ClientHttp2Session, method: string, requests: readonly Uint8Array[]): AsyncGenerator<Message> {
    const stream = session.request({
      ':method': 'POST',
      ':path': `${SERVICE}${method}`,
      'content-type': 'application/grpc',
      te: 'trailers',
      'user-agent': 'rankwright',
      ...this.#address.headers,
    })
    const ending: { headers?: IncomingHttpHeaders; trailers?: IncomingHttpHeaders } = {}
    stream.on('response', (headers) => {
      ending.headers = headers
    })
    stream.on('trailers', (trailers) => {
      ending.trailers = trailers
    })
    stream.setTimeout(this.#silence, () => stream.destroy(new Error(`the server was silent for ${Math.round(this.#silence / 1000)} s`)))
    const sent = send(stream, requests)
    try {
      for await (const bytes of framesOf(stream)) yield new Message(bytes)
      await sent
    } catch (error) {
      if (ending.trailers === undefined) throw new GrpcError(UNAVAILABLE, reasonOf(error))
    } finally {
      stream.close(constants.NGHTTP2_CANCEL)
    }
    requireSuccess(ending.headers ?? {}, ending.trailers ?? ending.headers ?? {})
  }

  #connected(): ClientHttp2Session {
    if (this.#session !== undefined && !this.#session.destroyed && !this.#session.closed) return this.#session
    const session = connect(this.#address.origin, {
      settings: { initialWindowSize: WINDOW_BYTES, enablePush: false },
      ...(this.#authorities !== undefined && { ca: this.#authorities }),
    })
    const seconds = Math.round(this.#connecting / 1000)
    const silent = () =>
      session.destroy(new Error(`nothing was heard from it for ${seconds} s, as where a firewall or another service is there`))
    const timer = setTimeout(silent, this.#connecting)
    for (const event of ['remoteSettings', 'close']) session.once(event, () => clearTimeout(timer))
    session.once('connect', () => session.setLocalWindowSize(WINDOW_BYTES))
    session.on('error', () => {}) // told by each call that it ends
    session.on('goaway', () => session.close())
    this.#session = session
    return session
  }
}

/** Sends requests as fast as they are taken. */
async function send(stream: ClientHttp2Stream, requests: readonly Uint8Array[]): Promise<void> {
  for (const request of requests) {
    const head = Buffer.alloc(5)
    head.writeUInt32BE(request.length, 1)
    stream.write(head)
    if (!stream.write(request)) await new Promise<void>((settle) => onceOf(stream, ['drain', 'close'], settle))
    if (stream.destroyed) return
  }
  stream.end()
}

function onceOf(stream: ClientHttp2Stream, events: readonly string[], settle: () => void): void {
  const done = () => {
    for (const event of events) stream.off(event, done)
    settle()
  }
  for (const event of events) stream.on(event, done)
}

async function* framesOf(stream: ClientHttp2Stream): AsyncGenerator<Uint8Array> {
  let pieces: Buffer[] = []
  let length = 0
  let wanted = 5
  for await (const piece of stream as AsyncIterable<Buffer>) {
    pieces.push(piece)
    length += piece.length
    while (length >= wanted) {
      const together: Buffer = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)
      pieces = [together]
      if (together[0] !== 0) throw new Error('the server sent a compressed message, which nobody asked for')
      wanted = 5 + together.readUInt32BE(1)
      if (length < wanted) break
      yield together.subarray(5, wanted)
      pieces = [together.subarray(wanted)]
      length -= wanted
      wanted = 5
    }
  }
  if (length > 0) throw new Error('the connection ended within a message')
}

function requireSuccess(headers: IncomingHttpHeaders, trailers: IncomingHttpHeaders): void {
  const status = trailers['grpc-status']
  if (status === undefined) {
    const http = Number(headers[':status'] ?? 200)
    if (http === 200) throw new GrpcError(UNAVAILABLE, 'the connection ended before the answer')
    throw new GrpcError(statusOfHttp[http] ?? UNAVAILABLE, `the server answered with the HTTP status ${http}`)
  }
  if (Number(status) === 0) return
  throw new GrpcError(Number(status), messageIn(trailers), errorIdIn(trailers['grpc-status-details-bin']))
}

/** Of what stands between here and the server. */
const statusOfHttp: Readonly<Record<number, number>> = { 401: UNAUTHENTICATED, 403: PERMISSION_DENIED, 404: UNIMPLEMENTED }

function messageIn(trailers: IncomingHttpHeaders): string {
  const text = String(trailers['grpc-message'] ?? '')
  try {
    return decodeURIComponent(text) || 'the server gave no reason'
  } catch {
    return text
  }
}

/** google.rpc.Status: details 3 {type_url 1, value 2}; of these ErrorInfo: metadata 3 {key 1, value 2}. */
function errorIdIn(details: string | string[] | undefined): string | undefined {
  if (details === undefined) return undefined
  try {
    for (const detail of new Message(Buffer.from(String(details), 'base64')).messages(3)) {
      if (!detail.text(1).endsWith('google.rpc.ErrorInfo')) continue
      const entry = detail
        .message(2)
        .messages(3)
        .find((each) => each.text(1) === 'errorId')
      if (entry !== undefined) return entry.text(2)
    }
  } catch {
    // The message itself has been told.
  }
  return undefined
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return /wrong version number|packet length too long/.test(error.message) ? 'what is there does not speak TLS' : error.message
}
