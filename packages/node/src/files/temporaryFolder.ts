import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callback } from '@rankwright/core/arguments'
import { diskOperations } from '../outputs/fileOperations.ts'
import { unfinishedName } from '../outputs/hiddenNames.ts'
import { removeLeftOvers } from '../outputs/leftOvers.ts'
import { keepTrack } from '../outputs/unfinished.ts'
import { fileFailure } from './fileFailure.ts'

/**
 * Runs `work` with a folder that is removed with all it holds afterwards, also when the process ends before. A folder of a process that
 * was killed is removed by the next call.
 */
export async function withTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  callback('work', work)
  const place = join(tmpdir(), 'rankwright')
  await removeLeftOvers(diskOperations, place)
  const folder = unfinishedName(place, 'tmp', diskOperations.owner)
  const forget = keepTrack(folder)
  try {
    await mkdir(folder, { mode: 0o700 }).catch((error) => {
      throw fileFailure('cannot-write', `${tmpdir()}, the folder for temporary files (TMPDIR)`, error)
    })
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
    forget()
  }
}
