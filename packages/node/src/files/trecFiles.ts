import { parseQrels, parseRun, type Qrels, qrelsText, type Run, runText } from '@rankwright/core/data'
import { writePieces } from './atomicFile.ts'
import { type FileInput, readNamed } from './openSource.ts'

export async function readQrels(input: FileInput): Promise<Qrels> {
  const { name, bytes } = await readNamed(input)
  return parseQrels(name, bytes)
}

export async function readRun(input: FileInput): Promise<Run> {
  const { name, bytes } = await readNamed(input)
  return parseRun(name, bytes)
}

export async function writeQrels(qrels: Qrels, path: string): Promise<void> {
  await writePieces(path, qrelsText(qrels))
}

export async function writeRun(run: Run, path: string, tag?: string): Promise<void> {
  await writePieces(path, runText(run, tag))
}
