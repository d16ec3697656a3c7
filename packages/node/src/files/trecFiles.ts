import { options as optionsShape } from '@rankwright/core/arguments'
import { parseQrels, parseRun, type Qrels, qrelsText, type Run, runText } from '@rankwright/core/data'
import { writeShapes } from '../outputs/outputShapes.ts'
import { type WriteOptions, writePieces } from '../outputs/writePieces.ts'
import { type FileInput, readNamed } from './openSource.ts'

export async function readQrels(input: FileInput): Promise<Qrels> {
  const { name, bytes } = await readNamed(input)
  return parseQrels(name, bytes)
}

export async function readRun(input: FileInput): Promise<Run> {
  const { name, bytes } = await readNamed(input)
  return parseRun(name, bytes)
}

export async function writeQrels(qrels: Qrels, path: string, options: WriteOptions = {}): Promise<void> {
  optionsShape(writeShapes)('options', options)
  await writePieces(path, qrelsText(qrels), 'qrels', options)
}

export async function writeRun(run: Run, path: string, tag?: string, options: WriteOptions = {}): Promise<void> {
  optionsShape(writeShapes)('options', options)
  await writePieces(path, runText(run, tag), 'run', options)
}
