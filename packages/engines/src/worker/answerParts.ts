import { createHash } from 'node:crypto'
import { type RankingLists, RankwrightError, type Runtime } from '@rankwright/core'
import { bytes, either, oneOf, optional, requireArguments, runtimeShape } from '@rankwright/core/arguments'
import { combineParts, type Kept, type OperationName, operationNames, operationOf } from '@rankwright/core/runtime'
import { keptSectionParts, type SectionQuestion, sectionParts } from '../parts/sectionParts.ts'
import { version } from '../version.ts'
import { type AnswerRow, answerLine, answerRow, notHereRow, problemRow } from './answerRows.ts'
import { separatorOf, TAB } from './fields.ts'
import { keptInFolder } from './keptInFolder.ts'
import { linesOf } from './lineCutter.ts'
import { PartNotHere } from './partFiles.ts'
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
  /** A folder of parts as files: those that come are left there. */
  readonly files?: string | undefined
}

/** The same where making ready may fail, which is a problem as well. */
export async function* answerParts(input: AsyncIterable<Uint8Array>, makeReady: () => Ready): AsyncGenerator<string> {
  const answering = madeReady(makeReady)
  let separator = TAB
  for await (const line of linesOf(input)) {
    separator = separatorOf(line)
    if ('kind' in answering) continue
    for (const row of answering.add(line)) yield answerLine(row, separator)
  }
  for (const row of 'kind' in answering ? [answering] : answering.end()) yield answerLine(row, separator)
}

function madeReady(make: () => Ready): Answering | AnswerRow {
  try {
    return new Answering(make())
  } catch (error) {
    return problemRow(-1, error)
  }
}

/** Answers for parts as they come. Where the order does not matter, their sum goes with the last of them, and nothing with the others. */
class Answering {
  readonly #ready: Ready
  readonly #parts: PartReader
  readonly #inAnyOrder: boolean
  #sum: { readonly of: unknown; readonly last: ReadPart } | undefined

  constructor(ready: Ready) {
    this.#ready = ready
    this.#parts = new PartReader(ready.files)
    this.#inAnyOrder = operationOf(ready.question.name).inAnyOrder ?? false
  }

  *add(line: Buffer): Generator<AnswerRow> {
    let part = -1
    try {
      const read = this.#parts.add(line)
      if (read === undefined) return
      part = read.part
      const parts = partsOf(read, this.#ready)
      if (!this.#inAnyOrder) yield answerRow(part, read.facts, parts)
      else yield* this.#added(read, parts)
    } catch (error) {
      yield error instanceof PartNotHere
        ? notHereRow(part)
        : problemRow(error instanceof RankwrightError ? partOf(error, part) : part, error)
    }
  }

  *end(): Generator<AnswerRow> {
    if (this.#sum !== undefined) yield answerRow(this.#sum.last.part, this.#sum.last.facts, [this.#sum.of])
    try {
      this.#parts.end()
    } catch (error) {
      yield problemRow(error instanceof RankwrightError ? partOf(error, -1) : -1, error)
    }
  }

  *#added(read: ReadPart, parts: readonly unknown[]): Generator<AnswerRow> {
    const { name, asked } = this.#ready.question
    const before = this.#sum
    const all = before === undefined ? parts : [before.of, ...parts]
    this.#sum = { of: combineParts(name, all as never, asked), last: read }
    if (before !== undefined) yield answerRow(before.last.part, before.last.facts, [])
  }
}

function partsOf(read: ReadPart, { question, runtime, keeping }: Ready): readonly unknown[] {
  const { facts } = read
  if (keeping === undefined || !operationOf(question.name).keeps) return sectionParts(read.lists(), facts.before, question, runtime)
  const { width, layout } = facts
  return keptSectionParts(
    { graded: gradedOf(read, keeping), width, layout, lists: () => read.lists() },
    facts.before,
    question,
    keptOf(read, question, keeping),
    runtime,
  )
}

/** What is known of the lists without their rows, which may not have to be read. */
function gradedOf({ part, facts, lists }: ReadPart, folder: string): Graded {
  const kept = keptInFolder(folder, nameFor([version, part, facts]))
  const known = kept.get(GRADED) as Graded | undefined
  if (known !== undefined) return known
  const { offsets, labels, listWeights } = lists()
  const graded = { offsets, labels, ...(listWeights && { listWeights }) }
  kept.set(GRADED, graded)
  return graded
}

const GRADED = 'graded'
type Graded = Pick<RankingLists, 'offsets' | 'labels' | 'listWeights'>

/** What was kept of just these lists in these columns, and by workers of this version. */
function keptOf({ part, facts }: ReadPart, { columns }: SectionQuestion, folder: string): Kept {
  return keptInFolder(folder, nameFor([version, part, facts, columns && [...columns.from], columns?.names]))
}

function nameFor(about: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 32)
}

function partOf({ problems: [problem] }: RankwrightError, part: number): number {
  return problem.area === 'engine' && problem.code === 'part-broken' ? problem.part : part
}
