/** The client beside a server of the tests, which speaks as much of Spark Connect as they need. See tests/spark.test.ts for a real one. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createSecureServer, createServer, type Http2Server, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import { type AddressInfo, createServer as createSilent, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { arrowTable } from './arrowTable.ts'
import { Message, message } from './protobuf.ts'
import { SparkSession } from './sparkSession.ts'

interface Call {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly requests: readonly Message[]
}

/** What a method does: answers, and then a status; or the connection breaks. */
type Method = (call: Call, stream: ServerHttp2Stream) => void

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

/** A server that knows these methods; `calls` are those it was asked for. */
function fake(methods: Readonly<Record<string, Method>>, server: Http2Server = createServer()): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = []
  const all: Readonly<Record<string, Method>> = {
    AnalyzePlan: answer(message([15, 'server side'], [8, message([1, '4.2.0'])])),
    Interrupt: answer(message()),
    ReleaseExecute: answer(message()),
    ReleaseSession: refuse(12, 'not here'),
    ...methods,
  }
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => sessions.add(session))
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const pieces: Buffer[] = []
    stream.on('error', () => {})
    stream.on('data', (piece: Buffer) => pieces.push(piece))
    stream.on('end', () => {
      const method = String(headers[':path']).replace('/spark.connect.SparkConnectService/', '')
      const call = { method, headers, requests: unframed(Buffer.concat(pieces)) }
      calls.push(call)
      ;(all[method] ?? refuse(12, `no method ${method}`))(call, stream)
    })
  })
  open.push({
    close() {
      for (const session of sessions) session.destroy()
      server.close()
    },
  })
  return new Promise((settle) =>
    server.listen(0, '127.0.0.1', () => settle({ url: `spark://127.0.0.1:${(server.address() as AddressInfo).port}`, calls })),
  )
}

async function opened(url: string, patience = 2000): Promise<SparkSession> {
  const session = await SparkSession.open(url, { patience, silence: 1000 })
  open.push(session)
  return session
}

function answer(...bodies: readonly Uint8Array[]): Method {
  return (_, stream) => {
    begin(stream)
    for (const body of bodies) stream.write(framed(body))
    end(stream)
  }
}

function refuse(status: number, reason: string, details: Record<string, string> = {}): Method {
  return (_, stream) => {
    stream.respond(
      { ':status': 200, 'grpc-status': String(status), 'grpc-message': encodeURIComponent(reason), ...details },
      { endStream: true },
    )
  }
}

function begin(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
}

function end(stream: ServerHttp2Stream): void {
  stream.end()
}

function framed(body: Uint8Array): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

function unframed(bytes: Buffer): Message[] {
  const messages: Message[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at + 1)
    messages.push(new Message(bytes.subarray(at + 5, at + 5 + length)))
    at += 5 + length
  }
  return messages
}

/** A response with some numbers in a column. */
function batch(id: string, ...numbers: readonly number[]): Uint8Array {
  const data = arrowTable([{ name: 'n', numbers: Int32Array.from(numbers) }])
  return message([2, message([1, numbers.length], [2, data])], [13, id], [15, 'server side'])
}

const complete = message([14, message()], [13, 'last'])

test('rows come in batches, whichever way their bytes are cut', async () => {
  const bodies = Buffer.concat([batch('a', 1, 2), batch('b', 3), complete].map(framed))
  const { url, calls } = await fake({
    async ExecutePlan(_, stream) {
      begin(stream)
      for (let at = 0; at < bodies.length; at += 37) {
        stream.write(bodies.subarray(at, at + 37))
        await new Promise((settle) => setImmediate(settle))
      }
      end(stream)
    },
  })
  const session = await opened(url)
  expect(await session.version()).toBe('4.2.0')
  expect(await session.rows('select n', { values: { a: 'b', bytes: Uint8Array.of(1), count: 7 } })).toEqual(new Map([['n', [1, 2, 3]]]))
  const [request] = calls.find(({ method }) => method === 'ExecutePlan')?.requests ?? []
  const query = request.message(3).message(1).message(10)
  expect(query.text(1)).toBe('select n')
  expect(query.messages(2).map((entry) => entry.text(1))).toEqual(['a', 'bytes', 'count'])
  expect(request.text(8)).toBe('server side')
  expect(calls.at(-1)?.method).toBe('ReleaseExecute')
})

