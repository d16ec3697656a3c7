import { existsSync } from 'node:fs'
import { readFile, rename, stat } from 'node:fs/promises'
import { explain, modelToJson, type Problem, RankwrightError, type StreamModel } from '@rankwright/core'
import { streamStateFromJson } from '@rankwright/core/models'
import { fileFailure } from '../files/fileFailure.ts'
import type { FileOperations } from '../outputs/fileOperations.ts'
import { filePath } from '../outputs/outputShapes.ts'
import { writePieces } from '../outputs/writePieces.ts'

/**
 * The stream that a file holds; undefined when there is no such file or it is empty. A state that was damaged is moved aside, its name with `.corrupt`
 * at the end (`.corrupt.2` when there is one already, and so on), so that nothing overwrites it; as long as it is there and no state has
 * taken its place, no stream starts from nothing under that name. Any other file is refused and left as it is. Hold the lock of the file
 * (`withFileLock`) from here to the last `writeStreamState`.
 */
export async function readStreamState(path: string): Promise<StreamModel | undefined> {
  filePath('path', path)
  const text = await textOf(path)
  if (text === undefined || text === '') {
    const aside = `${path}.corrupt`
    if (existsSync(aside)) throw new RankwrightError({ area: 'stream', code: 'state-was-damaged', at: { file: path }, aside })
    return undefined
  }
  try {
    return streamStateFromJson(text, path)
  } catch (error) {
    if (!(error instanceof RankwrightError)) throw error
    throw await refused(error, text, path)
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isFile())
      throw new RankwrightError({ area: 'stream', code: 'not-a-state', at: { file: path }, reason: 'it is no ordinary file' })
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof RankwrightError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw fileFailure('cannot-read', path, error)
  }
}

/** How a state of a version that is known here begins, with any spaces. */
const beginning = /^\s*\{\s*"format"\s*:\s*"rankwright-model"\s*,\s*"version"\s*:\s*1\s*,\s*"kind"\s*:\s*"stream"/

/** What to say of a file that is no state. Only one that was written as a state is moved. */
async function refused(error: RankwrightError, text: string, path: string): Promise<RankwrightError> {
  const [problem] = error.problems
  const reason = reasonOf(problem)
  if (reason === undefined) return error
  if (!beginning.test(text)) return new RankwrightError({ area: 'stream', code: 'not-a-state', at: { file: path }, reason })
  const aside = freeName(`${path}.corrupt`)
  await rename(path, aside)
  return new RankwrightError({ area: 'stream', code: 'state-put-aside', at: { file: path }, reason, aside })
}

/** Why the content is wrong; undefined for a file that is sound, but of a later version or of another kind of model. */
function reasonOf(problem: Problem): string | undefined {
  switch (problem.code) {
    case 'broken-model':
      return `${problem.where}: ${problem.reason}`
    case 'not-a-model':
    case 'document-damaged':
      return problem.reason
    case 'model-version':
    case 'model-kind':
    case 'not-a-stream':
      return undefined
    default:
      return explain(problem)
  }
}

function freeName(name: string): string {
  if (!existsSync(name)) return name
  let number = 2
  while (existsSync(`${name}.${number}`)) number++
  return `${name}.${number}`
}

/** Returns when the model is on the disk under its name; `files` is the disk, unless given. */
export async function writeStreamState(path: string, model: StreamModel, files?: FileOperations): Promise<void> {
  await writePieces(path, [modelToJson(model)], 'stream', { force: 'never', ...(files && { files }) })
}
