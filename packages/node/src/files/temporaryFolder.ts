import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepTrack } from '../outputs/unfinished.ts'

/** Runs `work` with a folder that is removed with all it holds afterwards, also when the process ends before. */
export async function withTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'rankwright-'))
  const forget = keepTrack(folder)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
    forget()
  }
}
