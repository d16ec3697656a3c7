import { parseQrels, parseRun, type Qrels, qrelsText, type Run, runText } from '@rankwright/core'
import { writePieces } from './atomicFile.ts'
import { readBytes } from './byteSource.ts'

export async function readQrels(path: string): Promise<Qrels> {
  return parseQrels(path, await readBytes(path))
}

export async function readRun(path: string): Promise<Run> {
  return parseRun(path, await readBytes(path))
}

export async function writeQrels(qrels: Qrels, path: string): Promise<void> {
  await writePieces(path, qrelsText(qrels))
}

export async function writeRun(run: Run, path: string, tag?: string): Promise<void> {
  await writePieces(path, runText(run, tag))
}
