import { existsSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { explain, type Model, modelFromJson, modelToJson, type Problem, RankwrightError, type StreamModel } from '@rankwright/core'
import { requireStream } from '@rankwright/core/models'
import { atomicFile } from '../files/atomicFile.ts'
import { fileFailure } from '../files/fileFailure.ts'

/**
 * The stream that a file holds; undefined when there is no such file. A file that cannot be read is moved aside, its name with
 * `.corrupt` at the end (`.corrupt.2` when there is one already, and so on), so that nothing overwrites it.
 */
export async function readStreamState(path: string): Promise<StreamModel | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw fileFailure('cannot-read', path, error)
  }
  return requireStream(await modelIn(text, path), path)
}

async function modelIn(text: string, path: string): Promise<Model> {
  try {
    return modelFromJson(text, path)
  } catch (error) {
    if (!(error instanceof RankwrightError)) throw error
    const reason = reasonOf(error.problems[0])
    const aside = freeName(`${path}.corrupt`)
    await rename(path, aside)
    throw new RankwrightError({ area: 'stream', code: 'state-put-aside', at: { file: path }, reason, aside })
  }
}

function reasonOf(problem: Problem): string {
  if (problem.code === 'broken-model') return `${problem.where}: ${problem.reason}`
  return problem.code === 'not-a-model' ? problem.reason : explain(problem)
}

function freeName(name: string): string {
  if (!existsSync(name)) return name
  let number = 2
  while (existsSync(`${name}.${number}`)) number++
  return `${name}.${number}`
}

/** Returns when the model is on the disk under its name: the file written and synced, then renamed, then its folder synced. */
export async function writeStreamState(path: string, model: StreamModel): Promise<void> {
  await atomicFile(path, async (temporary) => {
    const file = await open(temporary, 'w')
    try {
      await file.writeFile(modelToJson(model))
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
