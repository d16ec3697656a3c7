import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Kept } from '@rankwright/core/runtime'
import { leaveFile, removeFile } from './partFiles.ts'
import { wireBytes, wireValue } from './wire.ts'

const CHECKSUM_BYTES = 4

/**
 * Keeps what answers leave in files of a folder, for the processes that answer next; `lists` names the lists in the names of the files. Files that are
 * missing, cut off or damaged count as forgotten, and so does what a full disk does not take. A file is replaced as a whole.
 */
export function keptInFolder(folder: string, lists: string): Kept {
  const fileOf = (name: string) => join(folder, `${lists}-${name.replaceAll(' ', '-')}`)
  /** Of bytes that belong to the values: a process may have ended between setting the one and the other. */
  let checksums: Readonly<Record<string, number>> = {}
  return {
    get(name) {
      const content = checked(fileOf(name))
      if (content === undefined) return undefined
      const read = wireValue(content, 'What was kept') as { readonly value: object; readonly checksums: typeof checksums }
      checksums = read.checksums
      return read.value
    },
    set: (name, value) => replace(fileOf(name), wireBytes({ value, checksums })),
    bytes(name, into) {
      const content = checked(fileOf(name))
      if (content?.length !== into.length || crc32(content) !== checksums[name]) return false
      into.set(content)
      return true
    },
    setBytes(name, bytes) {
      checksums = { ...checksums, [name]: crc32(bytes) }
      replace(fileOf(name), bytes)
    },
    forget: (name) => removeFile(fileOf(name)),
  }
}

/** A checksum, then the content. */
function replace(path: string, content: Uint8Array): void {
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  checksum.writeUInt32LE(crc32(content))
  leaveFile(path, checksum, content)
}

function checked(path: string): Uint8Array | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    return undefined
  }
  if (bytes.length < CHECKSUM_BYTES) return undefined
  const content = bytes.subarray(CHECKSUM_BYTES)
  return crc32(content) === bytes.readUInt32LE(0) ? content : undefined
}
