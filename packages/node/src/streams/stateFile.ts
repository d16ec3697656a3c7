import { existsSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { explain, RankwrightError, type StoredStream, streamStateFromJson } from '@rankwright/core'
import { atomicFile } from '../files/atomicFile.ts'
import { fileFailure } from '../files/fileFailure.ts'

/**
 * The stream that a file holds; undefined when there is no such file. A file that cannot be understood is put aside, its name with
 * `.corrupt` at the end (`.corrupt.2` when there is one already, and so on), so that nothing overwrites it.
 */
export async function readStreamState(path: string): Promise<StoredStream | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw fileFailure('cannot-read', path, error)
  }
  try {
    return streamStateFromJson(text, path)
  } catch (error) {
    if (!(error instanceof RankwrightError)) throw error
    const [problem] = error.problems
    const reason = problem.area === 'stream' && problem.code === 'not-a-state' ? problem.reason : explain(problem)
    const aside = freeName(`${path}.corrupt`)
    await rename(path, aside)
    throw new RankwrightError({ area: 'stream', code: 'state-put-aside', at: { file: path }, reason, aside })
  }
}

function freeName(name: string): string {
  if (!existsSync(name)) return name
  let number = 2
  while (existsSync(`${name}.${number}`)) number++
  return `${name}.${number}`
}

/** Returns when the text is on the disk under its name: the file written and synced, then renamed, then its folder synced. */
export async function writeStreamState(path: string, text: string): Promise<void> {
  await atomicFile(path, async (temporary) => {
    const file = await open(temporary, 'w')
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
  })
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
