import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Fails when a file cannot be made at this path: better before long work than after it. */
export async function requireFolderOf(path: string): Promise<void> {
  if (path !== '-') await access(dirname(path), constants.W_OK)
}
