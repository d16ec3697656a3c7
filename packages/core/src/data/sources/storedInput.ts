import { isEmptied, refuseArgument } from '../../arguments/refuseArgument.ts'
import { requireText } from '../../arguments/requireKind.ts'
import { madeBy } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { BlobInput, ByteInput, ResponseInput, StreamInput } from './byteInput.ts'
import { joinedBytes } from './byteSource.ts'
import type { StoredBytes } from './storedBytes.ts'

/** What an input is called that has no name. */
const nameless = 'data'
const chunkBytes = 1 << 20

/** Opens bytes in memory, a blob, a stream or the answer of a server. */
export async function storedInput(input: ByteInput, name?: string): Promise<StoredBytes> {
  if (typeof input !== 'object' || input === null || !isInput(input)) refuseArgument('input', input, inputs)
  if (name !== undefined) requireText('name', name)
  if (ArrayBuffer.isView(input)) return storedMemory(new Uint8Array(input.buffer, input.byteOffset, input.byteLength), name)
  if ('byteLength' in input) return storedMemory(new Uint8Array(input), name)
  if ('getReader' in input) return storedChunks(streamChunks(input), name)
  if ('body' in input) return storedResponse(input, name ?? (input.url === '' ? nameless : fileName(input.url)))
  if ('slice' in input) return storedBlob(input, name)
  return storedChunks(input, name)
}

const inputs = 'bytes (a Uint8Array or an ArrayBuffer), a Blob or File, a stream, or the answer of a server'

function isInput(input: object): boolean {
  if (ArrayBuffer.isView(input)) return !isEmptied(input)
  if (input instanceof ArrayBuffer || Symbol.asyncIterator in input || 'getReader' in input || 'body' in input) return true
  return 'slice' in input && 'size' in input
}

/** Chunks that come once, in their order. */
export async function storedChunks(chunks: AsyncIterable<Uint8Array>, name: string = nameless): Promise<StoredBytes> {
  madeBy('an async generator', Symbol.asyncIterator)('chunks', chunks)
  requireText('name', name)
  const iterator = chunks[Symbol.asyncIterator]()
  const taken: Uint8Array[] = []
  let length = 0
  let ended = false
  while (length < 2 && !ended) {
    const step = await iterator.next()
    if (step.done) ended = true
    else {
      taken.push(step.value.slice())
      length += step.value.length
    }
  }
  const head = taken.length === 1 ? taken[0] : joinedBytes(taken)
  const close = async () => void (await iterator.return?.())
  return {
    name,
    head,
    async *chunks() {
      try {
        yield head
        if (ended) return
        for (let step = await iterator.next(); !step.done; step = await iterator.next()) yield step.value
      } finally {
        await close()
      }
    },
    close,
  }
}

function storedMemory(bytes: Uint8Array, name: string = nameless): StoredBytes {
  const chunks = async function* () {
    for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes)
  }
  return {
    name,
    head: bytes.subarray(0, chunkBytes),
    size: bytes.length,
    chunks,
    again: chunks,
    slice: async (start, end) => bytes.slice(start, end).buffer,
    async close() {},
  }
}

async function storedBlob(blob: BlobInput, name: string = blob.name ?? nameless): Promise<StoredBytes> {
  const slice = (start: number, end: number) => blob.slice(start, end).arrayBuffer()
  const head = new Uint8Array(await slice(0, Math.min(blob.size, chunkBytes)))
  async function* chunks() {
    yield head
    for (let start = head.length; start < blob.size; start += chunkBytes) {
      yield new Uint8Array(await slice(start, Math.min(blob.size, start + chunkBytes)))
    }
  }
  return { name, head, size: blob.size, chunks, again: chunks, slice, async close() {} }
}

async function storedResponse({ ok, status, statusText, body }: ResponseInput, name: string): Promise<StoredBytes> {
  if (!ok) {
    await body?.getReader().cancel()
    const reason = `the server answered ${status}${statusText === '' ? '' : ` ${statusText}`}`
    throw new RankwrightError({ area: 'data', code: 'cannot-read', at: { file: name }, reason })
  }
  return body === null ? storedMemory(new Uint8Array(0), name) : storedChunks(streamChunks(body), name)
}

/** The last part of an address, as a file name. */
function fileName(url: string): string {
  const [path] = url.split(/[?#]/)
  return path.slice(path.lastIndexOf('/') + 1) || nameless
}

/** Not every browser has async iteration of streams. */
async function* streamChunks(stream: StreamInput): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      if (step.value !== undefined) yield step.value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
