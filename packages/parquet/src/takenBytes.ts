import type { ByteWriter } from 'hyparquet-writer'

/** What was written since the last time. Places in the file count on. */
export function takenBytes(writer: ByteWriter): Uint8Array {
  const piece = writer.getBytes().slice()
  writer.index = 0
  return piece
}
