/** A thread that answers for sections of packed files: it reads one, works on it, and forgets it, but for what answers keep. */
import { parentPort } from 'node:worker_threads'
import { RankwrightError } from '@rankwright/core'
import type { Kept, OperationName, PartOf } from '@rankwright/core/runtime'
import { runtimeFor } from '@rankwright/node'
import { PackedFile } from '../packed/packedFile.ts'
import { keptSectionParts, sectionParts } from '../parts/sectionParts.ts'
import { keptOnDisk } from './keptOnDisk.ts'
import type { Forgotten, SectionAnswer, SectionOrder } from './messages.ts'

const { runtime } = runtimeFor(1)
const files = new Map<string, PackedFile>()
const kept = new Map<string, Kept>()
/** What sections are read into, one after the other: fresh memory for each would cost more than reading. */
let memory = new ArrayBuffer(0)

parentPort?.on('message', (message: SectionOrder | Forgotten) => {
  if ('forget' in message) forget(message.forget)
  else parentPort?.postMessage(answerTo(message))
})

function forget(path: string): void {
  files.get(path)?.close()
  files.delete(path)
}

function answerTo(order: SectionOrder): SectionAnswer {
  try {
    return { parts: partsOf(order) }
  } catch (error) {
    return { failure: error instanceof RankwrightError ? { problems: error.problems } : error }
  }
}

function partsOf({ path, section, question, keeping }: SectionOrder): PartOf<OperationName>[] {
  const file = files.get(path) ?? new PackedFile(path)
  files.set(path, file)
  const before = file.before[section]
  if (keeping === undefined) return sectionParts(file.section(section, memoryFor(file)), before, question, runtime)
  const { layout, width } = file.directory
  return keptSectionParts(
    { graded: file.graded(section), layout, width, lists: () => file.section(section) },
    before,
    question,
    keptAt(`${keeping}-${section}`),
    runtime,
  )
}

function memoryFor({ directory: { sections } }: PackedFile): ArrayBuffer {
  const most = sections.reduce((bytes, section) => Math.max(bytes, section.bytes), 0)
  if (memory.byteLength < most) memory = new ArrayBuffer(most)
  return memory
}

function keptAt(path: string): Kept {
  const known = kept.get(path) ?? keptOnDisk(path)
  kept.set(path, known)
  return known
}
