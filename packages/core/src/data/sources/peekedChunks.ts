import { joinedBytes } from './byteSource.ts'

const mostPeeked = 1 << 16

/** Chunks whose beginning can be looked at before they are taken. A chunk is valid until the next one is asked for. */
export function peekedChunks(chunks: AsyncIterable<Uint8Array>): {
  peek(enough: (head: Uint8Array) => boolean): Promise<Uint8Array>
  chunks(): AsyncGenerator<Uint8Array>
  close(): Promise<unknown>
} {
  const iterator = chunks[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array(0)
  let ended = false
  const close = async () => iterator.return?.()
  return {
    async peek(enough) {
      while (!ended && head.length < mostPeeked && (head.length === 0 || !enough(head))) {
        const before = head.slice()
        const step = await iterator.next()
        ended = step.done === true
        head = step.done ? before : before.length === 0 ? step.value : joinedBytes([before, step.value])
      }
      return head
    },
    async *chunks() {
      try {
        if (head.length > 0) yield head
        for (let step = await iterator.next(); !step.done; step = await iterator.next()) yield step.value
      } finally {
        await close()
      }
    },
    close,
  }
}
