/** A thread that answers for sections of packed files: it reads one, works on it, and forgets it. */
import { parentPort } from 'node:worker_threads'
import { finish, RankwrightError } from '@rankwright/core'
import { LocalLists, type OperationName, type PartOf } from '@rankwright/core/runtime'
import { runtimeFor } from '@rankwright/node'
import { inColumns } from '../inColumns.ts'
import { PackedFile } from '../packed/packedFile.ts'
import type { SectionAnswer, SectionOrder } from './messages.ts'

const { runtime } = runtimeFor(1)
const files = new Map<string, PackedFile>()

parentPort?.on('message', (order: SectionOrder) => parentPort?.postMessage(answerTo(order)))

function answerTo(order: SectionOrder): SectionAnswer {
  try {
    return { parts: partsOf(order) }
  } catch (error) {
    return { failure: error instanceof RankwrightError ? { problems: error.problems } : error }
  }
}

function partsOf({ view: { path, columns }, section, name, asked }: SectionOrder): PartOf<OperationName>[] {
  const file = files.get(path) ?? new PackedFile(path)
  files.set(path, file)
  const lists = inColumns(file.section(section), columns)
  const mark = runtime.compute.mark()
  try {
    return finish(LocalLists.of(lists, runtime, file.before[section]).parts(name, asked))
  } finally {
    runtime.compute.release(mark)
  }
}
