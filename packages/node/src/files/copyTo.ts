import { open } from 'node:fs/promises'
import type { ByteSource } from '@rankwright/core/data'

/** Writes the bytes of a source to a new file. */
export async function copyTo(path: string, source: ByteSource): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    for await (const chunk of source.bytes()) await handle.appendFile(chunk)
  } finally {
    await handle.close()
  }
}
