import { closeSync, openSync, readSync } from 'node:fs'
import { gunzipSync, constants as zlib } from 'node:zlib'
import { codeOf } from './fileOperations.ts'

/** A file that is there already, as far as one has to look to see what it holds. */
export interface FoundFile {
  readonly path: string
  /** Its first bytes, unpacked if it is compressed. */
  readonly block: Uint8Array
  /** Whether these are all. */
  readonly whole: boolean
}

const blockBytes = 1 << 20
/** Packed bytes to read, and what they may unpack to: gzip makes data at most 1032 times smaller. */
const [packedBytes, mostUnpacked] = [1 << 16, 1 << 27]

export function foundFile(path: string): FoundFile {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(blockBytes + 1)
    const length = filled(file, buffer)
    if (buffer[0] !== 0x1f || buffer[1] !== 0x8b)
      return { path, block: buffer.subarray(0, Math.min(length, blockBytes)), whole: length <= blockBytes }
    const packed = buffer.subarray(0, Math.min(length, packedBytes))
    const unpacked = gunzipSync(packed, { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: mostUnpacked })
    return { path, block: unpacked.subarray(0, blockBytes), whole: length <= packedBytes && unpacked.length <= blockBytes }
  } catch (error) {
    // What cannot be unpacked is of no kind.
    if (codeOf(error)?.startsWith('Z_') || codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return { path, block: new Uint8Array(1), whole: false }
    throw error
  } finally {
    closeSync(file)
  }
}

function filled(file: number, buffer: Uint8Array): number {
  let length = 0
  while (length < buffer.length) {
    const read = readSync(file, buffer, length, buffer.length - length, null)
    if (read === 0) break
    length += read
  }
  return length
}
