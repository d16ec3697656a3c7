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
import { separatorOf, TAB } from './fields.ts'
import { linesTogether } from './lineCutter.ts'
import { planOf } from './plan.ts'
import { type ReadPart, TableRowReader, type TableRowsPlan } from './tableRows.ts'

/** As an operation of the worker. */
export const TABLE_ANSWERS = 'tableAnswers'

export interface TableQuestionPlan extends TableRowsPlan {
  readonly question: PartQuestion
}

/** The input is always read to its end. */
export async function* tableAnswers(input: AsyncIterable<Uint8Array>, bytes: Uint8Array): AsyncGenerator<string> {
  let separator: string | undefined
  let asked: { readonly reader: TableRowReader; readonly answers: AnswerOfParts } | undefined
  let problem: unknown
  for await (const lines of linesTogether(input))
    for (const line of lines) {
      separator ??= separatorOf(line)
      if (problem !== undefined) continue
      try {
        if (asked === undefined) {
          const plan = planOf<TableQuestionPlan>(bytes)
          asked = { reader: new TableRowReader(plan, cellsAsked(plan.question)), answers: new AnswerOfParts(plan) }
        }
        asked.answers.add(asked.reader.add(line))
      } catch (error) {
        problem = error
      }
    }
  try {
    if (problem === undefined) asked?.answers.add(asked.reader.end())
  } catch (error) {
    problem = error
  }
  if (problem !== undefined) yield [-1, 0, 0, 'problem', problemRow(-1, problem).payload].join(separator ?? TAB)
  else if (asked !== undefined) yield asked.answers.line(separator ?? TAB)
}

/** One answer for several parts. */
class AnswerOfParts {
  readonly #plan: TableQuestionPlan
  #first = -1
  #parts = 0
  #rows = 0
  #answer: unknown

  constructor(plan: TableQuestionPlan) {
    this.#plan = plan
  }

  add(read: ReadPart | undefined): void {
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

  line(separator: string): string {
    return [this.#first, this.#parts, this.#rows, 'answer', base64(this.#answer)].join(separator)
  }
}
