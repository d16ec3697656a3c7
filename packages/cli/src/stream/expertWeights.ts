import { readFile } from 'node:fs/promises'
import { RankwrightError } from '@rankwright/core'

/** Features and what experts think they weigh, in the order of the file. */
export type ExpertWeights = readonly (readonly [feature: string, weight: number])[]

export async function readWeights(file: string): Promise<ExpertWeights> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw Object.assign(error, { path: file }) // a folder is refused without its name
  })
  return parseWeights(text, file)
}

export function parseWeights(text: string, file: string): ExpertWeights {
  const refuse = (reason: string): never => {
    throw new RankwrightError({ area: 'stream', code: 'weights-not-numbers', at: { file }, reason })
  }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return refuse('this is not JSON')
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return refuse('this is not an object')
  return Object.entries(document).map(([name, weight]) =>
    typeof weight === 'number' && Number.isFinite(weight)
      ? ([name, weight] as const)
      : refuse(`the weight of "${name}" is ${JSON.stringify(weight)}, not a number`),
  )
}
