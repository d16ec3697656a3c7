import { createHash } from 'node:crypto'
import { RankwrightError, type Runtime } from '@rankwright/core'
import { bytes, either, oneOf, optional, requireArguments, runtimeShape } from '@rankwright/core/arguments'
import { type Kept, type OperationName, operationNames, operationOf } from '@rankwright/core/runtime'
import { keptSectionParts, type SectionQuestion, sectionParts } from '../parts/sectionParts.ts'
import { version } from '../version.ts'
import { type AnswerRow, answerLine, answerRow, problemRow } from './answerRows.ts'
import { separatorOf, TAB } from './fields.ts'
import { keptInFolder } from './keptInFolder.ts'
import { PartReader, type ReadPart } from './partReader.ts'
import { questionOf } from './question.ts'

/**
 * The lines of a worker from the bytes of its standard input: one for each part, or a problem. `question` are the bytes of `questionBytes`, where there is
 * something to say beside the operation. The input is always read to its end: those who write it take a closed pipe for a crash.
 */
export function answerWorkerInput(
  input: AsyncIterable<Uint8Array>,
  op: OperationName,
  question: Uint8Array | undefined,
  runtime: Runtime,
): AsyncGenerator<string> {
  requireArguments(
    { input, op, question, runtime },
    { input: chunksShape, op: oneOf(...operationNames), question: optional(bytes), runtime: runtimeShape },
  )
  return answerParts(input, () => ({ question: questionOf(question, op), runtime }))
}

const chunksShape = either(
  'chunks of bytes, one after the other',
  (given) => typeof given === 'object' && given !== null && Symbol.asyncIterator in given,
)

interface Ready {
  readonly question: SectionQuestion<OperationName>
  readonly runtime: Runtime
  /** A folder for what answers leave for the next questions about the same parts. */
  readonly keeping?: string | undefined
}

/** The same where making ready may fail, which is a problem as well. */
export async function* answerParts(input: AsyncIterable<Uint8Array>, makeReady: () => Ready): AsyncGenerator<string> {
  const ready = madeReady(makeReady)
  const parts = new PartReader()
  let separator = TAB
  for await (const line of linesOf(input)) {
    separator = separatorOf(line)
    if ('kind' in ready) continue
    const row = answered(() => parts.add(line), ready)
    if (row !== undefined) yield answerLine(row, separator)
  }
  const end = 'kind' in ready ? ready : answered(() => void parts.end(), ready)
  if (end !== undefined) yield answerLine(end, separator)
}

function madeReady(make: () => Ready): Ready | AnswerRow {
  try {
    return make()
  } catch (error) {
    return problemRow(-1, error)
  }
}

function answered(next: () => ReadPart | undefined, ready: Ready): AnswerRow | undefined {
  let part = -1
  try {
    const read = next()
    if (read === undefined) return undefined
    part = read.part
    return answerRow(part, read.facts, partsOf(read, ready))
  } catch (error) {
    return problemRow(error instanceof RankwrightError ? partOf(error, part) : part, error)
  }
}

function partsOf(read: ReadPart, { question, runtime, keeping }: Ready): readonly unknown[] {
  const { lists, facts } = read
  if (keeping === undefined || !operationOf(question.name).keeps) return sectionParts(lists, facts.before, question, runtime)
  const { width, layout } = facts
  return keptSectionParts(
    { graded: lists, width, layout, lists: () => lists },
    facts.before,
    question,
    keptOf(read, question, keeping),
    runtime,
  )
}

/** What was kept of just these lists in these columns, and by workers of this version. */
function keptOf({ part, facts }: ReadPart, { columns }: SectionQuestion, folder: string): Kept {
  const about = JSON.stringify([version, part, facts, columns && [...columns.from], columns?.names])
  return keptInFolder(folder, createHash('sha256').update(about).digest('hex').slice(0, 32))
}

function partOf({ problems: [problem] }: RankwrightError, part: number): number {
  return problem.area === 'engine' && problem.code === 'part-broken' ? problem.part : part
}

/** Lines without their ends; empty ones are left out. */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const pending: Buffer[] = []
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let from = 0
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
      pending.push(bytes.subarray(from, end))
      from = end + 1
      const line = Buffer.concat(pending.splice(0))
      if (line.length > 0) yield line
    }
    if (from < bytes.length) pending.push(bytes.subarray(from))
  }
  if (pending.length > 0) yield Buffer.concat(pending)
}
