import { PassThrough, pipeline, Readable } from 'node:stream'
import { constants, createGunzip } from 'node:zlib'
import { BrokenGzip, type Gunzip } from '@rankwright/core/data'

/** Gzip by zlib. */
export const gunzip: Gunzip = {
  async *unpack(packed) {
    const unpacking = createGunzip({ chunkSize: 1 << 18 })
    pipeline(Readable.from(packed, { highWaterMark: 1 }), unpacking, () => {})
    try {
      yield* unpacking as AsyncIterable<Uint8Array>
    } catch (error) {
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) throw new BrokenGzip(error.message)
      throw error
    }
  },

  salvage(packed) {
    const unpacking = createGunzip({ chunkSize: 1024, finishFlush: constants.Z_SYNC_FLUSH })
    // A stream that fails drops what was not taken from it yet, so every piece is taken at once.
    const taken = new PassThrough()
    unpacking.on('data', (chunk: Buffer) => {
      if (!taken.destroyed) taken.write(chunk)
    })
    taken.on('close', () => unpacking.destroy())
    pipeline(Readable.from(inSteps(packed), { highWaterMark: 1 }), unpacking, () => taken.end())
    return taken
  },
}

/** What one step gives is lost when it meets the break. */
const stepBytes = 4096

async function* inSteps(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of packed) {
    for (let start = 0; start < chunk.length; start += stepBytes) yield chunk.subarray(start, start + stepBytes)
  }
}
