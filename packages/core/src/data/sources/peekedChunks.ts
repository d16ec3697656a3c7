import { joinedBytes } from './byteSource.ts'

const mostPeeked = 1 << 20

/** Chunks whose beginning can be looked at before they are taken. A chunk is valid until the next one is asked for. */
export function peekedChunks(chunks: AsyncIterable<Uint8Array>): {
  peek(enough: (head: Uint8Array) => boolean): Promise<Uint8Array>
  chunks(): AsyncGenerator<Uint8Array>
  close(): Promise<unknown>
} {
  const iterator = chunks[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array(0)
  let ended = false
  let failure: { readonly error: unknown } | undefined
  /** A fault after the first bytes waits until they are taken. */
  const next = async (before: Uint8Array): Promise<IteratorResult<Uint8Array>> => {
    try {
      return await iterator.next()
    } catch (error) {
      failure = { error }
      if (before.length === 0) throw error
      return { done: true, value: undefined }
    }
  }
  const close = async () => iterator.return?.()
  return {
    async peek(enough) {
      while (!ended && head.length < mostPeeked && (head.length === 0 || !enough(head))) {
        const before = head.slice()
        const step = await next(before)
        ended = step.done === true
        head = step.done ? before : before.length === 0 ? step.value : joinedBytes([before, step.value])
      }
      return head
    },
    async *chunks() {
      try {
        if (head.length > 0) yield head
        if (failure !== undefined) throw failure.error
        for (let step = await iterator.next(); !step.done; step = await iterator.next()) yield step.value
      } finally {
        await close()
      }
    },
    close,
  }
}