test('what the server says is told, at full length and without the plan', async () => {
  const details = message([
    3,
    message([1, 'type.googleapis.com/google.rpc.ErrorInfo'], [2, message([3, message([1, 'errorId'], [2, 'e7'])])]),
  ])
  const { url, calls } = await fake({
    ExecutePlan: refuse(13, 'The table nowhere …', { 'grpc-status-details-bin': Buffer.from(details).toString('base64') }),
    FetchErrorDetails: answer(message([1, 0], [2, message([2, "The table nowhere\nis not there; line 1 pos 7;\n'Project [*]"])])),
  })
  const session = await opened(url)
  await expect(session.rows('select')).rejects.toThrow(`${url} could not do it: The table nowhere is not there`)
  await expect(session.rows('select')).rejects.not.toThrow('Project')
  expect(calls.find(({ method }) => method === 'FetchErrorDetails')?.requests[0].text(3)).toBe('e7')
})

test('a result goes on after a broken connection where it was', async () => {
  const { url, calls } = await fake({
    ExecutePlan(_, stream) {
      begin(stream)
      stream.write(framed(batch('first', 1)))
      stream.write(framed(batch('second', 2)).subarray(0, 20))
      setTimeout(() => stream.session?.destroy(), 50)
    },
    ReattachExecute: answer(batch('second', 2), complete),
  })
  const session = await opened(url)
  expect((await session.rows('select')).get('n')).toEqual([1, 2])
  const reattached = calls.find(({ method }) => method === 'ReattachExecute')?.requests[0]
  expect(reattached?.text(5)).toBe('first')
  expect(reattached?.text(3)).toBe(calls.find(({ method }) => method === 'ExecutePlan')?.requests[0].text(6))
})

test('a stream that ends before the result is complete goes on', async () => {
  const { url } = await fake({ ExecutePlan: answer(batch('first', 1)), ReattachExecute: answer(batch('second', 2), complete) })
  expect((await (await opened(url)).rows('select')).get('n')).toEqual([1, 2])
})

test('a silent server is asked again', async () => {
  const { url } = await fake({ ExecutePlan: (_, stream) => begin(stream), ReattachExecute: answer(batch('only', 5), complete) })
  expect((await (await opened(url)).rows('select')).get('n')).toEqual([5])
})

test('a plan that never arrived is sent again', async () => {
  let sent = 0
  const { url } = await fake({
    ExecutePlan: (call, stream) => (++sent === 1 ? stream.session?.destroy() : answer(batch('only', 5), complete)(call, stream)),
    ReattachExecute: refuse(13, '[INVALID_HANDLE.OPERATION_NOT_FOUND] Operation not found'),
  })
  expect((await (await opened(url)).rows('select')).get('n')).toEqual([5])
  expect(sent).toBe(2)
})

test('a server that does not come back is told, and one that never was', async () => {
  const { url } = await fake({
    ExecutePlan: (_, stream) => stream.session?.destroy(),
    ReattachExecute: (_, stream) => stream.session?.destroy(),
  })
  const session = await opened(url, 200)
  await expect(session.rows('select')).rejects.toThrow(`The connection to ${url} was lost and did not come back`)
  await expect(SparkSession.open('spark://127.0.0.1:1')).rejects.toThrow(
    'No Spark Connect server answers at spark://127.0.0.1:1: connect ECONNREFUSED',
  )
})

test.each([
  [16, 'no token', 'refuses the connection: no token'],
  [13, '[INVALID_HANDLE.SESSION_CHANGED] changed', 'has forgotten the session'],
])('status %i, %s: %s', async (status, reason, told) => {
  const { url } = await fake({ Config: refuse(status, reason) })
  await expect((await opened(url)).configure({ a: 'b' })).rejects.toThrow(told)
})

