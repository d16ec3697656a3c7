/** A thread that answers for sections of packed files: it reads one, works on it, and forgets it. */
import { parentPort } from 'node:worker_threads'
import { RankwrightError } from '@rankwright/core'
import type { OperationName, PartOf } from '@rankwright/core/runtime'
import { runtimeFor } from '@rankwright/node'
import { PackedFile } from '../packed/packedFile.ts'
import { sectionParts } from '../parts/sectionParts.ts'
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

function partsOf({ path, section, question }: SectionOrder): PartOf<OperationName>[] {
  const file = files.get(path) ?? new PackedFile(path)
  files.set(path, file)
  return sectionParts(file.section(section), file.before[section], question, runtime)
}
