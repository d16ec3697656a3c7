/**
 * Answers for the rows of a table while encoders are fitted to it: rows come as in `tableRows.ts`, the parts of a worker in ascending order without a gap. One line goes
 * out for all of them.
 *
 *   first part · parts · rows · kind · answer
 *
 * `answer` is base64 of bytes of `wire.ts`: of an `answer`, or of a `problem`.
 */
import { cellsAsked, mergedAnswer, type PartQuestion, partAnswer, tablePart } from '@rankwright/core/data'
import { base64, problemRow } from './answerRows.ts'
import { type LineWork, noLines, workOnLines } from './lineWork.ts'
import { planOf } from './plan.ts'
import { type ReadPart, TableRowReader, type TableRowsPlan } from './tableRows.ts'

/** As an operation of the worker. */
export const TABLE_ANSWERS = 'tableAnswers'

export interface TableQuestionPlan extends TableRowsPlan {
  readonly question: PartQuestion
}

export function tableAnswers(input: AsyncIterable<Uint8Array>, bytes: Uint8Array): AsyncGenerator<string> {
  return workOnLines(
    input,
    () => new AnswerOfParts(planOf<TableQuestionPlan>(bytes)),
    (problem, separator) => [-1, 0, 0, 'problem', problemRow(-1, problem).payload].join(separator),
  )
}

/** One answer for several parts. */
class AnswerOfParts implements LineWork {
  readonly #plan: TableQuestionPlan
  readonly #reader: TableRowReader
  #first = -1
  #parts = 0
  #rows = 0
  #answer: unknown

  constructor(plan: TableQuestionPlan) {
    this.#plan = plan
    this.#reader = new TableRowReader(plan, cellsAsked(plan.question))
  }

  add(line: Buffer): readonly string[] {
    this.#join(this.#reader.add(line))
    return noLines
  }

  end(separator: string): readonly string[] {
    this.#join(this.#reader.end())
    return [[this.#first, this.#parts, this.#rows, 'answer', base64(this.#answer)].join(separator)]
  }

  #join(read: ReadPart | undefined): void {
    if (read === undefined) return
    const { part, lists, texts } = read
    if (this.#first < 0) this.#first = part
    else if (part !== this.#first + this.#parts) throw new Error(`part ${part} came after part ${this.#first + this.#parts - 1}`)
    const { reading, before, question } = this.#plan
    const answer = partAnswer(tablePart(reading, lists, texts, before[part].rows), question, before[part].rows)
    this.#answer = this.#parts === 0 ? answer : mergedAnswer(question, [this.#answer as typeof answer, answer])
    this.#parts++
    this.#rows += lists.labels.length
  }
}