test('a query that is cancelled here is cancelled there', async () => {
  const waiting = new Map<string, ServerHttp2Stream>()
  const { url, calls } = await fake({
    ExecutePlan({ requests }, stream) {
      begin(stream)
      stream.write(framed(message([13, 'first'], [18, message([1, message([2, 4], [3, 1])])])))
      waiting.set(requests[0].text(6), stream)
    },
    Interrupt(call, stream) {
      waiting.get(call.requests[0].text(6))?.close()
      answer(message())(call, stream)
    },
  })
  const controller = new AbortController()
  const session = await opened(url)
  const rows = session.rows('select', {
    signal: controller.signal,
    onProgress(tasks) {
      expect(tasks).toEqual({ done: 1, total: 4 })
      controller.abort()
    },
  })
  await expect(rows).rejects.toThrow('aborted')
  expect(calls.filter(({ method }) => method === 'Interrupt').map(({ requests }) => requests[0].number(4))).toContain(3)
})

test('a file is sent once, in pieces with checksums, under a name that tells its content', async () => {
  const { url, calls } = await fake({ AddArtifacts: answer(message([1, message([1, 'x'], [2, true])])) })
  const session = await opened(url)
  const content = Buffer.alloc(70_000, 'worker')
  const name = await session.sendFile(content, 'mjs')
  expect(await session.sendFile(content, 'mjs')).toBe(name)
  const sent = calls.filter(({ method }) => method === 'AddArtifacts')
  expect(sent).toHaveLength(1)
  const [first, ...rest] = sent[0].requests
  expect(first.message(4).text(1)).toBe(`files/${name}`)
  expect(first.message(4).number(3)).toBe(3)
  const pieces = [first.message(4).message(4), ...rest.map((each) => each.message(5))]
  expect(Buffer.concat(pieces.map((piece) => piece.bytes(1))).equals(content)).toBe(true)
  const small = await session.sendFile(Buffer.from('small'), 'question')
  const [single] = calls[calls.length - 1].requests[0].message(3).messages(1)
  expect([single.text(1), single.message(2).text(1)]).toEqual([`files/${small}`, 'small'])
})

test('a server that takes the connection and says nothing is told after some seconds', async () => {
  const sockets = new Set<Socket>()
  const server = createSilent((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
  const { port } = server.address() as AddressInfo
  for (const scheme of ['spark', 'sparks'])
    await expect(SparkSession.open(`${scheme}://127.0.0.1:${port}`, { connecting: 1000 })).rejects.toThrow(
      `No Spark Connect server answers at ${scheme}://127.0.0.1:${port}: nothing was heard from it for 1 s`,
    )
})

test('a server that is slow to answer is waited for', async () => {
  const slow: Method = (call, stream) => setTimeout(() => answer(message([15, 'server side']))(call, stream), 700)
  const { url } = await fake({ AnalyzePlan: slow })
  open.push(await SparkSession.open(url, { connecting: 200 }))
})

test('sparks:// for a server without TLS is told as that', async () => {
  const { url } = await fake({})
  await expect(SparkSession.open(url.replace('spark:', 'sparks:'))).rejects.toThrow('what is there does not speak TLS. Check')
})

test('the files behind a query are told by the server', async () => {
  const { url, calls } = await fake({
    AnalyzePlan: answer(message([15, 'server side'], [7, message([1, 'file:/a%20b.parquet'], [1, 's3a://c/d'])])),
  })
  const session = await opened(url)
  expect(await session.inputFiles('SELECT * FROM t')).toEqual(['file:/a%20b.parquet', 's3a://c/d'])
  expect(calls.at(-1)?.requests[0].message(9).message(1).message(1).message(10).text(1)).toBe('SELECT * FROM t')
})

const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'])
    return true
  } catch {
    return false
  }
})()

test.skipIf(!hasOpenssl)('with TLS, a token goes along, and a certificate of nobody known is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-tls-'))
  open.push({ close: () => rmSync(folder, { recursive: true }) })
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost']
  execFileSync('openssl', [...args, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const { url, calls } = await fake({}, createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }))
  const secure = `${url.replace('spark:', 'sparks:')}?token=abc`
  await expect(SparkSession.open(secure)).rejects.toThrow('self-signed certificate')
  const session = await SparkSession.open(secure, { authorities: readFileSync(cert, 'utf8') })
  open.push(session)
  expect(calls[0].headers.authorization).toBe('Bearer abc')
})
