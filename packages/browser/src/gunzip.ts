import { BrokenGzip, type Gunzip } from '@rankwright/core/data'

/** Gzip by the browser's own decompressor. */
export const gunzip: Gunzip = {
  async *unpack(packed) {
    const chunks = packed[Symbol.asyncIterator]()
    let failure: { readonly error: unknown } | undefined
    const stream = new ReadableStream<BufferSource>({
      async pull(controller) {
        try {
          const step = await chunks.next()
          if (step.done) controller.close()
          else controller.enqueue(step.value as Uint8Array<ArrayBuffer>)
        } catch (error) {
          failure = { error }
          controller.error(error)
        }
      },
      cancel: async () => void (await chunks.return?.()),
    })
    const reader = stream.pipeThrough(new DecompressionStream('gzip')).getReader()
    try {
      for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value
    } catch (error) {
      throw failure === undefined ? new BrokenGzip(error instanceof Error ? error.message : String(error)) : failure.error
    } finally {
      await reader.cancel().catch(() => {})
    }
  },
}
