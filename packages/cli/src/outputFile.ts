import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Surroundings } from './command.ts'
import { UsageError } from './usageError.ts'

/** Fails when a file cannot be made at this path: better before long work than after it. */
export async function requireFolderOf(path: string): Promise<void> {
  if (path !== '-') await access(dirname(path), constants.W_OK)
}

/** The same for a file that may go to standard output, where the answer goes too. */
export async function requireOutput(path: string, { json }: Surroundings): Promise<void> {
  if (path === '-' && json) throw new UsageError('--json and the file cannot both go to standard output; give the file a name.')
  await requireFolderOf(path)
}
